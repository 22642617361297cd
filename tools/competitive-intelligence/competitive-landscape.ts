import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, tickers } from '../../src/catalogue/params.ts';
import { drugRecords } from '../drug-records.ts';

export const competitiveLandscape = endpoint({
  name: 'competitive_landscape',
  path: '/competitive/landscape',
  group: 'Competitive Intelligence',
  plan: 'elite-plus',
  title: 'Competitive landscape',
  noun: 'programs among rivals',
  description:
    'Programs ranked by threat from rivals in the same indication, with the phase of the leading rival. For all programs use pipeline.',
  parameters: {
    ticker: tickers('ticker'),
    therapeuticArea: contains('therapeuticArea', 'Oncology'),
    // Our choice: `condition` filters by the indication of the program.
    condition: contains('indication', 'lung cancer'),
    phase: contains('phase', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
  },
  record: {
    therapeuticArea: field.text,
    indication: field.text,
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    mechanism: field.text,
    phase: field.text,
    drugType: field.text,
    competitor_count: field.integer,
    leader_phase: field.text,
    threat_score: noted(field.score, '0–100; 0 means that there are no rivals'),
    ...field.weighting,
    positioning: field.text,
    // Our choice: the record states the method and the date of the threat score. The spec does not
    // list these fields.
    ...field.computation,
  },
  collection: 'competitiveLandscape',
  sort: [descending('threat_score')],
  elsewhere: drugRecords,
});
