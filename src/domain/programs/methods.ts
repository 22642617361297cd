import type { Method } from '../method.ts';

export const COMPETITIVE_THREAT: Method = {
  id: 'competitive-threat/1',
};

export const PIPELINE_HEALTH: Method = {
  id: 'pipeline-health/1',
};
