import type { Endpoint } from '../catalogue/endpoint.ts';
import { vendors, vendorsOf } from '../facts/vendor-data.ts';
import type { Backend } from './backend.ts';
import { kindsBehind } from './local/kinds-behind.ts';

/**
 * If the store has no data for an endpoint, returns hints that name the vendors of such data, such
 * as `Massive provides prices: set CATALYST_MASSIVE_KEY.`
 */
export async function vendorHints(
  { collection }: Endpoint,
  source: Pick<Backend, 'kind' | 'demo' | 'contents'>,
): Promise<readonly string[]> {
  const [kind] = kindsBehind[collection] ?? [];
  if (kind === undefined || source.demo || source.kind !== 'store') return [];
  const contents = await source.contents();
  if (contents.some((count) => count.kind === kind && count.records > 0)) return [];
  return vendorsOf(kind).map((name) => {
    const { title, setting } = vendors[name];
    return `${title} provides ${kind.replaceAll('_', ' ')}: set ${setting} to your own key.`;
  });
}
