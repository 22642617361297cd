import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import tags from '../../../src/domain/data/financial-tags.json' with { type: 'json' };

const shared = resolve(import.meta.dirname, '../../../../shared');
const folders = ['samples/sec_companyfacts', 'recordings/sec_companyfacts'].map((folder) =>
  join(shared, folder),
);
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

const read = new Set(Object.values(tags.concepts).flat());
/** Tags of a balance sheet, an income statement or a cash flow statement that may be read. */
const LIKELY =
  /^(?:\w*Borrowings|(?:LongTerm|ShortTerm|Convertible)?Debt(?:Current|Noncurrent)?|\w*NotesPayable\w*|Cash(?:AndCash\w+|Cash\w+)?|\w*Investments(?:Current|Noncurrent)?|CurrentFinancialAssets\w*|Marketable\w+|AvailableForSale\w*urrent|CashFlowsFromUsedInOperat\w*|NetCash\w*Operating\w*|Revenues?(?:From\w+)?|StockholdersEquity|Equity|\w*SharesOutstanding|ResearchAndDevelopment\w*|\w*AdministrativeExpense|(?:Current)?(?:Assets|Liabilities)(?:Current)?|PurchaseOfProperty\w*|PaymentsToAcquirePr\w*|ProfitLoss|NetIncomeLoss)$/;
/** Sums of read tags, other flows and parts of other statements. */
const NOT_READ =
  /^(?:Borrowings|OtherBorrowings|LongTermDebt|MarketableSecurities|RevenueFromInterest|CashAndCashEquivalentsFairValueDisclosure|OtherLongTermInvestments|EquityMethodInvestments)$|^(?:Weighted|Preferred|Temporary|DeferredTax|Accretion|PaymentsToAcquireInvestments)|PeriodIncreaseDecrease/;

describe.skipIf(files.length === 0)('tags of ../shared companyfacts (skipped if absent)', () => {
  it.each(files)('are read or known as none of the concepts in %s', (file) => {
    const { facts } = JSON.parse(readFileSync(file, 'utf8')) as {
      facts: Record<string, Record<string, unknown>>;
    };
    const reported = Object.values(facts).flatMap((ofTaxonomy) => Object.keys(ofTaxonomy));
    const unread = reported.filter(
      (tag) => LIKELY.test(tag) && !NOT_READ.test(tag) && !read.has(tag),
    );
    expect(unread).toEqual([]);
  });
});
