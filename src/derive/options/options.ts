import { daysBetween } from '../../domain/dates.ts';
import { BLACK_SCHOLES, OPTION_FLOW, PUT_CALL } from '../../domain/options/methods.ts';
import type { OptionContract } from '../../domain/options/option-chain.ts';
import { optionFlow } from '../../domain/options/option-flow.ts';
import { putCallHistory } from '../../domain/options/options.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { newestChains, type PricedChain, pricedChains } from './chains.ts';
import { movingEventOn } from './predicted-volatility.ts';

export const optionCollections = {
  optionsChain: { from: ['option_chains'], rows: optionsChain, method: BLACK_SCHOLES },
  optionsFlow: { from: ['option_chains'], rows: optionsFlow, method: OPTION_FLOW },
  optionsPutCall: { from: ['option_chains'], rows: optionsPutCall, method: PUT_CALL },
} satisfies Collections;

/** Our choice: number of days for which unusual option activity is shown. */
const flowDays = 30;
/** Our choice: maximum age in days of the previous open interest. */
const previousDays = 5;

/** Priced contracts of each ticker's newest chain that have not expired. */
export function optionsChain(refresh: Refresh) {
  return [...refresh.memo(newestChains).values()].flatMap(({ fact, contracts }) => {
    const origin = originOf('option_chains', fact);
    const quotes = new Map(fact.contracts.map((quote) => [quote.option_symbol, quote]));
    return contracts
      .filter(({ expiry }) => expiry >= refresh.today)
      .map((contract) => {
        const { bid, ask, volume, open_interest } = quotes.get(contract.option_symbol)!;
        return {
          ...contract,
          // Quotes are served as published. Computations treat a missing quote as zero.
          bid: bid ?? null,
          ask: ask ?? null,
          volume: volume ?? null,
          open_interest: open_interest ?? null,
          method: BLACK_SCHOLES.id,
          as_of: fact.date,
          ...origin,
        };
      });
  });
}

/** Contracts of the last 30 days whose volume far exceeded the previous day's open interest. */
export function optionsFlow(refresh: Refresh) {
  return [...refresh.memo(pricedChains).values()].flatMap((chains) =>
    chains.flatMap((chain, at) => {
      const before = chains[at - 1];
      if (!before || daysBetween(chain.fact.date, refresh.today) > flowDays) return [];
      if (daysBetween(before.fact.date, chain.fact.date) > previousDays) return [];
      return optionFlow(chain.snapshot, before.snapshot, contractsOf(chains)).map((flow) => ({
        ...flow,
        method: OPTION_FLOW.id,
        as_of: chain.fact.date,
      }));
    }),
  );
}

/** Put/call ratios and option-implied values, by ticker and day. */
export function optionsPutCall(refresh: Refresh) {
  return [...refresh.memo(pricedChains)].flatMap(([ticker, chains]) =>
    putCallHistory(
      chains.map(({ snapshot }) => snapshot),
      (date) => movingEventOn(refresh, ticker, date)?.formattedDate ?? null,
      contractsOf(chains),
    ).map((day) => ({
      ...day,
      method: PUT_CALL.id,
      as_of: day.date,
    })),
  );
}

/** The priced contracts of a chain. */
function contractsOf(chains: readonly PricedChain[]) {
  const priced = new Map(chains.map(({ snapshot, contracts }) => [snapshot, contracts]));
  return (snapshot: PricedChain['snapshot']): readonly OptionContract[] => priced.get(snapshot)!;
}
