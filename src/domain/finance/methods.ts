import type { Method } from '../method.ts';

export const FINANCIAL_HEALTH: Method = {
  id: 'financial-health/1',
};

export const RUNWAY: Method = {
  id: 'runway/1',
};

export const DISTRESS: Method = {
  id: 'distress/1',
};

export const BURN: Method = {
  id: 'burn/1',
};

export const DILUTION: Method = {
  id: 'dilution/1',
};
