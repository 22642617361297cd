import { expect, it } from 'vitest';
import { callTool, clientOf } from '../../support/mcp.ts';
import { useApp } from '../../support/start-app.ts';

const right = (
  code: string,
  expires: string,
  listed_date: string,
  more: Record<string, unknown> = {},
) => ({
  application_number: 'NDA200001',
  type: 'exclusivity',
  code,
  expires,
  listed_date,
  ...more,
});

const report = (report_id: string, adverse_event: string, patient_age_years: number) => ({
  patient_age_years,
  patient_sex: 'female',
  report_id,
  adverse_event,
  drug_name: 'LUMZARA',
  indication: 'GOUT',
  event_date: '2025-01-03',
  updated_date: '2025-04-05',
});

const letterUrl = 'https://api.fda.gov/transparency/crl.json?search=file_name:%22a.pdf%22';

/** Facts known on 2026-03-10, the fixed day of the tests. */
const facts = {
  companies: [{ ticker: 'LUMQZ', name: 'Lumora Therapeutics', industry: 'Biotechnology' }],
  approvals: [
    {
      ticker: 'LUMQZ',
      drug_name: 'LUMZARA',
      active_ingredients: ['LUMOZATIDE'],
      approval_date: '2022-01-15',
      application_type: 'NDA',
      submission_type: 'ORIG',
      application_number: 'NDA200001',
      edition: '2026-03-01',
    },
  ],
  exclusivities: [
    right('NCE', '2027-01-15', '2022-01-15'),
    right('ODE-900', '2029-01-15', '2022-01-15'),
    // The orphan exclusivity of a later approval protects only its use.
    right('ODE-901', '2031-06-02', '2024-06-02'),
    right('GAIN', '2035-03-25', '2025-03-25', { application_number: 'NDA300003' }),
    right('NP', '2026-03-09', '2023-03-09', {
      application_number: 'NDA300003',
      edition: '2026-02',
    }),
    // More exclusivities run than were ever listed; two codes have one meaning and end.
    ...['I-953', 'I-954', 'D-190', 'M-290', 'NPP', 'NS', 'NDF'].map((code, at) =>
      right(code, `203${Math.max(1, at)}-05-01`, '2024-05-01', { application_number: 'NDA300004' }),
    ),
    ...['NCE', 'W'].map((code) =>
      right(code, '2026-01-05', '2021-01-05', { application_number: 'NDA300004' }),
    ),
    right('9000001', '2030-01-01', '2022-01-20', {
      type: 'patent',
      is_product: true,
      use_codes: ['U-1', 'U-2'],
      is_delisted: true,
    }),
    ...Array.from({ length: 41 }, (_, at) =>
      right(`${9100000 + at}`, '2032-01-01', '2022-01-20', {
        application_number: 'NDA300003',
        type: 'patent',
      }),
    ),
    right('9000002*PED', '2031-01-01', '2022-01-20', { type: 'patent' }),
    right('REF', '2036-05-01', '2024-05-01', {
      application_number: 'BLA700001',
      drug_name: 'Zorbiva',
      sponsor_name: 'Crete Ltd',
      active_ingredients: ['zorbamab'],
      approval_date: '2024-05-01',
    }),
  ],
  complete_response_letters: [
    {
      ticker: 'LUMQZ',
      letter_date: '2025-06-02',
      first_listed: '2025-09-04',
      application_number: 'NDA600006',
      text_id: 'a.pdf',
      source_url: letterUrl,
    },
  ],
  news: [
    {
      id: 'a.pdf',
      title: 'Complete response letter: a.pdf, NDA600006',
      issuer_name: 'Lumora Therapeutics',
      form: 'complete response letter',
      summary: `We cannot approve it. ${'Filler is here. '.repeat(400)}The odds ratio was 0.9.`,
      source_url: letterUrl,
      published_at: '2025-06-02',
      first_listed: '2025-09-04',
    },
  ],
  adverse_events: [report('7001', 'Rash', 9), report('7002', 'Fever', 61)],
  trials: [
    {
      nctId: 'NCT00000903',
      LeadSponsorName: 'Lumora Therapeutics',
      InterventionName: 'LUM 764532, ezabenlimab',
      interventions: [
        { name: 'LUM 764532', type: 'DRUG' },
        { name: 'ezabenlimab', type: 'DRUG', other_names: ['Kanglaite'] },
      ],
    },
  ],
  posted_results: [
    {
      nctId: 'NCT00000901',
      posted_date: '2024-03-01',
      updatedAt: '2025-08-09',
      safety_results: 'Safety outcome: drug-related events',
      adverse_events: [
        { group: 'EG000', title: 'A', serious_affected: 3, other_affected: 5, other_at_risk: 9 },
      ],
    },
    { nctId: 'NCT00000902', posted_date: '2024-04-01', secondary_results: 'x' },
  ],
  drug_labels: [
    {
      set_id: 'label-1',
      application_numbers: ['NDA400004'],
      effective_date: '2025-02-01',
      brand_names: ['SOLVARA'],
      generic_names: ['SOLVATIDE'],
      manufacturers: ['Crete Ltd'],
      indication: 'For gout.',
      boxed_warning: 'FEVER',
      dosage: 'Take 5 mg daily.',
      contraindications: 'None.',
      pregnancy: 'No data.',
      pediatric_use: `Safety in children is unknown. ${'Filler is here. '.repeat(150)}In 201 children with ADHD, it failed.`,
      source_url: 'https://labels.example/1',
    },
    {
      set_id: 'label-2',
      application_numbers: ['part341'],
      effective_date: '2025-03-01',
      brand_names: ['NOSERA'],
      generic_names: ['NOSATIDE'],
      dosage: 'One spray.',
    },
    {
      set_id: 'label-3',
      application_numbers: ['NDA500005'],
      effective_date: '2025-04-01',
      generic_names: ['KELVATIDE'],
    },
  ],
  designations: [
    {
      ticker: 'LUMQZ',
      drug_name: 'zorbatide and cretafil',
      trade_name: 'DUOVEXA',
      designation_type: 'Orphan Drug',
      designation_date: '2011-05-06',
      indication: 'Ague',
    },
    {
      ticker: 'LUMQZ',
      drug_name: 'kovatinib',
      trade_name: 'KOVRELA',
      designation_type: 'Orphan Drug',
      designation_date: '2010-05-06',
      indication: 'Gout',
      status: 'Approved',
      status_date: '2018-09-01',
      exclusivity_ends: ['2025-09-01'],
      edition: '2026-02',
    },
  ],
  trial_results: [
    {
      ticker: 'LUMQZ',
      drug_name: 'lumozatide',
      trial_title: 'A trial with many results',
      nctId: 'NCT00000904',
      results_summary: Array.from(
        { length: 90 },
        (_, at) => `The rate in week ${at} was ${at}%${at === 57 ? ' with dystonia' : ''}.`,
      ),
      published_date: '2026-01-05',
    },
  ],
};

