import { fieldsOutsidePlan } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { originsOf } from '../catalogue/joined-fields.ts';
import type { Query, RecordPage } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Account } from './access/account.ts';

/** The fields of joined records whose endpoints are outside the account's plan or bundle. */
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

/** A page without fields and documents that are outside the account's plan or bundle. */
export function forAccount<Page extends RecordPage>(
  page: Page,
  account: Account,
  endpoint: Endpoint,
): Page {
  const open = withoutFields(page, hiddenFields(account, endpoint));
  return withoutDocuments(open, account, endpoint);
}

/** A page without these fields, with a notice that states how many are missing. */
function withoutFields<Page extends RecordPage>(page: Page, hidden: readonly string[]): Page {
  if (hidden.length === 0) return page;
  const records = page.records.map((record) =>
    JSON.stringify(JSON.parse(record), (key, value) => (hidden.includes(key) ? undefined : value)),
  );
  const notice = `${hidden.length} columns are omitted, because they are not in your plan or bundle.`;
  return { ...page, records, notices: [...(page.notices ?? []), notice] };
}

/**
 * A page in which `known` values name a tool and not a document, if the document belongs to an
 * endpoint outside the account's plan or bundle.
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
