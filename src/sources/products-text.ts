import { cutTo } from '../base/foreign-text.ts';

/** A product of an application. */
export interface Product {
  readonly name?: string | undefined;
  readonly form?: string | undefined;
  readonly route?: string | undefined;
  readonly strength?: string | undefined;
  readonly is_discontinued: boolean;
}

const MAX_LENGTH = 400;

/**
 * The products of an application as one text: name, dosage form and route, each with its strengths
 * (`ZORBIVA tablet, oral: 50 mg, 100 mg`). Discontinued products are marked. Undefined if no product
 * states a form or strength.
 */
export function productsText(products: readonly Product[]): string | undefined {
  const strengths = new Map<string, Set<string>>();
  for (const { name, form, route, strength, is_discontinued } of products) {
    if (!form && !strength) continue;
    const what = [[name, form].filter(Boolean).join(' '), route].filter(Boolean).join(', ');
    const key = is_discontinued ? `${what} (discontinued)` : what;
    strengths.set(key, (strengths.get(key) ?? new Set()).add(strength ?? ''));
  }
  const texts = [...strengths].map(([what, own]) => {
    const listed = [...own].filter(Boolean).join(', ');
    return listed ? `${what}: ${listed}` : what;
  });
  return cutTo(texts.join('; '), MAX_LENGTH) || undefined;
}
