import { expect, it } from 'vitest';
import { orangeBookConnector } from '../../src/sources/orange-book.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeNewSources, newSource } from './samples.ts';

const exclusivities = (...rows: string[]) =>
  ['Appl_Type~Appl_No~Product_No~Exclusivity_Code~Exclusivity_Date', ...rows].join('\r\n');
const patents = (...rows: string[]) =>
  [
    'Appl_Type~Appl_No~Product_No~Patent_No~Patent_Expire_Date_Text~Drug_Substance_Flag~Drug_Product_Flag~Patent_Use_Code~Delist_Flag~Submission_Date',
    ...rows,
  ].join('\r\n');
const listed = (text: string) => read(orangeBookConnector, 'exclusivities', text);

it('reads exclusivities, one record for all products, known from the first day of the term', () => {
  const text = exclusivities(
    'N~299999~001~NCE~Mar 5, 2031',
    'N~299999~002~NCE~Mar 5, 2031',
    'N~029998~001~ODE-901~Oct 10, 2030',
    'N~299999~001~PED~Sep 5, 2031',
    'A~299997~001~CGT~Sep 5, 2026',
    '',
  );
  const shared = { application_number: 'NDA299999', type: 'exclusivity' };
  expect(listed(text)).toEqual([
    {
      ...shared,
      code: 'NCE',
      expires: '2031-03-05',
      listed_date: '2026-03-05',
      product_numbers: ['001', '002'],
    },
    {
      application_number: 'NDA029998',
      type: 'exclusivity',
      code: 'ODE-901',
      expires: '2030-10-10',
      listed_date: '2023-10-10',
      product_numbers: ['001'],
    },
    { ...shared, code: 'PED', expires: '2031-09-05', product_numbers: ['001'] },
  ]);
  // The name of a downloaded file states no edition.
  const [read] = orangeBookConnector.parse(text, '').batches;
  expect(read?.records[0]).not.toHaveProperty('edition');
});

it('reads patents with what they claim, and their pediatric extensions', () => {
  const text = patents(
    'N~299999~002~10188697~Nov 6, 2035~~Y~U-282~~Mar 11, 2019',
    'N~299999~001~10188697~Nov 6, 2035~Y~~U-281~~Mar 12, 2019',
    'N~299999~001~10188697*PED~May 6, 2036~~~~~',
    'N~299999~001~9000001~Nov 6, 2035~~~U-1~Y~',
  );
  const shared = { application_number: 'NDA299999', type: 'patent' };
  const none = { is_substance: false, is_product: false };
  expect(listed(text)).toEqual([
    {
      ...shared,
      code: '10188697',
      expires: '2035-11-06',
      listed_date: '2019-03-11',
      is_substance: true,
      is_product: true,
      is_delisted: false,
      use_codes: ['U-281', 'U-282'],
      product_numbers: ['001', '002'],
    },
    {
      ...shared,
      ...none,
      code: '10188697*PED',
      expires: '2036-05-06',
      is_delisted: false,
      product_numbers: ['001'],
    },
    {
      ...shared,
      ...none,
      code: '9000001',
      expires: '2035-11-06',
      is_delisted: true,
      use_codes: ['U-1'],
      product_numbers: ['001'],
    },
  ]);
});

it('adds the product of each application that was approved first', () => {
  const header =
    'Ingredient~DF;Route~Trade_Name~Applicant~Strength~Appl_Type~Appl_No~Product_No~TE_Code~Approval_Date~RLD~RS~Type~Applicant_Full_Name';
  const products = [
    'LUMA; ZORA~TABLET;ORAL~LUMZARA XR~CRETE~1MG~N~299999~002~~Mar 5, 2026~Yes~Yes~RX~CRETE LTD',
    'LUMA; ZORA~TABLET;ORAL~LUMZARA~CRETE~1MG~N~299999~001~~Jan 5, 2021~Yes~Yes~RX~CRETE LTD',
    'LUMA~TABLET;ORAL~LUMA~OTHER~1MG~A~299999~001~~Jan 5, 2001~No~No~RX~OTHER',
  ];
  const text = [header, ...products, exclusivities('N~299999~001~NCE~Jan 5, 2026')].join('\n');
  expect(listed(text)).toMatchObject([
    {
      application_number: 'NDA299999',
      drug_name: 'LUMZARA',
      active_ingredients: ['LUMA', 'ZORA'],
      sponsor_name: 'CRETE LTD',
      approval_date: '2021-01-05',
    },
  ]);
});

it('reads both tables in one text, reports lines without a date, and refuses other files', () => {
  const both = `${exclusivities('N~299999~001~NCE~Approved')}\n${patents('N~299999~001~9~Nov 6, 2035~Y~~~~')}`;
  const parsed = orangeBookConnector.parse(both, 'x');
  expect(recordsOf(parsed, 'exclusivities').map(({ code }) => code)).toEqual(['9']);
  expect(parsed.problems).toEqual([
    { where: 'line 2', reason: 'has no application, code or date' },
  ]);
  expect(refusal(orangeBookConnector, '<html>Not found</html>')).toMatch(/web page/);
  expect(refusal(orangeBookConnector, 'a,b\n1,2')).toMatch(/not a table of the Orange Book/);
});

describeNewSources('orange-book over recorded tables', () => {
  it.each([
    ['exclusivity_2026-05.txt', 1042],
    ['patent_2026-05_cut.txt', 2081],
  ])('reads every row of a new drug application in %s', (file, records) => {
    expect(listed(newSource(`orange_book/${file}`))).toHaveLength(records);
  });
});
