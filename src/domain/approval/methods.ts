import type { Method } from '../method.ts';

export const APPROVAL: Method = {
  id: 'poa/1 BIO/QLS/Informa 2011–2020 phase-by-phase base rate, shrunk, with likelihood ratios',
};

export const BASE_RATE: Method = {
  id: 'base-rate/1 BIO/QLS/Informa 2011–2020; observed with Wilson 95 % interval',
};
