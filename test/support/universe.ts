import type { FactName } from '../../src/facts/fact-kinds.ts';

/** The date of every test with these records. */
export const today = '2026-03-10';

/** Records of each kind as an import writes them. */
export type Universe = Partial<Record<FactName, readonly Readonly<Record<string, unknown>>[]>>;

/**
 * Number of adverse events of pagimab with the same date, which differ only in their reaction:
 * three pages of ties.
 */
const tiedEvents = 120;
/** Number of filings of the ticker MANY: more than a page of upcoming catalysts. */
export const manyFilings = 60;

/**
 * A small set of records for tests. ACME and BOLT are companies; ZZZZ and MANY are tickers without
 * a company. Each endpoint has records that a filter should match and records that it should not.
 * Each record is identified by one field (`description`, `nctId`, `indication` …).
 */
export const universe: Universe = {
  companies: [
    { ticker: 'ACME', name: 'Acme Therapeutics', industry: 'Biotechnology', cik: '1001' },
    { ticker: 'BOLT', name: 'Bolt & Co. (Holdings)', industry: 'Drug Manufacturers', cik: '1002' },
  ],
  prices: [
    bar('ACME', '2026-01-05', 40),
    bar('ACME', '2026-02-10', 50),
    bar('BOLT', '2026-01-30', 10),
  ],
  catalysts: [
    catalyst('today', 'ACME', '2026-03-10', {
      createdDate: '2025/06/02',
      drugname: 'Acmezumab (AC-101)',
      stage: 'NDA/BLA',
      treatment: 'Ulcerative colitis',
    }),
    catalyst('april', 'ZZZZ', '2026-04-01', {
      catalyst: 'BLA Filing',
      createdDate: '2026/03/10',
      drugname: 'nobodyvec',
      stage: 'Phase 2',
      treatment: 'Haemophilia A',
    }),
    catalyst('may', 'BOLT', '2026-05-31', {
      catalyst: 'NDA Filing',
      catdate: 'May 2026',
      createdDate: '2026-01-15',
      drugname: 'boltinib',
      treatment: 'Non-small cell lung cancer',
    }),
    catalyst('december', 'ACME', '2026-12-31', {
      catalyst: 'Phase 3 Readout',
      catdate: 'Q4 2026',
      drugname: 'ACMEZUMAB',
      treatment: "Crohn's disease [fistulising]",
    }),
    ...Array.from({ length: manyFilings }, (_, index) =>
      catalyst(`filing ${index}`, 'MANY', `2027-01-${String(1 + (index % 30)).padStart(2, '0')}`, {
        catalyst: 'NDA Filing',
        drugname: 'manymab',
      }),
    ),
    catalyst('yesterday', 'BOLT', '2026-03-09', {
      createdDate: '2025-12-01',
      drugname: 'boltinib',
    }),
    catalyst('risen', 'ACME', '2026-02-10', {
      catalyst: 'Phase 2 Readout',
      catdate: 'Feb 2026',
      createdDate: '2026/01/05',
      drugname: 'Acmezumab (AC-101)',
      stage: 'Phase 2',
      treatment: 'Ulcerative colitis',
    }),
    catalyst('half priced', 'BOLT', '2026-01-30', { createdDate: '2020/01/02' }),
    catalyst('unpriced', 'ZZZZ', '2026-01-20', { drugname: 'nobodyvec' }),
  ],
  decisions: [
    decision('ACME', 'Acmezumab', 'Ulcerative colitis', '2026-03-10', 'Approved'),
    decision('ACME', 'Acmezumab', 'Psoriasis', '2026-03-11', 'Approved'),
    decision('BOLT', 'Boltinib', 'NSCLC', '2025-11-20', 'CRL'),
    decision('ZZZZ', 'Nobodyvec', 'Haemophilia A', '2024-05-01', 'Approved'),
  ],
  trials: [
    trial(1, '2026-03', { ticker: 'ACME', Phase: 'Phase 3', Condition: 'Asthma (mild)' }),
    trial(2, '2026-02-28', { ticker: 'BOLT', Phase: 'Phase 2/Phase 3', Condition: '50% response' }),
    trial(3, '2026-03-02', { ticker: 'ACME', Phase: 'Phase 2', Condition: 'SEVERE ASTHMA' }),
    trial(4, 'Unknown', { InterventionName: 'a.b+c?' }),
    trial(5, '2025-12-31', { Condition: 'Straße, naïve\nsecond line', InterventionName: 'axb' }),
    trial(6, undefined, { Condition: '50X response', InterventionName: 'under_score' }),
  ],
  designations: [
    designation('ACME', 'Acmezumab', 'Orphan Drug', '2025-05-05'),
    designation('ACME', 'Acmezumab', 'Fast Track', '2024-04-04'),
    designation('ZZZZ', 'Nobodyvec', 'RMAT', '2026-01-01'),
  ],
  approvals: [
    approval('ACME', 'Acmezumab', '2025-01-15', 'first'),
    approval('ACME', 'Acmezumab-x', '2025-06-30', 'second'),
    approval('BOLT', 'Boltinib', '2025-11-02', 'third'),
    approval('ZZZZ', 'Nobodyvec', '2024-12-31', 'fourth'),
  ],
  adverse_events: [
    ...Array.from({ length: tiedEvents }, (_, index) =>
      event(`tied-${index}`, 'pagimab', '2025-08-08', `reaction ${index}`, 'Serious'),
    ),
    event('r-1', 'Acmezumab', '2026-01-02', 'Nausea', 'Serious', 'ACME'),
    event('r-2', 'Acmezumab', '2026-01-01', 'Headache', 'Non-serious', 'ACME'),
    event('r-3', 'Boltinib', '2024-01-01', 'Rash', 'serious', 'BOLT'),
  ],
  trial_results: [
    result('ACME', 'Acmezumab works', 'Phase 3', ['Ulcerative colitis', 'Crohn’s disease']),
    result('ACME', 'Acmezumab begins', 'Phase 1/2', ['Psoriasis']),
    result('BOLT', 'Boltinib fails', 'Phase 2', ['NSCLC']),
  ],
};

