import { type Day, isoOf } from './days.ts';
import { pressRelease } from './regulatory.ts';
import { type Facts, held, type Story, type World } from './world.ts';

/** Number of days before today in which a press release reports each application. */
const REPORTED_DAYS = 700;

type Mention = Facts<'mentions'>[number]['mentions'][number];

/**
 * Generates press releases and the statements that are read from them. They report applications
 * (submitted, accepted, withdrawn or refused for filing), goal dates without a drug or a known
 * outcome, and an uncertain rejection.
 */
export function releasesOf(world: World, story: Story): Facts<'mentions'> {
  const { today } = world;
  const { at, ticker, name } = story.company;
  const [first, second] = story.programs;
  const other = story.programs.find(({ failed }) => failed !== null);
  const filings = held(story, 'filing').filter(({ day }) => day > today - REPORTED_DAYS);
  const releases = filings.flatMap(({ day, program }) => {
    const { drug } = program!;
    const submitted = `${name} submitted a marketing application for ${drug} to the FDA.`;
    const accepted = `The FDA accepted the application for ${drug} for review.`;
    return [
      [day, mention('nda_bla_submitted', drug, submitted)] as const,
      [day + 60, mention('nda_bla_accepted', drug, accepted)] as const,
    ];
  });
  const goal = isoOf(today + 155);
  const nameless = `${name} announced an FDA PDUFA goal date of ${goal}.`;
  const past = { date: isoOf(today - 20), precision: 'day' };
  const dated = `The FDA set a PDUFA goal date of ${past.date} for ${first?.code}.`;
  const refused = `The FDA may have declined to approve ${first?.drug}, according to a report.`;
  const withdrew = `${name} withdrew its application for ${other?.drug}.`;
  const unfiled = `${name} received a refusal-to-file letter from the FDA for ${first?.drug}.`;
  const others = [
    at % 16 === 12 && first && [today - 160, mention('refuse_to_file', first.drug, unfiled)],
    at % 16 === 2 &&
      second && [
        today - 9,
        mention('pdufa_date', null, nameless, { date: goal, precision: 'day' }),
      ],
    at % 16 === 4 &&
      first && [
        today - 6,
        mention('crl', first.drug, refused, { confidence: 0.62, tier: 'reported' }),
      ],
    at % 6 === 1 &&
      other && [
        today - 75,
        mention('withdrawn', other.drug, withdrew, { detail: { what: 'application' } }),
      ],
    at % 16 === 10 && first && [today - 230, mention('pdufa_date', first.code, dated, past)],
  ].filter(Boolean) as [Day, Mention][];
  return [...releases, ...others]
    .filter(([day]) => day < today)
    .map(([day, one]) => ({
      document_id: `${ticker}-${day}`,
      ticker,
      published_date: isoOf(day),
      form: 'press release',
      source_url: pressRelease(story, day),
      mentions: [one],
    }));
}

function mention(
  type: string,
  drug: string | null,
  sentence: string,
  more: Partial<Mention> = {},
): Mention {
  const context = 'The company will host a conference call about this announcement.';
  const read = { status: 'announced', confidence: 0.95, tier: 'confirmed', context, detail: {} };
  return { type, date: null, drug, sentence, ...read, ...more };
}
