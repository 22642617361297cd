import type { Method } from '../method.ts';

export const TAKEOVER_SCORE: Method = {
  id: 'takeover-rules/1',
};

export const ACQUIRER_APPETITE: Method = {
  id: 'acquirer-appetite/1',
};
