import type { Method } from '../method.ts';

export const MODEL_PORTFOLIO: Method = {
  id: 'model-portfolio/1',
};
