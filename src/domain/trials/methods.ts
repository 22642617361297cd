import type { Method } from '../method.ts';

export const TRIAL_RISK: Method = {
  id: 'trial-risk/1 rule score over registry versions',
};

export const TRIAL_OUTCOME: Method = {
  id: 'trial-outcome/1 BIO/QLS/Informa 2011–2020 phase transition by area, shrunk, with odds ratios',
};
