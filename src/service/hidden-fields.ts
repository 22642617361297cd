import { fieldsOutsidePlan } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { originsOf } from '../catalogue/joined-fields.ts';
import type { Query, RecordPage } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Account } from './access/account.ts';

/**
 * Returns the fields of an endpoint that the account may not see. The values of these fields come
 * from other endpoints, which the account's plan or bundle does not include.
 */
function hiddenFields(account: Account, endpoint: Endpoint): readonly string[] {
  if (!endpoint.joined && !endpoint.servedBy) return [];
  return Object.keys(endpoint.record).filter((name) =>
    originsOf(endpoint, name).some((origin) => !permitted(account, origin)),
  );
}

/**
 * Refuses hidden fields in a query.
 * @throws ServiceError 403 if the query filters or sorts by a field outside the plan or bundle
 */
export function refuseHidden(
  account: Account,
  endpoint: Endpoint,
  { conditions, sort }: Query,
): void {
  const hidden = hiddenFields(account, endpoint);
  const used = [...conditions.map(({ column }) => column.field), ...(sort ? [sort.field] : [])];
  const refused = [...new Set(used)].filter((field) => hidden.includes(field));
  if (refused.length > 0) throw fieldsOutsidePlan(refused);
}

/** Removes the fields and documents that the account's plan or bundle does not include. */
export function forAccount<Page extends RecordPage>(
  page: Page,
  account: Account,
  endpoint: Endpoint,
): Page {
  const open = withoutFields(page, hiddenFields(account, endpoint));
  return withoutDocuments(open, account, endpoint);
}

/**
 * Removes fields from the records of a page, and adds a notice with the number of removed fields.
 */
function withoutFields<Page extends RecordPage>(page: Page, hidden: readonly string[]): Page {
  if (hidden.length === 0) return page;
  const records = page.records.map((record) =>
    JSON.stringify(JSON.parse(record), (key, value) => (hidden.includes(key) ? undefined : value)),
  );
  const notice = `${hidden.length} columns are omitted, because your plan or bundle does not include them.`;
  return { ...page, records, notices: [...(page.notices ?? []), notice] };
}

/**
 * Removes the URL and the sentence of a document from the field `known` if the account may not use
 * the endpoint that serves the document. The document's source is replaced with `see TOOL`.
 */
function withoutDocuments<Page extends RecordPage>(
  page: Page,
  account: Account,
  { documentedBy = {} }: Endpoint,
): Page {
  const closed = Object.entries(documentedBy).filter(([, origin]) => !permitted(account, origin));
  if (closed.length === 0 || !page.beside) return page;
  const tools = new Map(closed.map(([field, { name }]) => [field, name]));
  const beside = page.beside.map((fields) => {
    const { known, ...others }: { readonly known?: readonly KnownValue[] } = JSON.parse(fields);
    if (!known) return fields;
    const open = known.map((one) => {
      const tool = tools.get(one.field);
      return tool ? { ...one, source: `see ${tool}`, url: null, sentence: null } : one;
    });
    return JSON.stringify({ ...others, known: open });
  });
  return { ...page, beside };
}

interface KnownValue {
  readonly field: string;
}
