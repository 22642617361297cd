import { strToU8, zipSync } from 'fflate';
import type { Given } from './origin.ts';
import type { WorldCompany } from './world.ts';

/** Files of a whole market and pages that link to them, in the layouts of their sources. */

const links = (...addresses: readonly string[]): Given => ({
  body: `<!DOCTYPE html><html><body><a href="/about">About</a>${addresses
    .map((address) => `<a href="${address}">a file</a>`)
    .join('')}</body></html>`,
});

export function zipOf(members: Readonly<Record<string, string>>): Buffer {
  const files = Object.entries(members).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

const table = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.join('\t')).join('\r\n');

export const folders = {
  insiders: '/files/datastandardsinnovation/data/insider-transactions-data-sets',
  fails: '/files/data/fails-deliver-data',
  filers: '/files/datastandardsinnovation/data/form-13f-data-sets',
};

/** Sets of the SEC: one quarter of insiders, one half month of fails, one list of 13(f) securities. */
export function secBulk(companies: readonly WorldCompany[], url: URL): Given | undefined {
  const { pathname } = url;
  if (pathname.endsWith('/insider-transactions-data-sets')) {
    return links(
      `${folders.insiders}/2025q4_form345.zip`,
      `${folders.insiders}/2006q1_form345.zip`,
    );
  }
  if (pathname.endsWith('/fails-deliver-data')) {
    return links(`${folders.fails}/cnsfails202601a.zip`, `${folders.fails}/cnsfails200907.zip`);
  }
  if (pathname.endsWith('/official-list-section-13f-securities')) {
    return links('/files/investment/13flist2026q1.txt', '/files/investment/13flist2026q1.pdf');
  }
  if (pathname.endsWith('/form-13f-data-sets')) {
    return links(
      '/files/structureddata/data/form-13f-data-sets/2023q4_form13f.zip',
      `${folders.filers}/01sep2025-30nov2025_form13f.zip`,
      `${folders.filers}/01dec2025-28feb2026_form13f_1.zip`,
      `${folders.filers}/01dec2025-28feb2026_form13f.zip`,
    );
  }
  if (/_form13f(?:_\d)?\.zip$/.test(pathname)) return { body: filersSet(pathname) };
  if (pathname.endsWith('2025q4_form345.zip')) return { body: insiderSet(companies) };
  if (pathname.endsWith('cnsfails202601a.zip')) return { body: failsSet(companies) };
  if (pathname.endsWith('13flist2026q1.txt')) return { body: securities(companies) };
  return undefined;
}

/** One purchase of the first company and one of a company that does not belong. */
function insiderSet(companies: readonly WorldCompany[]): Buffer {
  const filers = [companies[0]!, companies.at(-1)!];
  const accession = (at: number) => `0009999999-25-00000${at}`;
  return zipOf({
    'readme.htm': '<html></html>',
    // Members stand in any order: the table that says whose a row is comes last.
    'NONDERIV_TRANS.tsv': table(
      ['ACCESSION_NUMBER', 'NONDERIV_TRANS_SK', 'TRANS_DATE', 'TRANS_CODE', 'TRANS_SHARES'],
      ...filers.map((_, at) => [accession(at), '7', '14-NOV-2025', 'P', '250.0']),
    ),
    'REPORTINGOWNER.tsv': table(
      ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP'],
      ...filers.map((_, at) => [accession(at), '0001999888', 'Owner of Old', 'Director']),
    ),
    'SUBMISSION.tsv': table(
      ['ACCESSION_NUMBER', 'FILING_DATE', 'DOCUMENT_TYPE', 'ISSUERCIK', 'ISSUERTRADINGSYMBOL'],
      ...filers.map(({ cik, ticker }, at) => [
        accession(at),
        '17-NOV-2025',
        '4',
        cik.padStart(10, '0'),
        ticker,
      ]),
    ),
  });
}

/** A close of 12 January for the first two companies and for one that does not belong. */
export function failsSet(companies: readonly WorldCompany[]): Buffer {
  const traded = [companies[0]!, companies[1]!, companies.at(-1)!];
  const lines = traded.map(
    ({ ticker, name }, at) => `20260113|98999X10${at}|${ticker}|500|${name} COM|1${at}.5`,
  );
  const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
  const trailer = ['Trailer record count 3', 'Trailer total quantity of shares 1500'];
  return zipOf({ 'cnsfails202601a.txt': [header, ...lines, ...trailer, ''].join('\r\n') });
}

/**
 * The shares of a quarter that an index fund reports: of the first two companies, of one that does
 * not belong, and of one that nobody knows.
 */
