import { describe, expect, it } from 'vitest';
import { outsideBundle, type ServiceError } from '../../src/base/errors.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { DossierPart, Lookup, LookupKind } from '../../src/catalogue/lookup.ts';
import type { Directory } from '../../src/domain/directory/directory.ts';
import type { Entry } from '../../src/domain/directory/name-index.ts';
import type { Account } from '../../src/service/access/account.ts';
import { createDossiers } from '../../src/service/dossiers.ts';
import type { Service } from '../../src/service/service.ts';

const endpointOf = (name: string, plan: 'basic' | 'elite-plus' = 'basic') =>
  ({ name, plan, group: 'FDA Intelligence', notice: `about ${name}` }) as unknown as Endpoint;
const endpoints: Readonly<Record<LookupKind, Endpoint>> = {
  ticker: endpointOf('companies'),
  drug: endpointOf('pipeline', 'elite-plus'),
  trial: endpointOf('trials'),
  fund: endpointOf('funds'),
};
const partOf = (kind: LookupKind, more: object = {}): DossierPart => ({
  ...{ title: `of ${kind}`, endpoint: endpoints[kind], fields: ['name'], most: 3 },
  arguments: { key: '{key}', pattern: '{pattern}', until: '{today+14}', fixed: 'it' },
  ...more,
});
const dossiersOf = (parts: (kind: LookupKind) => readonly DossierPart[]) => ({
  ...{ ticker: parts('ticker'), drug: parts('drug') },
  ...{ trial: parts('trial'), fund: parts('fund') },
});
const lookup: Lookup = {
  names: endpoints,
  dossiers: dossiersOf((kind) => [partOf(kind)]),
  today: [partOf('fund', { arguments: { from: '{today}' } }), partOf('ticker', { key: 'field' })],
};

const entries: readonly Entry[] = [
  { kind: 'ticker', key: 'ABCQZ', name: 'Abacus Bio', ticker: 'ABCQZ' },
  { kind: 'ticker', key: 'XYZQZ', name: 'Xylo (Holdings)', ticker: 'XYZQZ' },
  { kind: 'drug', key: 'zelvotinib', name: 'zelvotinib', ticker: 'ABCQZ', about: ['Gout', 'Ague'] },
  { kind: 'drug', key: 'zelvotinib', name: 'zelvotinib', ticker: 'XYZQZ' },
  { kind: 'drug', key: 'zelvotinib', name: 'zelvotinib', ticker: 'XYZQZ' },
  { kind: 'drug', key: 'zelvotinib', name: 'zelvotinib', ticker: 'GONEQZ' },
  { kind: 'drug', key: 'zelvotinib', name: 'zelvotinib', owner: 'The fourth' },
  { kind: 'drug', key: 'odd+name', name: 'odd+name', owner: 'Universität Norvalle' },
  { kind: 'drug', key: 'nobody-1', name: 'nobody-1' },
  { kind: 'fund', key: '1234567', name: 'Big Fund' },
];
const directory: Directory = {
  company: (ticker) => entries.find(({ kind, key }) => kind === 'ticker' && key === ticker),
  companyNamed: (text) => entries.find(({ kind, name }) => kind === 'ticker' && name === text),
  drugs: (name) => entries.filter(({ kind, key }) => kind === 'drug' && key === name.toLowerCase()),
  fund: (cik) => entries.find(({ kind, key }) => kind === 'fund' && key === cik),
  *search() {
    yield undefined;
    return [];
  },
  *near(name, kinds, most) {
    yield undefined;
    return name.startsWith('none')
      ? []
      : entries.filter(({ kind }) => kinds.includes(kind)).slice(0, most);
  },
  companiesBeginning: () => [],
  companiesLike: (text) => (text.startsWith('none') ? [] : entries.slice(0, 1)),
};

interface World {
  readonly account?: Partial<Account>;
  readonly demo?: boolean;
  readonly directory?: Directory | undefined;
  readonly serves?: (endpoint: Endpoint) => boolean;
  /** Records of every part, or why there are none. */
  readonly answer?: readonly object[] | ServiceError;
  readonly notices?: readonly (readonly string[])[];
  readonly Note?: string;
  readonly isShown?: (endpoint: Endpoint) => boolean;
  readonly parts?: Lookup;
}