const started = useApp({ facts });

it.each([
  [
    ...['fda_approvals', { drug: 'lumozatide' }],
    '2029-01-15\tfixture: ODE-900 (orphan drug) to 2029-01-15; NCE (new chemical entity) to ' +
      '2027-01-15; only for one use or change: ODE-901 (orphan drug) to 2031-06-02',
  ],
  [
    ...['fda_approvals', { drug: 'lumozatide', fields: ['patents'] }],
    '9000002*PED to 2031-01-01 (submitted 2022-01-20); 9000001 to 2030-01-01 (product, use U-1 U-2, delisted, submitted 2022-01-20)',
  ],
  [
    ...['fda_approvals', { application: 'NDA300003', fields: ['patents'] }],
    '9100039 to 2032-01-01 (submitted 2022-01-20); 1 more',
  ],
  [
    ...['fda_approvals', { application: 'NDA300003', fields: 'source_url' }],
    'https://www.accessdata.fda.gov/scripts/cder/ob/results_product.cfm?Appl_Type=N&Appl_No=300003',
  ],
  [
    ...['fda_approvals', { drug: 'lumozatide', fields: 'known' }],
    '"field":"patents","source":"fixture","url":"https://www.accessdata.fda.gov/scripts/cder/ob/',
  ],
  // The last update of the registry follows the day on which it posted the results.
  [
    'clinical_trial_results',
    { nctId: 'nct00000901', fields: 'published_date,safety_results,source_date' },
    '2024-03-01\t2025-08-09\tSafety outcome: drug-related events',
  ],
  [...['clinical_trial_results', { nctId: 'NCT00000901' }], 'other adverse events: A: 5 of 9'],
  [
    'fda_adverse_events',
    { report_id: '7002', fields: 'event_date,adverse_event,indication,updated_date,source_date' },
    '2025-01-03\tFever\t2025-04-05\tGOUT\t2025-04-05',
  ],
  // The sponsor is named although no list of companies contains it, but not a possible repackager.
  ['fda_approvals', { drug: 'Zorbiva', fields: 'company_name' }, 'Crete Ltd'],
  [
    ...['fda_approvals', { drug: 'Solvara', fields: 'company_name' }],
    'Empty in all rows: company_name.',
  ],
  [
    ...['fda_adverse_events', { sort: 'patient_age_years', fields: 'report_id,patient_age_years' }],
    '\n9\t7001\n61\t7002',
  ],
  [...['fda_adverse_events', { age: 61, sex: 'female', fields: 'report_id' }], 'record 1 of 1'],
  [...['fda_adverse_events', { age: 6, sex: 'male', fields: 'report_id' }], 'no records'],
  // The decision leads to the text of its letter.
  ['fda_decisions', { application: 'NDA600006', fields: 'letter_id' }, 'text:a.pdf'],
  ['fetch', { id: 'text:a.pdf', query: 'odds ratio' }, 'The odds ratio was 0.9.'],
  ['search', { query: 'odds ratio letter' }, letterUrl],
  ['news', { ticker: 'LUMQZ', fields: 'source,source_date' }, '2025-06-02'],
  ['fda_calendar', { catalyst: 'AdComm Meeting' }, 'timeline (types=committee_meeting)'],
  // The list states the day as of which it speaks. The approval became known on its day.
  ['fda_approvals', { drug: 'lumozatide', fields: 'source_date' }, '2026-03-01'],
  ['fda_decisions', { drug: 'lumozatide', fields: 'source_date' }, '2026-03-01'],
  ['fda_decisions', { drug: 'lumozatide', fields: 'known' }, '"known_from":"2022-01-15"'],
  ['fda_approvals', { drug: 'Solvara', fields: 'source_date' }, '2025-02-01'],
  ['fda_designations', { drug: 'Kovrela', fields: 'source_date' }, '2026-02-01'],
  // No source names the drug of the application.
  ...['NDA 300003', '300003'].map((application): [string, object, string] => [
    ...(['fda_approvals', { application }] as const),
    '2035-03-25\tfixture 2026-02: GAIN (qualified infectious disease product) to 2035-03-25; ' +
      'ended: NP (new product) to 2026-03-09\tNDA300003',
  ]),
  [
    ...['fda_approvals', { application: 'NDA300004' }],
    'fixture: only for one use or change: NDF (new dosage form) to 2036-05-01, NS (new strength) ' +
      'to 2035-05-01, NPP (new patient population) to 2034-05-01, M-290 (miscellaneous) to ' +
      '2033-05-01, D-190 (new dosing schedule) to 2032-05-01, I-953, I-954 (new indication) to ' +
      '2031-05-01; ended: 2 earlier\t',
  ],
  ['search', { query: 'NDA 200001' }, 'drug:LUMZARA'],
  ['search', { query: 'NDA 300003' }, 'fda_decisions with application=NDA300003'],
  // The approval is known from the exclusivity alone.
  ['fda_approvals', { drug: 'Zorbiva' }, '2036-05-01\tfixture: REF (reference biologic)'],
  // The approval is known from the label alone.
  [
    'fda_approvals',
    { drug: 'Solvara', fields: ['label_date', 'label_indication', 'boxed_warning', 'dosage'] },
    '2025-02-01\tFor gout.\tFEVER\tTake 5 mg daily.',
  ],
  [
    'fda_approvals',
    { drug: 'Solvara', fields: ['contraindications', 'pregnancy'] },
    'None.\tNo data.',
  ],
  ['fetch', { id: 'drug:solvara' }, 'Take 5 mg daily.'],
  [
    ...['fda_approvals', { drug: 'nosera', fields: 'application_type,source_date,dosage' }],
    'OTC monograph\t2025-03-01\tOne spray.',
  ],
  ['fetch', { id: 'drug:solvara', query: 'ADHD' }, 'In 201 children with ADHD, it failed.'],
  [
    ...['fda_approvals', { drug: 'Solvara', fields: 'label_text' }],
    '… fetch drug:SOLVARA with query',
  ],
  // A drug without a label has no passages, but keeps its dossier.
  ['fetch', { id: 'drug:Kovrela', query: 'dose' }, 'no text is available here'],
  ['fetch', { id: 'drug:Kovrela', query: 'dose' }, 'FDA designations ('],
  // The address that a tool shows leads to the text, or the error says what to call.
  ['fetch', { id: letterUrl, query: 'odds ratio' }, 'The odds ratio was 0.9.'],
  ['fetch', { id: letterUrl }, '"id":"text:a.pdf"'],
  [
    'fetch',
    { id: 'https://labels.example/1' },
    'With drug:NAME and query, it returns passages of the label',
  ],
  ['fetch', { id: 'https://clinicaltrials.gov/study/NCT00000901' }, '"id":"trial:NCT00000901"'],
  // Long results are cut, and fetch finds their passages.
  ['clinical_trial_results', { nctId: 'NCT00000904' }, '… fetch trial:NCT00000904 with query'],
  ['fetch', { id: 'NCT00000904', query: 'dystonia' }, 'The rate in week 57 was 57% with dystonia.'],
  // Each intervention finds the trial, also under its other names.
  ['trial_risk', { drug: 'ezabenlimab' }, 'NCT00000903'],
  ['trial_risk', { drug: 'kanglaite' }, 'NCT00000903'],
  ['fetch', { id: 'drug:nosera' }, 'One spray.'],
  ['fda_approvals', { application: 'NDA500005', fields: ['drug_name'] }, 'KELVATIDE'],
  [
    'fda_approvals',
    { drug: 'Solvara', fields: ['drug_name', 'products', 'approval_date'] },
    'Empty in all rows: approval_date, products.',
  ],
  ['fda_approvals', { drug: 'Kovrela' }, 'are in fda_designations.'],
  // A combination of two drugs.
  ['fda_designations', { drug: 'Duovexa' }, 'zorbatide and cretafil'],
  ['fda_designations', { drug: 'Kovrela' }, 'KOVRELA\t2025-09-01\t2018-09-01'],
  ['search', { query: 'Kovrela' }, 'drug:kovatinib'],
  // Nothing is ahead of this drug.
  ['fetch', { id: 'drug:kovrela' }, '2010-05-06\\tOrphan Drug\\tGout\\tApproved\\t2025-09-01'],
  [
    ...['timeline', { types: 'exclusivity_end' }],
    'exclusivity_end\tLUMZARA\tExclusivity NCE (new chemical entity) ends',
  ],
  [
    'timeline',
    { types: 'exclusivity_end' },
    '2025-09-01\tLUMQZ\tLumora Therapeutics\texclusivity_end\tKOVRELA',
  ],
] as const)('patents and exclusivities: %s %j contains %s', async (name, given, part) => {
  const mcp = await clientOf(started.base, { headers: { 'x-api-key': started.key } });
  expect((await callTool(mcp, name, { ...given })).text).toContain(part);
});
