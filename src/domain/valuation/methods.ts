import type { Method } from '../method.ts';

export const COMPANY_SCORE: Method = {
  id: 'company-score/1',
};

export const PROGRAM_SCORE: Method = {
  id: 'program-score/1',
};

export const RNPV: Method = {
  id: 'rnpv/1',
};
