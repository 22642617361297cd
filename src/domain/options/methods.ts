import type { Method } from '../method.ts';

export const BLACK_SCHOLES: Method = {
  id: 'black-scholes/1',
};

export const OPTION_FLOW: Method = {
  id: 'option-flow/1',
};

export const PUT_CALL: Method = {
  id: 'put-call/1',
};
