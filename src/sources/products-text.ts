import { cutTo } from '../base/foreign-text.ts';

/** A product of an application. */
export interface Product {
  readonly name?: string | undefined;
  readonly form?: string | undefined;
  readonly route?: string | undefined;
  readonly strength?: string | undefined;
  /** Why the product is no longer on the market, such as `discontinued`. */
  readonly ended?: string | undefined;
  /** Approval date of the product, if the source states it. */
  readonly approved?: string | undefined;
}

const MAX_LENGTH = 1_500;

/**
 * Lists the products of an application in one text. Products with the same name, dosage form and
 * route are listed once, with all their strengths (`ZORBIVA tablet, oral: 50 mg, 100 mg`). The text
 * says if a product is no longer on the market, or if it was not approved on the same day as the
 * application. Undefined if no product states a form or strength.
 * @param first the approval date of the application
 */
export function productsText(products: readonly Product[], first?: string): string | undefined {
  const strengths = new Map<string, Set<string>>();
  for (const { name, form, route, strength, ended, approved } of products) {
    if (!form && !strength) continue;
    const what = [[name, form].filter(Boolean).join(' '), route].filter(Boolean).join(', ');
    const day = approved && approved !== first ? `approved ${approved}` : '';
    const marks = [ended, day].filter(Boolean).join(', ');
    const key = marks ? `${what} (${marks})` : what;
    strengths.set(key, (strengths.get(key) ?? new Set()).add(strength ?? ''));
  }
  const texts = [...strengths].map(([what, own]) => {
    const listed = [...own].filter(Boolean).join(', ');
    return listed ? `${what}: ${listed}` : what;
  });
  return cutTo(texts.join('; '), MAX_LENGTH) || undefined;
}