function bar(ticker: string, date: string, close: number) {
  return { ticker, date, close };
}

function catalyst(name: string, ticker: string, day: string, more: Record<string, string>) {
  const common = { catalyst: 'PDUFA Date', stage: 'Phase 3', catdate: day, drugType: 'Antibody' };
  return { _id: name, description: name, ticker, formattedDate: day, ...common, ...more };
}

function decision(Ticker: string, Drug: string, Indication: string, day: string, word: string) {
  return { Ticker, Drug, Indication, 'PDUFA Date': day, Decision: word };
}

function trial(number: number, CompletionDate: string | undefined, more: Record<string, string>) {
  return { nctId: `NCT0000000${number}`, ...(CompletionDate ? { CompletionDate } : {}), ...more };
}

function designation(ticker: string, drug_name: string, type: string, designation_date: string) {
  return { ticker, drug_name, designation_type: type, designation_date, status: 'Active' };
}

function approval(ticker: string, drug_name: string, approval_date: string, indication: string) {
  const common = { application_type: 'BLA', submission_type: 'ORIG' };
  return { ticker, drug_name, approval_date, indication, ...common };
}

function event(
  report_id: string,
  drug_name: string,
  event_date: string,
  adverse_event: string,
  severity: string,
  ticker?: string,
) {
  const sponsor = ticker === undefined ? {} : { ticker };
  return { report_id, drug_name, event_date, adverse_event, severity, ...sponsor };
}

function result(ticker: string, trial_title: string, phase: string, indications: string[]) {
  const common = { published_date: '2026-01-01', results_summary: ['One line.'] };
  return { ticker, trial_title, phase, indications, ...common };
}
