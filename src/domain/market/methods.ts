import type { Method } from '../method.ts';

export const UNUSUAL_VOLUME: Method = {
  id: 'volume/1',
};

export const MOVERS: Method = {
  id: 'movers/1',
};

export const ANALYST_CONSENSUS: Method = {
  id: 'analyst-consensus/1',
};
