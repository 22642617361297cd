import { describe, expect, it } from 'vitest';
import { collectionsHelp } from '../../src/commands/import.ts';
import { extractMentions } from '../../src/extract/extract.ts';
import type { Batch, ReleasedText } from '../../src/sources/parsed.ts';
import {
  mentionBatches,
  mentionRecord,
  noticeText,
  statedIn,
  textsAmong,
} from '../../src/sources/released-text.ts';
import { readHere } from '../support/read-text.ts';

const published = '2026-03-01';
const approval = 'The FDA approved Zorbiva (zorbatinib) for the treatment of gout today.';
const named = `Zorba Bio, Inc. (Nasdaq: ABCQZ) said: ${approval}`;

const recordOf = (text: ReleasedText) => mentionRecord(text, extractMentions(text));
const stated = async (batches: readonly Batch[]) =>
  (await statedIn(textsAmong(batches), readHere)).batches;

describe('the record of a text', () => {
  it.each([
    [
      { ticker: 'XYZQZ', cik: '77', company: 'Z' },
      { ticker: 'XYZQZ', cik: '77' },
    ],
    [{ company: 'Zorba Bio, Inc.' }, { ticker: 'ABCQZ' }],
    [{ cik: '77' }, { ticker: 'ABCQZ', cik: '77' }],
    [{}, { ticker: 'ABCQZ' }],
  ])('that names a ticker is, with %j, about %j', (given, subject) => {
    const record = recordOf({ text: named, published, ...given });
    const { ticker, cik, company_name } = record as Readonly<Record<string, unknown>>;
    expect({ ticker, cik, company_name }).toEqual(subject);
  });

  it('that names none is about the given company, or about none', () => {
    const of = (company: string | undefined) => recordOf({ text: approval, published, company });
    expect(of('Zorba Bio')).toMatchObject({ company_name: 'Zorba Bio' });
    expect(of('Zorba Bio')).not.toHaveProperty('ticker');
    expect([of(undefined), of('')]).toEqual([undefined, undefined]);
    const record = recordOf({ text: approval, published, company: 'Zorba Bio', cik: '77' });
    expect(record).toMatchObject({ cik: '77' });
    expect(record).not.toHaveProperty('company_name');
  });

  it('is in a separate batch if only a name identifies its company', () => {
    const [known, byName] = [
      { document_id: 'a', mentions: [] },
      { document_id: 'b', company_name: 'Z', mentions: [] },
    ];
    expect(mentionBatches([byName, known])).toEqual([
      { kind: 'mentions', records: [known] },
      { kind: 'mentions', records: [byName], needsTicker: true },
    ]);
    expect(mentionBatches([known]).map(({ needsTicker }) => needsTicker)).toEqual([undefined]);
    expect(mentionBatches([])).toEqual([]);
  });
});

describe('headlines', () => {
  const item = {
    id: '1',
    title: 'FDA Approves Zorbiva (zorbatinib) for Gout',
    source_url: 'A',
    issuer_name: 'Zorba Bio',
    published_at: '2026-03-01T12:00:00Z',
    summary: approval,
  };
  const among = async (record: object, kind: 'news' | 'trials' = 'news') =>
    (await stated([{ kind, records: [record as never] }])).flatMap(({ records }) => records);

  it('are read with their summary, under their issuer', async () => {
    const [record] = await among(item);
    expect(record).toMatchObject({
      document_id: 'A',
      company_name: 'Zorba Bio',
      published_date: published,
      form: 'news',
      title: item.title,
      source_url: 'A',
    });
    expect(JSON.stringify(await among({ ...item, title: 'News' }))).toContain(approval);
    const { source_url: _, ...without } = item;
    expect((await among(without))[0]).toMatchObject({ document_id: '1' });
  });

  it.each([
    { issuer_name: undefined },
    { published_at: undefined },
    { published_at: 'soon' },
    { title: 'Zorba Moves its Office', summary: undefined },
  ])('with %j give no text', async (more) => {
    expect(await among({ ...item, ...more })).toEqual([]);
  });

  it('come only from news', async () => {
    expect(await among(item, 'trials')).toEqual([]);
  });
});

describe('the notice of a committee', () => {
  const notice = {
    published_date: '2026-01-24',
    start_date: '2026-04-06',
    committee: 'Blood Committee',
    title: 'T',
    source_url: 'A',
    meeting_id: 'M',
    status: 'scheduled',
    discusses: 'NDA 212345, submitted by Zorba Bio, Inc., for the treatment of gout.',
  };

  it('is a text of the applicant with the date of the meeting', () => {
    const text = `The Blood Committee will meet on April 6, 2026. ${notice.discusses}`;
    const common = {
      published: '2026-01-24',
      company: 'Zorba Bio, Inc.',
      form: 'committee notice',
    };
    expect(noticeText(notice)).toEqual({ ...common, text, title: 'T', address: 'A' });
    const { committee: _, source_url: __, title: ___, ...bare } = notice;
    expect(noticeText(bare)).toEqual({
      ...common,
      title: undefined,
      address: 'M',
      text: text.replace('Blood Committee', 'advisory committee of the FDA'),
    });
  });

  it.each([
    ['sponsored by Zorba Bio, to treat gout', 'Zorba Bio'],
    ['filed by Zorba Bio proposed as', 'Zorba Bio'],
    ['submitted by Zorba Bio. It', 'Zorba Bio'],
    ['filed by Zorba; submitted by Zorba as', 'Zorba'],
    ['filed by Zorba; submitted by Crete as', undefined],
    ['filed by nobody', undefined],
    [undefined, undefined],
  ])('"%s" has the applicant %s', (discusses, company) => {
    expect(noticeText({ ...notice, discusses })?.company).toBe(company);
  });

  it.each([
    ['postponed', false],
    ['cancelled', false],
    ['amended', true],
    [undefined, true],
  ])('of a %s meeting is a text: %s', (status, is) => {
    expect(noticeText({ ...notice, status }) !== undefined).toBe(is);
    expect(noticeText({ ...notice, published_date: undefined })).toBeUndefined();
    expect(noticeText({ ...notice, start_date: undefined })).toBeUndefined();
  });

  it('states when the committee meets', async () => {
    const records = [{ ...notice, committee: 'Oncologic Drugs Advisory Committee' }];
    const [batch] = await stated([{ kind: 'advisory_meetings', records }]);
    expect(batch).toMatchObject({
      needsTicker: true,
      records: [
        {
          company_name: 'Zorba Bio, Inc.',
          form: 'committee notice',
          document_id: 'A',
          mentions: [{ type: 'adcomm_date', date: '2026-04-06' }],
        },
      ],
    });
  });
});

it('the help lists the columns of each collection, with required ones marked', () => {
  const lines = collectionsHelp().split('\n');
  expect(lines[0]).toMatch(/^Collections and their columns \(\* marks required columns/);
  expect(lines).toContain('  splits: ticker*, date*, numerator*, denominator*');
  expect(lines).toContain('  treasury_rates: date*, rate_pct*, bills');
  expect(lines.at(-1)).toMatch(/^Types and keys: docs\/collections\.md\./);
});