function filersSet(pathname: string): Buffer {
  const isLater = pathname.includes('dec2025');
  const id = isLater ? '0009999777-26-000001' : '0009999777-25-000001';
  const held = ['98999X100', '98999X101', '98999X102', '12345Y106'];
  return zipOf({
    // Members stand in any order, in a folder or not.
    'set/INFOTABLE.tsv': table(
      ['ACCESSION_NUMBER', 'INFOTABLE_SK', 'NAMEOFISSUER', 'TITLEOFCLASS', 'CUSIP', 'FIGI'].concat([
        'VALUE',
        'SSHPRNAMT',
        'SSHPRNAMTTYPE',
        'PUTCALL',
        'INVESTMENTDISCRETION',
      ]),
      ...held.map((cusip, at) =>
        [id, `${at}`, 'ZORB', 'COM', cusip, ''].concat([
          '1050',
          isLater ? '100' : '80',
          'SH',
          '',
          'SOLE',
        ]),
      ),
    ),
    'set/SUMMARYPAGE.tsv': table(
      ['ACCESSION_NUMBER', 'OTHERINCLUDEDMANAGERSCOUNT', 'TABLEENTRYTOTAL', 'TABLEVALUETOTAL'],
      [id, '0', '4000', '10500000'],
    ),
    'set/COVERPAGE.tsv': table(
      ['ACCESSION_NUMBER', 'ISAMENDMENT', 'AMENDMENTTYPE', 'FILINGMANAGER_NAME'],
      [id, 'N', '', 'Zorbland Index Trust'],
    ),
    'set/SUBMISSION.tsv': table(
      ['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
      isLater
        ? [id, '13-FEB-2026', '13F-HR', '0009999777', '31-DEC-2025']
        : [id, '14-NOV-2025', '13F-HR', '0009999777', '30-SEP-2025'],
    ),
  });
}

/** Shares and a warrant of the first company: 98999X104 has the check digit of its eight characters. */
function securities([first]: readonly WorldCompany[]): string {
  const name = first!.name.replace(/[.,]/g, '').toUpperCase().slice(0, 30).padEnd(30);
  const line = (cusip: string, title: string) => `${cusip}*${name}${title.padEnd(27)}`.padEnd(80);
  return [line('98999X104', 'COM'), line('98999X112', '*W EXP 01/01/2030')].join('\r\n');
}

/** Bill rates of one day of the asked year; before 2025 there are none. */
export function billRates(url: URL): Given {
  const year = url.searchParams.get('field_tdr_date_value');
  const entry =
    Number(year) < 2025
      ? ''
      : `<entry><content type="application/xml"><m:properties><d:INDEX_DATE m:type="Edm.DateTime">${year}-01-05T00:00:00</d:INDEX_DATE><d:ROUND_B1_CLOSE_13WK_2 m:type="Edm.Double">3.60</d:ROUND_B1_CLOSE_13WK_2><d:ROUND_B1_YIELD_13WK_2 m:type="Edm.Double">3.68</d:ROUND_B1_YIELD_13WK_2></m:properties></content></entry>`;
  return {
    body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom"><title type="text">DailyTreasuryBillRateData</title>${entry}</feed>`,
  };
}

const REGISTER = 'https://www.federalregister.gov/api/v1/documents?format=json&page=2';

/** Two pages of notices, one meeting on each. */
export function register(url: URL): Given {
  const page = url.searchParams.get('page') === '2' ? 2 : 1;
  const notice = {
    document_number: `2026-0000${page}`,
    title: 'Oncologic Drugs Advisory Committee; Notice of Meeting',
    publication_date: `2026-02-0${page}`,
    dates: `The meeting will be held on April ${page}, 2026, from 8 a.m. to 5 p.m.`,
    html_url: `https://www.federalregister.gov/d/2026-0000${page}`,
    agencies: [{ slug: 'food-and-drug-administration' }],
  };
  const next = page === 1 ? { next_page_url: REGISTER } : {};
  return { body: JSON.stringify({ count: 2, results: [notice], ...next }) };
}

export function committeeCalendar(): Given {
  const title =
    '<a href="/advisory-committees/calendar/one" hreflang="en">Vaccines Advisory Committee - 05/14/2026</a>';
  const meeting = {
    title,
    field_center: 'Center for Biologics Evaluation and Research',
    field_start_date: '05/14/2026 08:30 AM EDT',
    field_end_date: '',
  };
  return { body: JSON.stringify([meeting]) };
}

/** One letter to the first company. */
export function letters([first]: readonly WorldCompany[], updated: string): Given {
  const letter = {
    letter_date: '02/17/2026',
    letter_type: 'COMPLETE RESPONSE',
    application_number: [`NDA ${first!.cik}`],
    company_name: first!.name,
    approver_center: [],
    text: 'Please refer to your new drug application submitted under section 505(b) of the Federal Food, Drug, and Cosmetic Act for Zorbex (zorbivanib) tablets, 5 mg. We cannot approve this application in its present form.\nCLINICAL\nThe trial did not establish the effectiveness of Zorbex.',
  };
  return { body: JSON.stringify({ meta: { last_updated: updated }, results: [letter] }) };
}

/** One patent and one exclusivity; rows of generics and the table of products are left out. */
export function orangeBook(): Given {
  const exclusivities = [
    'Appl_Type~Appl_No~Product_No~Exclusivity_Code~Exclusivity_Date',
    'N~299999~001~NCE~Mar 5, 2031',
    'A~299998~001~CGT~Mar 5, 2031',
  ];
  const patents = [
    'Appl_Type~Appl_No~Product_No~Patent_No~Patent_Expire_Date_Text~Drug_Substance_Flag~Drug_Product_Flag~Patent_Use_Code~Delist_Flag~Submission_Date',
    'N~299999~001~10188697~Nov 6, 2035~Y~~~~Mar 11, 2019',
  ];
  const body = zipOf({
    'products.txt': 'Ingredient~DF;Route~Trade_Name\r\nZORBAX~TABLET;ORAL~ZORBEX',
    'patent.txt': patents.join('\r\n'),
    'exclusivity.txt': exclusivities.join('\r\n'),
  });
  return { body };
}

/** A label of each application that is asked for. */
export function labels(url: URL, updated: string): Given {
  const asked = url.searchParams.get('search') ?? '';
  const numbers = [...asked.matchAll(/application_number:"(\w+)"/g)].map(([, number]) => number);
  const results = numbers.map((number) => ({
    set_id: `set-${number}`,
    version: '3',
    effective_time: '20250131',
    openfda: { application_number: [number], is_original_packager: [true] },
    indications_and_usage: ['1 INDICATIONS AND USAGE For the treatment of zorbosis.'],
  }));
  return { body: JSON.stringify({ meta: { last_updated: updated }, results }) };
}
