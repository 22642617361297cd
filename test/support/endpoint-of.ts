import { type Endpoint, endpoint } from '../../src/catalogue/endpoint.ts';

/** Declares an endpoint for a test, which states what matters to it. */
export function endpointOf(
  name: string,
  more: Omit<Parameters<typeof endpoint>[0], Stated> & Partial<Endpoint>,
): Endpoint {
  return endpoint({
    name,
    path: `/${name}`,
    group: 'Market Signals',
    plan: 'basic',
    title: name,
    noun: name,
    description: `${name}.`,
    collection: name,
    ...more,
  });
}
type Stated = 'name' | 'path' | 'group' | 'plan' | 'title' | 'noun' | 'description' | 'collection';
