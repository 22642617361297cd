import type { Fact } from '../facts/fact-kinds.ts';
import { type Books, sharesOn } from './books.ts';
import { type Day, isoOf, weekdayFrom } from './days.ts';
import { accessionOf } from './filings.ts';
import { dueDays, reportDates, securitiesOf } from './funds.ts';
import { closeOn, type Story, sharesThen, type World } from './model.ts';

/** Who holds a part of every company, of which the data sets of all filers alone tell. */
const managers = [
  { name: 'Quellmark Index Trust', part: 0.061, growth: 1.02, table_usd: 4_815e9 },
  { name: 'Norrhaven Bank & Trust', part: 0.017, growth: 0.94, table_usd: 962e9 },
  { name: 'Tamberlane Pension Board', part: 0.008, growth: 1, table_usd: 171e9 },
];
/** Quarters of which the sets are read. */
const quarters = 2;

/** The parts of these managers' reports that are of companies whose CUSIP a list names. */
export function holdingsReports(
  world: World,
  books: ReadonlyMap<Story, Books>,
): readonly Fact<'holdings_reports'>[] {
  const listed = new Map(
    securitiesOf(world).flatMap(({ ticker, cusip, class_title }) =>
      class_title === 'COM' ? [[ticker, cusip] as const] : [],
    ),
  );
  return reportDates(world)
    .slice(-quarters)
    .flatMap((end, number) =>
      managers.map(({ name, part, growth, table_usd }, at) => {
        const cik = String(9_700_000_000 + at * 37);
        const filed = weekdayFrom(end + dueDays - 2 - at);
        return {
          accession: accessionOf(cik, filed, 700 + (end % 97)),
          cik,
          fund_name: name,
          report_date: isoOf(end),
          filing_date: isoOf(filed),
          form: '13F-HR',
          positions: positionsOf(world, books, listed, end, part * growth ** number),
          table_value_total: table_usd,
          source_url: `https://filings.example/${cik}/${isoOf(end)}`,
        };
      }),
    );
}

function positionsOf(
  world: World,
  books: ReadonlyMap<Story, Books>,
  listed: ReadonlyMap<string | null | undefined, string>,
  end: Day,
  part: number,
) {
  const held = world.stories.flatMap((story) => {
    const cusip = listed.get(story.company.ticker);
    const close = closeOn(world, story, end);
    if (cusip === undefined || close === null) return [];
    const shares = Math.round(part * sharesOn(story.company, books.get(story)!.raises, end));
    return [
      { cusip, value: Math.round(shares * close), shares: sharesThen(story.company, end, shares) },
    ];
  });
  return {
    cusip: held.map(({ cusip }) => cusip),
    value: held.map(({ value }) => value),
    shares: held.map(({ shares }) => shares),
  };
}
