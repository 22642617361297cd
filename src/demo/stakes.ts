import { sharesThen } from './companies.ts';
import { type Day, isoOf, weekdayFrom } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { cikOfFund } from './funds.ts';
import { fundNames, personName } from './names.ts';
import { randomOf } from './random.ts';
import type { Facts, Story, World } from './world.ts';

const TRANSACTIONS = 'The shares were bought in the open market with working capital.';
const PURPOSE =
  'The Reporting Persons believe that the shares are undervalued and intend to discuss with the board ' +
  'a sale of the company and a change of two directors.';

/**
 * Generates Schedules 13D and 13G of the last weeks: a group that consists of a fund and its
 * manager, activists, founders, and amendments that report a fall below 5 %.
 */
export function largeStakes(world: World, story: Story): Facts<'large_stakes'> {
  const { company } = story;
  if (company.filer !== 'us-gaap' || company.delisted || company.at % 3 !== 1) return [];
  const random = randomOf(world.seed, 'stakes', company.at);
  const kind = Math.floor(company.at / 3) % 4;
  const fund = Math.floor(company.at / 3) % fundNames.length;
  const event = world.today - random.integer(10, 40);
  const percent = Math.round(random.between(52, 98)) / 10;
  const [founder, manager] = [personName(random), personName(random)];
  const isFounder = kind === 3;
  const filer = isFounder ? String(9_600_000_000 + company.at) : cikOfFund(fund);
  const stake = (form: string, day: Day, amendment: number, pct: number) => {
    const accession = accessionOf(filer, weekdayFrom(day + 3), 700 + company.at);
    const shares = sharesThen(company, day, Math.round((story.sharesOn(day) * pct) / 100));
    const lead = { name: isFounder ? founder : fundNames[fund]!, cik: filer, shares, percent: pct };
    const own =
      kind === 2 ? { shares: Math.round(shares / 2), percent: pct / 2 } : { percent: pct };
    return {
      ticker: company.ticker,
      cik: company.cik,
      filer_cik: filer,
      accession,
      form,
      amendment,
      event_date: isoOf(day),
      filing_date: isoOf(weekdayFrom(day + 3)),
      issuer_name: company.name,
      security_title: 'Common Stock',
      persons: [
        { ...lead, types: [isFounder ? 'IN' : 'IA'] },
        ...(isFounder ? [] : [{ ...lead, ...own, name: manager, cik: null, types: ['IN'] }]),
      ],
      purpose: form.includes('13D') ? PURPOSE : null,
      transactions: form.includes('13D') ? TRANSACTIONS : null,
      is_exit: form.includes('13G') ? pct <= 5 : null,
      source_url: filingUrl(accession),
    };
  };
  const form = kind === 1 ? 'SCHEDULE 13D' : 'SCHEDULE 13G';
  const first = stake(form, event, 0, percent);
  const isSold = kind === 0 && company.at % 2 === 0;
  return isSold ? [first, stake(`${form}/A`, event + 5, 1, 3.1)] : [first];
}
