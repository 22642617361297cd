import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeast, oneOf, tickers } from '../../src/catalogue/params.ts';
import { drugRecords } from '../drug-records.ts';

export const pipelineHealth = endpoint({
  name: 'pipeline_health',
  path: '/competitive/pipeline-health',
  group: 'Competitive Intelligence',
  plan: 'elite-plus',
  title: 'Pipeline health grades',
  noun: 'pipeline grade',
  description:
    "Grades of companies' pipelines, healthiest first: stages, expected approvals, concentration, setbacks, upcoming catalysts. For single programs use program_scores.",
  parameters: {
    ticker: tickers('ticker'),
    grade: oneOf('grade', ['A', 'B', 'C', 'D', 'F']),
    minScore: atLeast('health_score', { minimum: 0, maximum: 100 }),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    grade: field.text,
    health_score: noted(field.score, '0–100'),
    programs_total: field.integer,
    programs_by_phase: field.object,
    late_stage_count: field.integer,
    expected_approvals: noted(field.number, 'sum of the approval probabilities of all programs'),
    any_approval_probability: noted(
      field.fraction,
      'probability of at least one approval, 0–1, if programs are independent',
    ),
    concentration: noted(field.fraction, 'Herfindahl index of the programs, 0–1'),
    setbacks: field.integer,
    catalysts_12m: field.integer,
    ...field.weighting,
    as_of: field.day,
    method: field.text,
    flags: field.texts,
  },
  collection: 'pipelineHealth',
  sort: [descending('health_score')],
  elsewhere: drugRecords,
});