function build(world: World = {}) {
  const { demo = false, answer = [{}], notices = [] } = world;
  const asked: { questions: readonly object[]; named: readonly string[] }[] = [];
  const source = {
    demo,
    serves: world.serves ?? (() => true),
    directory: async () => ('directory' in world ? world.directory : directory),
  };
  const account = { name: 'anna', plan: 'elite-plus', demo, state: 'active', ...world.account };
  const service = {
    today: () => '2026-03-10',
    account: () => account,
    source: () => source,
    async answerAll(_: unknown, questions: readonly { endpoint: Endpoint }[], named = []) {
      asked.push({ questions, named: (named as readonly Endpoint[]).map(({ name }) => name) });
      const answers = questions.map(({ endpoint }, at) =>
        Array.isArray(answer)
          ? { endpoint, records: answer.map((one) => JSON.stringify(one)), notices: notices[at] }
          : answer,
      );
      const scan = async (steps: Generator<undefined, unknown>) => {
        for (;;) {
          const { done, value } = steps.next();
          if (done) return value;
        }
      };
      return { answers, source, scan, ...(world.Note ? { Note: world.Note } : {}) };
    },
  } as unknown as Service;
  const dossiers = createDossiers(service, world.parts ?? lookup, world.isShown);
  return {
    asked,
    source,
    of: (id: string) => dossiers.of('owner', id),
    today: () => dossiers.today('owner'),
  };
}

const zelvotinib = 'zelvotinib, drug of ABCQZ (Abacus Bio), XYZQZ (Xylo (Holdings)), GONEQZ: Gout';

describe('an id', () => {
  it.each([
    ['ABCQZ', 'ticker', 'ABCQZ', 'Abacus Bio (ABCQZ)', 'ABCQZ'],
    [' abcqz ', 'ticker', 'ABCQZ', 'Abacus Bio (ABCQZ)', 'ABCQZ'],
    ['ticker: abcqz', 'ticker', 'ABCQZ', 'Abacus Bio (ABCQZ)', 'ABCQZ'],
    ['Xylo (Holdings)', 'ticker', 'XYZQZ', 'Xylo (Holdings) (XYZQZ)', 'XYZQZ'],
    ['zelvotinib', 'drug', 'zelvotinib', zelvotinib, 'zelvotinib'],
    ['drug:ZELVOTINIB', 'drug', 'zelvotinib', zelvotinib, 'zelvotinib'],
    [
      ...['drug:odd+name', 'drug', 'odd+name', 'odd+name, drug of Universität Norvalle'],
      'odd\\+name',
    ],
    ['nobody-1', 'drug', 'nobody-1', 'nobody-1, drug', 'nobody-1'],
    ['fund:1234567', 'fund', '1234567', 'Big Fund, fund', 'Big Fund'],
    ['nct01234567', 'trial', 'NCT01234567', 'NCT01234567', 'NCT01234567'],
    ['trial:NCT01234567', 'trial', 'NCT01234567', 'NCT01234567', 'NCT01234567'],
    // Seven digits are none of a trial, and may be the name of a drug.
    ['NCT0123456', 'drug', 'NCT0123456', 'NCT0123456', '\\bNCT0123456\\b'],
    ['quell-1', 'drug', 'quell-1', 'quell-1', '\\bquell-1\\b'],
    ['drug:Quellbach Süd', 'drug', 'Quellbach Süd', 'Quellbach Süd', '\\bQuellbach Süd\\b'],
    ['drug:abcde', 'drug', 'abcde', 'abcde', '\\babcde\\b'],
  ] as const)(
    '%j is of a %s, by its key and its pattern',
    async (id, kind, key, title, pattern) => {
      const { of, asked } = build();
      expect(await of(id)).toMatchObject({ kind, key, title });
      expect(asked).toEqual([
        {
          questions: [
            {
              ...{ title: `of ${kind}`, endpoint: endpoints[kind], fields: ['name'], most: 3 },
              ...{ arguments: { key, pattern, until: '2026-03-24', fixed: 'it' }, isOurs: true },
            },
          ],
          named: [],
        },
      ]);
    },
  );

  it.each(['trial:ABCQZ', 'fund:999', 'drug:abcd', 'drug:a;bcdef', 'drug:-abcdef'])(
    '%s is of nothing, and no record is asked for',
    async (id) => {
      const { of, asked } = build();
      await expect(of(id)).rejects.toMatchObject({ status: 404, message: `Unknown id "${id}"` });
      for (const { questions } of asked) expect(questions).toEqual([]);
    },
  );

  it('that states a ticker which nobody bears says who is like it', async () => {
    const unknown = (id: string, world: World = {}) =>
      build(world)
        .of(id)
        .catch((cause) => cause);
    const text = 'Unknown ticker "Abacus". Did you mean ABCQZ (Abacus Bio)?';
    const hint = 'search finds ids by name.';
    expect(await unknown('ticker:Abacus')).toMatchObject({ status: 404, message: text, hint });
    expect(await unknown('ticker:Abacus', { demo: true })).toMatchObject({
      ...{ message: text, hint: 'Every company here is fictional.' },
    });
    expect(await unknown('ticker:none', { demo: true })).toMatchObject({
      message: 'Unknown ticker "none"',
      hint: 'Every company here is fictional. Import records to get real ones.',
    });
  });

  it('is a ticker where names are not known', async () => {
    const none = { directory: undefined };
    expect(await build(none).of('abcqz')).toMatchObject({
      ...{ kind: 'ticker', key: 'ABCQZ', title: 'ABCQZ' },
    });
    expect(await build(none).of('drug:zelvotinib')).toMatchObject({ title: 'zelvotinib' });
    await expect(build(none).of('fund:1')).rejects.toMatchObject({
      ...{ message: 'Unknown id "fund:1"', hint: 'search finds ids by name.' },
    });
  });

  it('of a trial has the title that is registered', async () => {
    const titleBy = async (answer: readonly object[] | ServiceError) =>
      (await build({ answer }).of('NCT01234567')).title;
    expect(await titleBy([{ BriefTitle: 'A Study\nof Gout' }])).toBe(
      'NCT01234567: A Study of Gout',
    );
    expect(await titleBy([{ BriefTitle: null }])).toBe('NCT01234567');
    expect(await titleBy(outsideBundle(['fda']))).toBe('NCT01234567');
    const other = await build({ answer: [{ BriefTitle: 'A Study' }] }).of('ABCQZ');
    expect(other.title).toBe('Abacus Bio (ABCQZ)');
  });
});

