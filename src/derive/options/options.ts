import { daysBetween } from '../../domain/dates.ts';
import { BLACK_SCHOLES, OPTION_FLOW, PUT_CALL } from '../../domain/options/methods.ts';
import type { OptionContract } from '../../domain/options/option-chain.ts';
import { optionFlow } from '../../domain/options/option-flow.ts';
import { putCallHistory } from '../../domain/options/options.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { newestChains, type PricedChain, pricedChains } from './chains.ts';
import { eventDateOn } from './predicted-volatility.ts';

export const optionCollections = {
  optionsChain: { rows: optionsChain, method: BLACK_SCHOLES },
  optionsFlow: { rows: optionsFlow, method: OPTION_FLOW },
  optionsPutCall: { rows: optionsPutCall, method: PUT_CALL },
} satisfies Collections;

/** Our choice: for so many days unusual activity is news. */
const flowDays = 30;
/** Our choice: an open interest this many days older than the trades is not the day before's. */
const previousDays = 5;

/** The contracts of each ticker's newest chain that have not expired, priced. */
export function optionsChain(refresh: Refresh) {
  return [...refresh.memo(newestChains).values()].flatMap(({ fact, contracts }) => {
    const quotes = new Map(fact.contracts.map((quote) => [quote.option_symbol, quote]));
    return contracts
      .filter(({ expiry }) => expiry >= refresh.today)
      .map((contract) => {
        const { bid, ask, volume, open_interest } = quotes.get(contract.option_symbol)!;
        return {
          ...contract,
          // As quoted: the computations read a missing quote as none.
          bid: bid ?? null,
          ask: ask ?? null,
          volume: volume ?? null,
          open_interest: open_interest ?? null,
          method: BLACK_SCHOLES.id,
          as_of: fact.date,
          source: fact.source,
          ...(fact.source_url ? { source_url: fact.source_url } : {}),
        };
      });
  });
}

/** Contracts that traded far above the open interest of the day before, of the last 30 days. */
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

/** Put/call ratios and what the options imply, by ticker and day. */
export function optionsPutCall(refresh: Refresh) {
  return [...refresh.memo(pricedChains)].flatMap(([ticker, chains]) =>
    putCallHistory(
      chains.map(({ snapshot }) => snapshot),
      (date) => eventDateOn(refresh, ticker, date),
      contractsOf(chains),
    ).map((day) => ({
      ...day,
      method: PUT_CALL.id,
      as_of: day.date,
    })),
  );
}

/** The contracts of a snapshot, priced before. */
function contractsOf(chains: readonly PricedChain[]) {
  const priced = new Map(chains.map(({ snapshot, contracts }) => [snapshot, contracts]));
  return (snapshot: PricedChain['snapshot']): readonly OptionContract[] => priced.get(snapshot)!;
}
