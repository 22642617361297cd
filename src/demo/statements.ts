import { type Day, isoOf, monthEnd, partsOf } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { randomOf } from './random.ts';
import { pressRelease } from './regulatory.ts';
import { type Facts, held, type Story, type World } from './world.ts';

/**
 * Press releases report the applications that were submitted in this number of days before today.
 */
const REPORTED_DAYS = 700;

type Document = Facts<'mentions'>[number];
type Mention = Document['mentions'][number];

/**
 * Generates documents of a company, each with the statement that is read from it. Some statements
 * are about cash runway, and some are about refusals and resubmissions. Press releases contain the
 * other statements (see `releasesOf`).
 */
export function statementsOf(world: World, story: Story): readonly Document[] {
  const { ticker, cik } = story.company;
  const filed = [...statedRunways(world, story), ...refusalStatements(story)];
  const documents = filed.map(({ url, form, day, title, mention }) => {
    const source = { document_id: url, source_url: url, ticker, cik, form };
    return { ...source, published_date: isoOf(day), title, mentions: [mention] };
  });
  return [...documents, ...releasesOf(world, story)];
}

/** Generates statements about a past refusal and the resubmission that followed the refusal. */
function refusalStatements(story: Story) {
  const refusals = held(story, 'decision').filter(({ result }) => result === 'negative');
  return refusals.flatMap(({ program, day }) => {
    const { drug } = program!;
    const again = held(story, 'filing').find((one) => one.program === program && one.day > day);
    const report = (type: string, on: Day, sentence: string) => {
      const mention = {
        type,
        date: null,
        date_basis: 'none',
        status: 'historical',
        drug,
        drug_from: 'sentence',
        confidence: 0.9,
        tier: null,
        sentence,
      };
      return { url: pressRelease(story, on), form: '8-K', day: on, title: null, mention };
    };
    const refused = `The FDA issued a complete response letter for ${drug}; the company plans to resubmit.`;
    const resubmitted = `The company resubmitted its application for ${drug}, a Class 2 resubmission.`;
    return [
      report('crl', day + 1, refused),
      ...(again ? [report('nda_bla_submitted', again.day + 1, resubmitted)] : []),
    ];
  });
}

/** Generates the statement about cash runway in the release of the latest quarterly results. */
function statedRunways(world: World, story: Story) {
  const { cik, at, filer } = story.company;
  const report = story.quarters.findLast(({ filed }) => filed < world.today);
  if (!report || filer !== 'us-gaap' || at % 4 === 0) return [];
  const random = randomOf(world.seed, 'stated runway', at);
  const burn = Math.max(-report.operatingCashFlow / 3, 1);
  const months = Math.min((report.cash + report.securities) / burn + random.integer(-2, 5), 60);
  const { year, month } = partsOf(monthEnd(report.end, Math.max(Math.round(months), 6)));
  const [half, from, to] = month > 6 ? ['second', '07-01', '12-31'] : ['first', '01-01', '06-30'];
  const bound = at % 3 === 0 ? 'through' : 'into';
  const conditions = at % 5 === 1 ? 'later proceeds' : undefined;
  const proceeds = conditions ? ', together with the proceeds of its loan facility,' : '';
  const url = filingUrl(accessionOf(cik, report.filed, 60));
  const mention = {
    type: 'stated_runway',
    date: { from: `${year}-${from}`, to: `${year}-${to}` },
    precision: 'half',
    date_basis: 'stated',
    status: 'announced',
    confidence: 0.9,
    tier: 'confirmed',
    sentence: `The company expects that its cash${proceeds} will fund operations ${bound} the ${half} half of ${year}.`,
    detail: { bound, ...(conditions ? { conditions } : {}) },
  };
  return [{ url, form: 'EX-99.1', day: report.filed, title: 'Quarterly results', mention }];
}

/**
 * Generates press releases, each with the statement that is read from it. Some statements are about
 * applications that were submitted, accepted, withdrawn or refused for filing. The others state a
 * goal date without naming a drug, a past goal date without an outcome, or an uncertain rejection.
 */
function releasesOf({ today }: World, story: Story): readonly Document[] {
  const { at, ticker, name } = story.company;
  const [first, second] = story.programs;
  const other = story.programs.find(({ failed }) => failed !== null);
  const filings = held(story, 'filing').filter(({ day }) => day > today - REPORTED_DAYS);
  const releases = filings.flatMap(({ day, program }) => {
    const { drug } = program!;
    const submitted = `${name} submitted a marketing application for ${drug} to the FDA.`;
    const accepted = `The FDA accepted the application for ${drug} for review.`;
    return [
      { day, mention: announced('nda_bla_submitted', drug, submitted) },
      { day: day + 60, mention: announced('nda_bla_accepted', drug, accepted) },
    ];
  });
  const add = (ago: number, ...stated: Parameters<typeof announced>) =>
    releases.push({ day: today - ago, mention: announced(...stated) });
  const goal = { date: isoOf(today + 155), precision: 'day' };
  const past = { date: isoOf(today - 20), precision: 'day' };
  const nameless = `${name} announced an FDA PDUFA goal date of ${goal.date}.`;
  const dated = `The FDA set a PDUFA goal date of ${past.date} for ${first?.code}.`;
  const refused = `The FDA may have declined to approve ${first?.drug}, according to a report.`;
  const withdrew = `${name} withdrew its application for ${other?.drug}.`;
  const unfiled = `${name} received a refusal-to-file letter from the FDA for ${first?.drug}.`;
  const unsure = { confidence: 0.62, tier: 'reported' };
  const application = { detail: { what: 'application' } };
  if (at % 16 === 12 && first) add(160, 'refuse_to_file', first.drug, unfiled);
  if (at % 16 === 2 && second) add(9, 'pdufa_date', null, nameless, goal);
  if (at % 16 === 4 && first) add(6, 'crl', first.drug, refused, unsure);
  if (at % 6 === 1 && other) add(75, 'withdrawn', other.drug, withdrew, application);
  if (at % 16 === 10 && first) add(230, 'pdufa_date', first.code, dated, past);
  const published = releases.filter(({ day }) => day < today);
  return published.map(({ day, mention }) => ({
    document_id: `${ticker}-${day}`,
    ticker,
    published_date: isoOf(day),
    form: 'press release',
    source_url: pressRelease(story, day),
    mentions: [mention],
  }));
}

function announced(type: string, drug: string | null, sentence: string, more?: Partial<Mention>) {
  const context = 'The company will host a conference call about this announcement.';
  const read = { status: 'announced', confidence: 0.95, tier: 'confirmed', context, detail: {} };
  return { type, date: null, drug, sentence, ...read, ...more } as Mention;
}