describe('an id of nothing', () => {
  const refused = (id: string, world: World) =>
    build({ answer: [], ...world })
      .of(id)
      .catch((cause) => cause);

  it('proposes the three that are nearest, as far as plan, bundle and source reach', async () => {
    const proposed = 'Did you mean ticker:ABCQZ (Abacus Bio), ticker:XYZQZ (Xylo (Holdings)) or';
    const drug = `drug:zelvotinib (${zelvotinib})?`;
    expect(await refused('quellbach', {})).toMatchObject({
      ...{ status: 404, message: 'Unknown id "quellbach"', hint: `${proposed} ${drug}` },
    });
    expect(await refused('quellbach', { demo: true })).toMatchObject({
      hint: `${proposed} ${drug} Every company here is fictional.`,
    });
    const fund = 'fund:1234567 (Big Fund, fund)?';
    for (const world of [
      { account: { plan: 'basic' } as const },
      { serves: ({ name }: Endpoint) => name !== 'pipeline' },
    ]) {
      expect(await refused('quellbach', world)).toMatchObject({ hint: `${proposed} ${fund}` });
    }
    expect(await refused('fund:9', {})).toMatchObject({ hint: `Did you mean ${fund}` });
  });

  it('is looked for by name in the same request, or else in one of names alone', async () => {
    const unlisted = build({ answer: [] });
    await unlisted.of('quellbach').catch(() => {});
    expect(unlisted.asked.map(({ named }) => named)).toEqual([[]]);
    const other = build();
    await other.of('drug:abcd').catch(() => {});
    expect(other.asked).toEqual([{ questions: [], named: ['pipeline'] }]);
  });

  it('says where to search where nothing is near, or no name is reached', async () => {
    const hint = 'search finds ids by name.';
    expect(await refused('none such', {})).toMatchObject({ hint });
    expect(await refused('none such', { account: { bundle: [] } })).toMatchObject({ hint });
    expect(await refused('trial:x', {})).toMatchObject({ hint });
    expect(await refused('none such', { demo: true })).toMatchObject({
      hint: 'Every company here is fictional. Import records to get real ones.',
    });
  });

  it('is as well one whose parts are all empty, and none whose part was refused', async () => {
    expect(await refused('ABCQZ', {})).toMatchObject({
      ...{ message: 'Unknown id "ABCQZ"', hint: 'search finds ids by name.' },
    });
    const answer = outsideBundle(['fda']);
    const dossier = await build({ answer }).of('ABCQZ');
    expect(dossier.parts.map((part) => part.answer)).toEqual([answer]);
    // A refusal does not tell whether a name that no list has is one.
    await expect(build({ answer }).of('quellbach')).rejects.toMatchObject({ status: 404 });
  });
});

describe('what is known today', () => {
  it('is asked with the day, and the field of a part with nothing', async () => {
    const { today, asked } = build();
    await today();
    expect(asked[0]?.questions).toEqual([
      { ...lookup.today[0], arguments: { from: '2026-03-10' }, isOurs: true },
      {
        ...lookup.today[1],
        arguments: { key: '', pattern: '', until: '2026-03-24', fixed: 'it' },
        ...{ key: { field: 'field', value: '' }, isOurs: true },
      },
    ]);
  });

  it('is of the endpoints that are shown', async () => {
    const { today } = build({ isShown: ({ name }) => name === 'companies' });
    expect((await today()).parts.map(({ title }) => title)).toEqual(['of ticker']);
  });

  it('says once what several parts say, and what is said of demo keys', async () => {
    const notices = [
      ['Prices are late.', 'about funds'],
      ['News are late.', 'Prices are late.', 'about companies'],
    ];
    const told = await build({ notices, Note: 'Demo data.' }).today();
    expect([told.notices, told.Note]).toEqual([['Prices are late.'], 'Demo data.']);
    const silent = await build().today();
    expect([silent.notices, 'Note' in silent, 'scan' in silent]).toEqual([[], false, false]);
  });
});
