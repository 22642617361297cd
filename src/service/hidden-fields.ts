import { fieldsOutsidePlan } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { originsOf } from '../catalogue/joined-fields.ts';
import type { Query, RecordPage } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Account } from './access/account.ts';

/** The fields of joined records that come from endpoints outside the account's plan or bundle. */
export function hiddenFields(account: Account, endpoint: Endpoint): readonly string[] {
  return Object.keys(endpoint.record).filter((name) =>
    originsOf(endpoint, name).some((origin) => !permitted(account, origin)),
  );
}

/** @throws ServiceError 403 if a query filters or sorts by one of these fields */
export function refuseHidden(hidden: readonly string[], { conditions, sort }: Query): void {
  const used = [...conditions.map(({ column }) => column.field), ...(sort ? [sort.field] : [])];
  const refused = [...new Set(used)].filter((field) => hidden.includes(field));
  if (refused.length > 0) throw fieldsOutsidePlan(refused);
}

/** A page without these fields, and with a notice that counts them. */
export function withoutFields<Page extends RecordPage>(
  page: Page,
  hidden: readonly string[],
): Page {
  if (hidden.length === 0) return page;
  const records = page.records.map((record) =>
    JSON.stringify(JSON.parse(record), (key, value) => (hidden.includes(key) ? undefined : value)),
  );
  const notice = `${hidden.length} columns are not in your plan or bundle and are left out.`;
  return { ...page, records, notices: [...(page.notices ?? []), notice] };
}
