import { describe, expect, it } from 'vitest';
import { fdaCrl } from '../../src/sources/openfda-crl.ts';
import { textsAmong } from '../../src/sources/released-text.ts';
import { read, recordsOf } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

const opening = (tail: string) => `1_)' DEPARTMENT OF HEALTH\nNDA 299999\n\nCOMPLETE RESPONSE\n
Dear Dr. Zorba:\n\nPlease refer to your new drug application (NDA) dated and received
March 1, 2025, submitted under section 505(b)(2) of the Federal Food, Drug, and Cosmetic Act
(FD&C Act) for ${tail}\n\nWe have completed our review of this application, as amended.`;

const letter = (tail: string, more: object = {}) => ({
  letter_date: '12/27/2025',
  letter_type: 'COMPLETE RESPONSE',
  application_number: ['NDA 299999'],
  company_name: 'Zorba Bio, Inc.',
  file_name: 'CRL_NDA299999_20251227.pdf',
  text: opening(tail),
  ...more,
});
const source_url =
  'https://api.fda.gov/transparency/crl.json?search=file_name:%22CRL_NDA299999_20251227.pdf%22';
const meta = { last_updated: '2026-01-15' };
const letters = (...results: object[]) =>
  read(fdaCrl, 'complete_response_letters', { meta, results });

