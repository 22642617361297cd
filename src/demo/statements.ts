import { type Day, isoOf, monthEnd, partsOf } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { randomOf } from './random.ts';
import { pressRelease } from './regulatory.ts';
import { type Facts, held, type Story, type World } from './world.ts';

/** Generates statements of companies about cash runway, refusals and resubmissions. */
export function statementsOf(world: World, story: Story): Facts<'mentions'> {
  return [...statedRunways(world, story), ...refusalStatements(story)];
}

/** Generates statements about a past refusal and the resubmission that followed the refusal. */
function refusalStatements(story: Story): Facts<'mentions'> {
  const { ticker, cik } = story.company;
  const refusals = held(story, 'decision').filter(({ result }) => result === 'negative');
  return refusals.flatMap(({ program, day }) => {
    const { drug } = program!;
    const again = held(story, 'filing').find((one) => one.program === program && one.day > day);
    const report = (type: string, on: Day, sentence: string) => ({
      document_id: pressRelease(story, on),
      source_url: pressRelease(story, on),
      ticker,
      cik,
      form: '8-K',
      published_date: isoOf(on),
      title: null,
      mentions: [
        {
          type,
          date: null,
          date_basis: 'none',
          status: 'historical',
          drug,
          drug_from: 'sentence',
          confidence: 0.9,
          tier: null,
          sentence,
        },
      ],
    });
    const refused = `The FDA issued a complete response letter for ${drug}; the company plans to resubmit.`;
    const resubmitted = `The company resubmitted its application for ${drug}, a Class 2 resubmission.`;
    return [
      report('crl', day + 1, refused),
      ...(again ? [report('nda_bla_submitted', again.day + 1, resubmitted)] : []),
    ];
  });
}

/** Statements about cash runway in the releases of the latest quarterly results. */
function statedRunways(world: World, story: Story): Facts<'mentions'> {
  const { ticker, cik, at, filer } = story.company;
  const report = story.quarters.findLast(({ filed }) => filed < world.today);
  if (!report || filer !== 'us-gaap' || at % 4 === 0) return [];
  const random = randomOf(world.seed, 'stated runway', at);
  const burn = Math.max(-report.operatingCashFlow / 3, 1);
  const months = Math.min((report.cash + report.securities) / burn + random.integer(-2, 5), 60);
  const half = halfOf(monthEnd(report.end, Math.max(Math.round(months), 6)));
  const bound = at % 3 === 0 ? 'through' : 'into';
  const conditions = at % 5 === 1 ? 'later proceeds' : undefined;
  const proceeds = conditions ? ', together with the proceeds of its loan facility,' : '';
  const url = filingUrl(accessionOf(cik, report.filed, 60));
  return [
    {
      document_id: url,
      source_url: url,
      ticker,
      cik,
      form: 'EX-99.1',
      published_date: isoOf(report.filed),
      title: 'Quarterly results',
      mentions: [
        {
          type: 'stated_runway',
          date: half.period,
          precision: 'half',
          date_basis: 'stated',
          status: 'announced',
          confidence: 0.9,
          tier: 'confirmed',
          sentence: `The company expects that its cash${proceeds} will fund operations ${bound} ${half.words}.`,
          detail: { bound, ...(conditions ? { conditions } : {}) },
        },
      ],
    },
  ];
}

function halfOf(day: Day) {
  const { year, month } = partsOf(day);
  return month > 6
    ? {
        words: `the second half of ${year}`,
        period: { from: `${year}-07-01`, to: `${year}-12-31` },
      }
    : {
        words: `the first half of ${year}`,
        period: { from: `${year}-01-01`, to: `${year}-06-30` },
      };
}
