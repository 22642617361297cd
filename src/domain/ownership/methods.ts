import type { Method } from '../method.ts';

export const FUND_SENTIMENT: Method = {
  id: 'fund-sentiment/1',
};

export const FUND_SUMMARY: Method = {
  id: 'fund-summary/1',
};

export const FUND_POSITIONS: Method = {
  id: 'fund-positions/1',
};

export const FUND_FLOWS: Method = {
  id: 'fund-flows/1',
};

export const HOLDERS: Method = {
  id: 'holders/1',
};

export const INSIDER_SUMMARY: Method = {
  id: 'insider-summary/1',
};
