import { daysBetween } from '../../domain/dates.ts';
import { FLOW_DAYS, MAX_PREVIOUS_CHAIN_DAYS } from '../../domain/options/constants.ts';
import { BLACK_SCHOLES, OPTION_FLOW, PUT_CALL } from '../../domain/options/methods.ts';
import { optionFlow } from '../../domain/options/option-flow.ts';
import { putCallHistory } from '../../domain/options/options.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { newestChains, pricedChains } from './chains.ts';
import { movingEventOn } from './predicted-volatility.ts';

export const optionCollections = {
  optionsChain: { from: ['option_chains'], rows: optionsChain, method: BLACK_SCHOLES },
  optionsFlow: { from: ['option_chains'], rows: optionsFlow, method: OPTION_FLOW },
  optionsPutCall: { from: ['option_chains'], rows: optionsPutCall, method: PUT_CALL },
} satisfies Collections;

/**
 * Priced contracts of each ticker's newest chain. If the chain is current, expired contracts are
 * omitted. If it is not current, all its contracts are included and have the flag `old_chain`.
 */
export function optionsChain(refresh: Refresh) {
  const current = refresh.memo(newestChains);
  return [...refresh.memo(pricedChains)].flatMap(([ticker, chains]) => {
    const { fact, contracts } = chains.at(-1)!;
    const origin = originOf('option_chains', fact);
    const isCurrent = current.has(ticker);
    return contracts
      .filter(({ expiry }) => !isCurrent || expiry >= refresh.today)
      .map((contract) => ({
        ...contract,
        flags: isCurrent ? contract.flags : [...contract.flags, 'old_chain'],
        method: BLACK_SCHOLES.id,
        as_of: fact.date,
        ...origin,
      }));
  });
}

/** Contracts of the last 30 days whose volume far exceeded the previous day's open interest. */
export function optionsFlow(refresh: Refresh) {
  return [...refresh.memo(pricedChains).values()].flatMap((chains) =>
    chains.flatMap((chain, at) => {
      const before = chains[at - 1];
      if (!before || daysBetween(chain.fact.date, refresh.today) > FLOW_DAYS) return [];
      if (daysBetween(before.fact.date, chain.fact.date) > MAX_PREVIOUS_CHAIN_DAYS) return [];
      return optionFlow(chain, before.snapshot).map((flow) => ({
        ...flow,
        method: OPTION_FLOW.id,
        as_of: chain.fact.date,
      }));
    }),
  );
}

/** Put/call ratios and option-implied values, by ticker and day. */
export function optionsPutCall(refresh: Refresh) {
  return [...refresh.memo(pricedChains)].flatMap(([ticker, chains]) => {
    const eventOn = (date: string) => movingEventOn(refresh, ticker, date)?.formattedDate ?? null;
    const days = putCallHistory(chains, eventOn);
    return days.map((day) => ({ ...day, method: PUT_CALL.id, as_of: day.date }));
  });
}
