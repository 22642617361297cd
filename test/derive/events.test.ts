import { describe, expect, it } from 'vitest';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { originOf } from '../../src/derive/origin.ts';
import { sourceName } from '../../src/derive/source-names.ts';
import { writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { type FactsByKind, refreshOf, storeOf } from './refresh-of.ts';

const TODAY = '2027-01-31';
type Mention = NonNullable<FactsByKind['mentions']>[number]['mentions'][number];

const mention = (type: string, more: Partial<Mention> = {}): Mention => ({
  type,
  date: null,
  precision: null,
  drug: 'zelvotinib',
  status: 'announced',
  confidence: 0.95,
  sentence: `A sentence on ${type}.`,
  detail: {},
  ...more,
});

function texts(
  published_date: string,
  mentions: readonly Mention[],
  more: object = {},
): FactsByKind {
  const source_url = `https://abcqz.example/${published_date}`;
  const about = { document_id: source_url, ticker: 'ABCQZ', published_date, source_url };
  return { mentions: [{ ...about, form: '8-K', mentions: [...mentions], ...more }] };
}

const companies: FactsByKind = {
  companies: [
    { ticker: 'ABCQZ', name: 'Abcora Therapeutics, Inc.', cik: '1234567' },
    { ticker: 'BIGQZ', name: 'Bigmed Pharmaceuticals', cik: '7654321' },
  ],
};
const goal = mention('pdufa_date', { date: '2027-03-15', precision: 'day' });

describe('the facts of a refresh', () => {
  it('are read from what the events are computed from, once there is a text', async () => {
    const catalysts = ({ facts }: Refresh) => facts.all('catalysts');
    const none = await refreshOf(TODAY, companies);
    expect(none.kindsReadBy(catalysts)).toEqual(['catalysts', 'companies', 'mentions']);
    const told = await refreshOf(TODAY, companies, texts('2026-11-20', [goal]));
    expect(told.kindsReadBy(catalysts)).toEqual([
      'approvals',
      'catalysts',
      'companies',
      'complete_response_letters',
      'decisions',
      'designations',
      'drug_labels',
      'mentions',
      'programs',
      'trials',
    ]);
  });

  it('hold what texts tell from the day of the text on', async () => {
    const told = texts('2026-11-20', [goal]);
    const before = await refreshOf('2026-11-19', companies, told);
    expect(before.facts.all('catalysts')).toEqual([]);
    const after = await refreshOf('2026-11-20', companies, told);
    expect(after.facts.all('catalysts')).toMatchObject([
      { ticker: 'ABCQZ', formattedDate: '2027-03-15', createdDate: '2026/11/20', source: 'test' },
    ]);
    expect(after.universe.has('ABCQZ')).toBe(true);
  });

  it('of a past day know nothing of a later move', async () => {
    const moved = mention('pdufa_extended', { detail: { new: '2027-06-15' } });
    const all = [
      companies,
      texts('2026-11-20', [goal]),
      texts('2027-01-20', [moved, { ...goal, date: '2027-06-15' }]),
    ];
    const [before, after] = [await refreshOf('2027-01-19', ...all), await refreshOf(TODAY, ...all)];
    expect(before.facts.all('catalysts')).toMatchObject([{ formattedDate: '2027-03-15' }]);
    expect(before.facts.all('catalyst_changes')).toEqual([]);
    expect(after.facts.all('catalysts')).toMatchObject([{ formattedDate: '2027-06-15' }]);
    const [catalyst] = after.facts.all('catalysts');
    expect(after.facts.all('catalyst_changes')).toMatchObject([
      { catalyst_id: catalyst!._id, changed_date: '2027-01-20', previous_value: '2027-03-15' },
    ]);
  });

  it('have an approval if a label, a trial or a program gives the drug to the company', async () => {
    const approval = mention('approval', {
      drug: 'Newivir',
      sentence: 'The FDA approved Newivir.',
    });
    const approvalsWith = async (more: FactsByKind) =>
      (await refreshOf(TODAY, companies, texts('2026-11-20', [approval]), more)).facts.all(
        'approvals',
      ).length;
    const label = (...manufacturers: readonly string[]) => ({
      drug_labels: [{ set_id: 'a', brand_names: ['Newivir'], manufacturers: [...manufacturers] }],
    });
    expect(await approvalsWith({})).toBe(0);
    expect(await approvalsWith(label('Bigmed Pharmaceuticals'))).toBe(0);
    expect(await approvalsWith(label('Abcora Therapeutics'))).toBe(1);
    const program = { ticker: 'ABCQZ', drug_name: 'Newivir', indication: 'Hives' };
    expect(await approvalsWith({ programs: [program] })).toBe(1);
    const trial = { nctId: 'NCT1', LeadSponsorName: 'Abcora Therapeutics, Inc.' };
    expect(await approvalsWith({ trials: [{ ...trial, InterventionName: 'Newivir' }] })).toBe(1);
  });

  it('have the ticker of the company that a text names by its CIK or by its name', async () => {
    const { mentions } = texts('2026-11-20', [goal]);
    const [{ ticker: _, ...named }] = mentions as [NonNullable<typeof mentions>[number]];
    const byCik = { mentions: [{ ...named, cik: '0001234567' }] } as unknown as FactsByKind;
    const byName = {
      mentions: [{ ...named, company_name: 'ABCORA THERAPEUTICS INC' }],
    } as unknown as FactsByKind;
    for (const told of [byCik, byName]) {
      const { facts } = await refreshOf(TODAY, companies, told);
      expect(facts.all('catalysts')).toMatchObject([{ ticker: 'ABCQZ' }]);
    }
  });
});

describe('what sources have given', () => {
  it.each([
    [
      'designations',
      mention('designation', { detail: { which: 'Orphan Drug' } }),
      // The FDA list has no ticker.
      {
        drug_name: 'zelvotinib',
        designation_type: 'Orphan',
        designation_date: '2026-11-02',
        sponsor_name: 'Abcora Therapeutics',
      },
    ],
    [
      'approvals',
      mention('approval'),
      {
        drug_name: 'ZELVORA',
        active_ingredients: ['ZELVOTINIB'],
        approval_date: '2026-11-18',
        sponsor_name: 'ABCORA THERAPEUTICS',
        submission_type: 'ORIG',
      },
    ],
    [
      'offerings',
      mention('offering', { drug: null, detail: { amount: 60e6 } }),
      { ticker: 'ABCQZ', form_type: '424B5', filed_at: '2026-11-23', offering_type: 'follow_on' },
    ],
    [
      'complete_response_letters',
      mention('crl'),
      { ticker: 'ABCQZ', drug_name: 'zelvotinib', letter_date: '2026-11-18' },
    ],
  ] as const)('is one event with what texts tell of it: %s', async (kind, told, given) => {
    const stored = { [kind]: [given] } as unknown as FactsByKind;
    const known = await refreshOf(TODAY, companies, stored, texts('2026-11-20', [told]));
    const [one, ...others] = known.facts.all(kind);
    expect(others).toEqual([]);
    expect(one).toMatchObject(given);
    // An approval or CRL that is in a register stays unchanged. Other events gain the evidence.
    const gains = kind !== 'approvals' && kind !== 'complete_response_letters';
    if (gains) expect(one).toMatchObject({ evidence: told.sentence });
    // An event months later is a different event.
    const later = await refreshOf('2028-12-31', companies, stored, texts('2028-11-20', [told]));
    expect(later.facts.all(kind)).toHaveLength(2);
  });

  it('keeps its own document: a text of another one adds neither form nor day nor sentence', async () => {
    const source_url = 'https://sec.example/424b5';
    const offering = {
      ticker: 'ABCQZ',
      form_type: '424B5',
      filed_at: '2026-11-23',
      source_url,
      offering_type: 'follow_on',
    };
    const told = mention('offering', { drug: null, detail: { amount: 60e6 } });
    const stored: FactsByKind = { offerings: [offering] };
    const { facts } = await refreshOf(TODAY, companies, stored, texts('2026-11-20', [told]));
    const [one] = facts.all('offerings');
    expect(one).toMatchObject({ ...offering, offering_amount_usd: 60e6 });
    expect(one!.evidence ?? one!.document_form ?? one!.document_date ?? null).toBeNull();
  });

  it.each([
    ['press-releases', '424B5', 'SEC 424B5'],
    ['press-releases', '8-K', 'SEC 8-K'],
    ['press-releases', 'press release', 'press release'],
    ['press-releases', null, 'imported text'],
    ['press-releases', null, 'news.example', 'https://www.news.example/a'],
    ['press-releases', null, 'press release', 'https://www.globenewswire.com/a'],
    ['press-releases', null, 'text archived at github.com/a', 'https://github.com/a/b/blob/c'],
    ['press-releases', null, 'SEC filing', 'https://www.sec.gov/Archives/edgar/data/1/2.txt#p1'],
    ['press-releases', null, 'SEC EX-99.1', 'https://www.sec.gov/Archives/1/ab-2026xex991.htm'],
    ['offerings', '424B5', 'SEC 424B5'],
    ['offerings', undefined, 'imported offerings'],
    ['press-releases', null, 'SEC 424B5', 'https://www.sec.gov/Archives/edgar/1/d12d424b5.htm'],
    ['press-releases', null, 'SEC 10-Q', 'https://www.sec.gov/Archives/edgar/data/1/abc_10q.htm'],
    ['press-releases', null, 'SEC S-3', 'https://www.sec.gov/Archives/edgar/data/1/forms-3.htm'],
    ['file:raised.csv', undefined, 'imported offerings'],
    ['file:raised.csv', undefined, 'press release', 'https://www.globenewswire.com/a'],
    ['file:raised.csv', '424B5', 'SEC 424B5'],
    ['sec-form4', undefined, 'SEC Form 4'],
    ['sec-form345', '5', 'SEC Form 5'],
  ])(
    'has the form of an imported text or record in its name: %s, %s',
    (source, form, name, url = '') => {
      expect(sourceName('offerings', source, form, url)).toBe(name);
    },
  );

  it.each([
    ['short_interest', 'finra-short-interest', /^https:\/\/www\.finra\.org\/finra-data\//],
    ['prices', 'yahoo-chart', /^https:\/\/finance\.yahoo\.com\/quote\/ABCQZ\/history$/],
    ['treasury_rates', 'treasury-rates', /^https:\/\/home\.treasury\.gov\//],
    ['treasury_rates', 'yahoo-chart', undefined],
  ] as const)('has the page of its list as its URL: %s, %s', (kind, source, url) => {
    const fact = kind === 'treasury_rates' ? { source } : { source, ticker: 'ABCQZ' };
    const { source_url } = originOf(kind, fact);
    if (url) expect(source_url).toMatch(url);
    else expect(source_url).toBeNull();
  });

  it('a list without a day gives its records none', () => {
    const one = { source: 'orphan-designations', designation_date: '2020-10-06' };
    expect(originOf('designations', one).source_date).toBeNull();
    const dated = { ...one, edition: '2026-05-14' };
    expect(originOf('designations', dated).source_date).toBe('2026-05-14');
  });

  it('has the title of an imported text without form and URL as its source', async () => {
    const told = mention('offering', { drug: null, detail: { amount: 60e6 } });
    const source = { form: null, source_url: null, title: 'Abcora prices an offering' };
    const document = texts('2026-11-20', [told], source).mentions![0]!;
    const database = await storeOf(companies);
    writeFacts(database, 'mentions', [document], 'press-releases');
    const [one] = beginRefresh(readFacts(database), TODAY).facts.all('offerings');
    expect(originOf('offerings', one!)).toEqual({
      source: 'Abcora prices an offering',
      source_url: null,
      source_date: '2026-11-20',
    });
  });

  it('is one deal if both parties report it', async () => {
    const detail = { acquirer: 'Bigmed', target: 'Abcora' };
    const told = mention('acquisition', { drug: null, detail });
    const { facts } = await refreshOf(
      TODAY,
      companies,
      texts('2026-11-20', [told]),
      texts('2026-11-21', [told], { ticker: 'BIGQZ', document_id: 'other' }),
    );
    expect(facts.all('deals')).toMatchObject([{ acquirerTicker: 'BIGQZ', targetTicker: 'ABCQZ' }]);
  });
});