describe('fda-crl', () => {
  it('tells letters apart that state neither a file nor an application', () => {
    const nameless = { application_number: [], file_name: undefined };
    const text = (name: string) =>
      opening(`${name} (zorbamab) injection, 5 mg.`).replace('NDA 299999', '');
    const found = letters(
      letter('', { ...nameless, text: text('Zorbiva') }),
      letter('', { ...nameless, text: text('Zorbexa') }),
    );
    expect(new Set(found.map(({ text_id }) => text_id)).size).toBe(2);
  });

  it('reads a letter, which has a company name and needs a ticker', () => {
    const results = [letter('Zorbiva (zorbamab) injection, 5 mg/2 mL.')];
    expect(fdaCrl.parse(JSON.stringify({ meta, results }), 'x')).toEqual({
      batches: [
        {
          kind: 'complete_response_letters',
          needsTicker: true,
          records: [
            {
              drug_name: 'Zorbiva',
              generic_name: 'zorbamab',
              letter_date: '2025-12-27',
              application_number: 'NDA299999',
              company_name: 'Zorba Bio, Inc.',
              file_name: 'CRL_NDA299999_20251227.pdf',
              first_listed: '2026-01-15',
              text_id: 'CRL_NDA299999_20251227.pdf',
              source_url,
            },
          ],
        },
        { kind: 'news', records: [expect.objectContaining({ drugs: ['Zorbiva'] })] },
      ],
      problems: [],
    });
  });

  it('reads missing fields from the letterhead and the signature', () => {
    const head = 'APPLICATION NUMBER:\n299999Orig1s000\nNDA 299999\nCOMPLETE RESPONSE\n';
    const sent = `${head}Zorba Bio, Inc.\nc/o Crete USA\nAttention: Ada Zorba\n1 Main Street\n
Dear Dr. Zorba:\nsubmitted under section 505(b) of the Federal Food, Drug, and Cosmetic Act for
ZRB-101.\nPlease call by 01/02/2025.\n/s/\n-----\nADA FINN\n06/15/2022 04:36:33 PM\n`;
    const results = [{ file: 'a.pdf', text: sent }];
    expect(read(fdaCrl, 'complete_response_letters', { meta, results })[0]).toMatchObject({
      drug_name: 'ZRB-101',
      letter_date: '2022-06-15',
      application_number: 'NDA299999',
      company_name: 'Zorba Bio, Inc.',
      file_name: 'a.pdf',
    });
    const biologic = sent
      .replace(
        'NDA 299999\nCOMPLETE RESPONSE',
        'Our STN:  BL 299998/0 COMPLETE RESPONSE\n JULY 9, 2025',
      )
      .replace(/\/s\/[\s\S]*/, '');
    const bare = [{ file: 'b.pdf', text: biologic }];
    expect(read(fdaCrl, 'complete_response_letters', { meta, results: bare })[0]).toMatchObject({
      letter_date: '2025-07-09',
      application_number: 'BLA299998',
      company_name: 'Zorba Bio, Inc.',
    });
  });

  it('keeps the text of a letter, and finds its application in the header of a page', () => {
    const page = (more = '') =>
      `\nBLA 299998/Original 2${more}\nPage 2\nU.S. Food and Drug Administration\nThe trial did not \nshow an effect.\nReference ID: 1\n/s/\n03/22/2024 05:50:10 PM\n`;
    const parsed = fdaCrl.parse(
      JSON.stringify({ meta, results: [{ file: 'a.pdf', text: page() }] }),
      '',
    );
    const [record] = recordsOf(parsed, 'complete_response_letters');
    expect(record).toMatchObject({ application_number: 'BLA299998', text_id: 'a.pdf' });
    expect(recordsOf(parsed, 'news')).toEqual([
      {
        id: 'a.pdf',
        title: 'Complete response letter: a.pdf, BLA299998',
        form: 'complete response letter',
        source_url: 'https://api.fda.gov/transparency/crl.json?search=file_name:%22a.pdf%22',
        summary: 'The trial did not show an effect. /s/ 03/22/2024 05:50:10 PM',
        published_at: '2024-03-22',
        first_listed: '2026-01-15',
      },
    ]);
    // No statements are read from it a second time.
    expect(textsAmong(parsed.batches)).toEqual([]);
    const [numbered] = letters({ file: 'b.pdf', text: page().replace(/.Orig.*\n/, ' ') });
    expect(numbered?.application_number).toBe('BLA299998');
  });

  it('reads each letter of a file with several letters', () => {
    const sent = (number: string, signed: string) =>
      `NDA ${number}\nCOMPLETE RESPONSE\nDear Dr. Zorba:\n/s/\nADA FINN\n${signed}\nSignature Page 1 of 1\n`;
    const text = sent('299999', '04/14/2022') + sent('299999', '06/24/2021');
    const results = [{ file: 'a.pdf', text }];
    expect(read(fdaCrl, 'complete_response_letters', { meta, results })).toMatchObject([
      { letter_id: 'NDA299999 2022-04-14', letter_date: '2022-04-14' },
      { letter_id: 'NDA299999 2021-06-24', letter_date: '2021-06-24' },
    ]);
  });

  it('reads a date in words', () => {
    const [read] = letters(letter('ZRB-101.', { letter_date: 'July 29, 2019' }));
    expect(read?.letter_date).toBe('2019-07-29');
  });

  it.each([
    ['zorbamab tablets, 50 mg.', 'zorbamab'],
    ['Insulin zorbec injection.', 'Insulin zorbec'],
    ['zorbalone extended-release capsules, 10 mg', 'zorbalone'],
    ['ZRB-101.', 'ZRB-101'],
    ['zorbalone hydrochloride 10 mg, 20 mg, and 30 mg tablets.', 'zorbalone hydrochloride'],
    ['(zorbalone hydrochloride) capsules, 1.0 mg', 'zorbalone hydrochloride'],
  ])('reads "… Act for %s" as %s', (tail, drug_name) => {
    expect(letters(letter(tail))[0]?.drug_name).toBe(drug_name);
  });

  it.each([
    '(b) (4) tablets.',
    'the treatment of adults with chronic ague who have failed others.',
  ])('keeps a letter without its drug if that is unreadable: %s', (tail) => {
    const results = [letter(tail), letter('Zorbiva (zorbamab) gel.')];
    const parsed = fdaCrl.parse(JSON.stringify({ meta, results }), 'x');
    expect(parsed.problems).toEqual([]);
    expect(recordsOf(parsed, 'complete_response_letters')[0]).toEqual({
      letter_id: 'CRL_NDA299999_20251227.pdf',
      letter_date: '2025-12-27',
      application_number: 'NDA299999',
      company_name: 'Zorba Bio, Inc.',
      file_name: 'CRL_NDA299999_20251227.pdf',
      first_listed: '2026-01-15',
      source_url,
      text_id: 'CRL_NDA299999_20251227.pdf',
    });
  });

  it('without the day of the list counts as listed on the day of the import', () => {
    const results = [letter('Zorbiva (zorbamab) gel.')];
    const text = JSON.stringify({ results });
    const [dated] = recordsOf(
      fdaCrl.parse(text, 'x', 0, '2026-02-03'),
      'complete_response_letters',
    );
    expect(dated?.first_listed).toBe('2026-02-03');
    expect(fdaCrl.parse(text, 'x').problems).toEqual([
      { where: 'file', reason: 'does not say when it was last updated' },
    ]);
    expect(fdaCrl.parse(JSON.stringify({ results: [] }), 'x').problems).toEqual([]);
  });

  it('identifies a letter without drug and file by its application, and needs one of the three', () => {
    const bare = { file_name: undefined, application_number: ['BLA 299997'] };
    expect(letters(letter('(b) (4)', bare))[0]?.letter_id).toBe('BLA299997 2025-12-27');
    const none = { file_name: null, application_number: [], text: 'for (b) (4)' };
    const results = [letter('', none)];
    expect(fdaCrl.parse(JSON.stringify({ meta, results }), 'x').problems).toEqual([
      { where: 'result 1', reason: 'has no drug, application or file name' },
    ]);
  });

  it('reads the deficiencies, known from the day of the first list', () => {
    const text = `${opening('Zorbiva (zorbamab) gel.')} We cannot approve this application in its
present form.\nFACILITIES\nThe inspection found deficiencies at the plant.`;
    const of = (letter_date: string) =>
      read(fdaCrl, 'letter_deficiencies', {
        meta,
        results: [letter('', { letter_date, text })],
      })[0];
    expect(of('12/27/2025')).toEqual({
      letter_id: 'CRL_NDA299999_20251227.pdf',
      drug_name: 'Zorbiva',
      application_number: 'NDA299999',
      company_name: 'Zorba Bio, Inc.',
      letter_date: '2025-12-27',
      first_listed: '2026-01-15',
      deficiencies: [
        {
          kind: 'facility',
          heading: 'FACILITIES',
          sentence: 'The inspection found deficiencies at the plant.',
          context: null,
          request: null,
        },
      ],
    });
    expect(of('03/20/2020')).toMatchObject({
      letter_date: '2020-03-20',
      first_listed: '2026-01-15',
    });
  });

  it.each(['RESCIND COMPLETE RESPONSE', 'APPROVAL', 'TENTATIVE APPROVAL', 'REFUSE TO FILE'])(
    'takes no letter of the type %s for a refusal',
    (letter_type) => {
      expect(letters(letter('Zorbiva (zorbamab) gel.', { letter_type }))).toEqual([]);
    },
  );

  const unsigned =
    'NDA 299999\nPlease refer to your new drug application (NDA) dated\nand received ,\n';
  it.each([
    [
      'the type of the application in parentheses',
      'NOTICE\nBiologics License Application for zorbamiocel,\n\nWe have completed our review.',
      'zorbamiocel',
    ],
    [
      'the Act of drugs',
      'Please refer to your biologics license application (BLA) dated May 2, 2025, submitted under ' +
        'section 351(a) of the Public Health Service Act for zorbagene autotemcel.',
      'zorbagene autotemcel',
    ],
    [
      'section and Act',
      `${unsigned} and your amendments, submitted under\nfor zorbalone capsules.\n\nWe also refer`,
      'zorbalone',
    ],
    [
      'a readable section',
      `${unsigned} submitted under [redacted] for zorbaline tablet, [redacted].`,
      'zorbaline',
    ],
  ])('reads the drug of a letter without %s', (_, text, drug_name) => {
    expect(letters(letter('', { text }))[0]?.drug_name).toBe(drug_name);
  });

  it('dates a corrected letter like its original', () => {
    const corrected = (words: string) =>
      letter('', {
        letter_date: '01/28/2026',
        text: `CORRECTED COMPLETE RESPONSE\n${opening('Zorbiva (zorbamab) gel.')}\n${words}`,
      });
    const day = 'We also refer to our complete response letter dated December 27,\n2025, which';
    expect(letters(corrected(day))[0]).toMatchObject({
      letter_date: '2025-12-27',
      corrected_date: '2026-01-28',
    });
    const remains = 'The effective action date\nwill remain December 26, 2025, the date of';
    expect(letters(corrected(`${day} errors. ${remains}`))[0]?.letter_date).toBe('2025-12-26');
    const parsed = fdaCrl.parse(JSON.stringify({ meta, results: [corrected('')] }), 'x');
    expect(parsed.batches).toEqual([]);
    expect(parsed.problems).toEqual([
      {
        where: 'result 1',
        reason: 'is a corrected letter that does not state the date of the original letter',
      },
    ]);
  });

  it('keeps the other applications of a letter', () => {
    const application_number = ['NDA 299999', 'NDA 299998'];
    expect(letters(letter('Zorbiva (x1) gel.', { application_number }))[0]).toMatchObject({
      application_number: 'NDA299999',
      other_application_numbers: ['NDA299998'],
    });
  });
});

describeRecordings('fda-crl over a recorded letter', () => {
  it('reads the refusal of relacorilant on the day of its first letter', () => {
    const text = recording('openfda_crl/crl_2026-08-29_1of458.json');
    expect(read(fdaCrl, 'complete_response_letters', text)).toMatchObject([
      {
        drug_name: 'relacorilant',
        letter_date: '2025-12-30',
        corrected_date: '2026-01-28',
        application_number: 'NDA219398',
        company_name: 'Corcept Therapeutics',
      },
    ]);
  });
});
