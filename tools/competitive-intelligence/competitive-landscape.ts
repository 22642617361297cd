import {
  day,
  descending,
  endpoint,
  integer,
  long,
  noted,
  object,
  percent,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
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
    "Programs by the threat from rivals in the same indication, with the leader's phase. Set ticker for a company or condition for a disease. For all programs use pipeline.",
  parameters: {
    ticker: tickers('ticker'),
    therapeuticArea: contains('therapeuticArea', 'Oncology'),
    // Our choice: a program's condition is its indication.
    condition: contains('indication', 'lung cancer'),
    phase: contains('phase', 'Phase 3; ^Phase 1$ excludes Phase 1/2'),
  },
  record: {
    therapeuticArea: text,
    indication: text,
    ticker: text,
    company_name: text,
    drug_name: text,
    mechanism: text,
    phase: text,
    drugType: text,
    competitor_count: integer,
    leader_phase: text,
    threat_score: noted(score, '0–100, 0 means no rivals'),
    coverage_pct: noted(percent, 'share of the weights with a known input'),
    components: long(object),
    positioning: text,
    // Our choice: the threat is computed, so the record states its method and date.
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'competitiveLandscape',
  sort: [descending('threat_score')],
  elsewhere: drugRecords,
});
