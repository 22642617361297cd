import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { closeOnOrAfter, closeOnOrBefore } from '../../domain/market/price-bars.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import {
  type CompanyEvidence,
  companyApprovals,
  companyFinders,
  companyScorecards,
  eventDay,
  type Scorecard,
  servedScore,
} from '../approval/approval.ts';
import { evidenceFacts } from '../approval/evidence.ts';
import { realizedMove } from '../approval/realized-move.ts';
import type { Refresh } from '../computation.ts';
import { runways } from '../finance/financials.ts';
import { closesOf } from '../market/price-history.ts';
import { programs } from '../programs/programs.ts';
import { isGrave, tellingSignalsByTicker } from '../trials/risk-signals.ts';
import {
  type AnalyzedCompany,
  analysisOf,
  type CatalystAnalysis,
  type CompanyRisks,
  goingConcerns,
  priceSentence,
  rivalSentence,
  salesSentence,
} from './catalyst-analysis.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';

/** The facts from which a company's outlook is computed. */
interface CompanyInput extends CompanyEvidence {
  readonly risks: CompanyRisks;
}

/** The outlook of each company that has a catalyst or a program, by ticker. */
export function companyOutlooks(refresh: Refresh) {
  const inputOf = companyInputs(refresh);
  const tickers = [...refresh.facts.all('catalysts'), ...refresh.memo(programs)].map(
    ({ ticker }) => ticker,
  );
  return new Map(
    [...new Set(tickers)].map((ticker) => [ticker, companyOutlook(refresh, inputOf(ticker))]),
  );
}

/** The outlook of each catalyst by identifier. */
export function catalystOutlooks(refresh: Refresh): ReadonlyMap<string, CatalystOutlook> {
  const outlooks = [...refresh.memo(companyOutlooks).values()];
  return new Map(outlooks.flatMap(({ catalysts }) => catalysts.map((one) => [one.id, one])));
}

/** The analysis fields of each catalyst in the calendars, by catalyst identifier. */
export function catalystAnalysis(
  refresh: Refresh,
): ReadonlyMap<string, CatalystAnalysis & { readonly market_analysis?: string }> {
  const outlooks = refresh.memo(catalystOutlooks);
  return new Map(
    refresh.facts.all('catalysts').map((catalyst) => {
      const id = identifier('catalysts', catalyst);
      const { analysis, scored_on, price, sales } = outlooks.get(id)!;
      const sentences = [price, rivalSentence(refresh, catalyst, scored_on), sales];
      const market_analysis = sentences.filter((one) => one !== null).join(' ');
      return [id, market_analysis ? { ...analysis, market_analysis } : analysis];
    }),
  );
}

/**
 * The computed values of one company's catalysts and programs, for the calendars and the scores.
 */
function companyOutlook(refresh: Refresh, company: CompanyInput) {
  const finders = companyFinders(refresh, company);
  const cards = companyScorecards(refresh, company, finders);
  const analysed = {
    risks: company.risks,
    changes: refresh.memo(changesByCatalyst),
    catalysts: cards,
  };
  return {
    catalysts: cards.map((card) => catalystOutlook(refresh, card, analysed)),
    /** Approval probabilities of the company's programs, in the order of the programs. */
    programs: companyApprovals(refresh, company, finders, cards),
  };
}

export type CatalystOutlook = ReturnType<typeof catalystOutlook>;

function catalystOutlook(refresh: Refresh, card: Scorecard, company: AnalyzedCompany) {
  const { id, scored_on, catalyst } = card;
  return {
    id,
    /** The day of the estimate, `YYYY-MM-DD`. */
    scored_on,
    analysis: analysisOf(refresh.today, card, company),
    /** Sentence on the stock price and the market value; null if there is no recent close. */
    price: priceSentence(refresh, catalyst.ticker, scored_on),
    /** Sentence on the assumed peak sales; null if there is no assumption. */
    sales: salesSentence(refresh, card),
    /** Sentence on the stock's move after the event; null if the move is unknown. */
    answer: marketAnswer(refresh, catalyst),
    closes: eventCloses(refresh, catalyst),
    /** The catalyst's record in `poaScores`; null if the catalyst is not in the future. */
    poa: servedScore(refresh, card),
  };
}

/** Returns a function that collects the facts about one company for its outlook. */
function companyInputs(refresh: Refresh): (ticker: string) => CompanyInput {
  const own = <Fact extends { readonly ticker: string }>(facts: readonly Fact[]) => {
    const byTicker = groupBy(facts, ({ ticker }) => ticker);
    return (ticker: string) => byTicker.get(ticker) ?? [];
  };
  const evidence = evidenceFacts(refresh);
  const votes = own(evidence.votes);
  const crls = own(evidence.crls);
  const designations = own(evidence.designations);
  const catalystsOf = own(refresh.facts.all('catalysts'));
  const programsOf = own(refresh.memo(programs));
  const risksOf = companyRisks(refresh);
  return (ticker) => ({
    catalysts: catalystsOf(ticker),
    programs: programsOf(ticker),
    facts: { votes: votes(ticker), crls: crls(ticker), designations: designations(ticker) },
    risks: risksOf(ticker),
  });
}

function companyRisks(refresh: Refresh): (ticker: string) => CompanyRisks {
  const signals = refresh.memo(tellingSignalsByTicker);
  const doubts = refresh.memo(goingConcerns);
  const funds = refresh.memo(runways);
  return (ticker) => {
    const { cash_out_date = null, period_end = null } = funds.get(ticker) ?? {};
    return {
      signals: (signals.get(ticker) ?? []).filter(isGrave),
      doubts: doubts.get(ticker) ?? [],
      funds: funds.has(ticker) ? { cash_out_date, period_end } : null,
    };
  };
}

/**
 * Sentence on the stock's move after an event, with the days of the two closes. Null if the outcome
 * or the day of the event is unknown, or if a close is missing.
 */
function marketAnswer(refresh: Refresh, catalyst: Sourced<'catalysts'>): string | null {
  const { decision, decision_date, outcome, formattedDate, catdate = formattedDate } = catalyst;
  const day = eventDay(catalyst);
  const isKnown = (decision || outcome) && (decision_date || dayOf(catdate)) && day < refresh.today;
  const { ticker } = catalyst;
  const move = isKnown ? realizedMove(refresh, ticker, day) : null;
  if (move === null) return null;
  const sign = move.move_pct < 0 ? '−' : '+';
  return (
    `The stock moved ${sign}${Math.abs(move.move_pct).toFixed(1)} % from the close on ` +
    `${move.from} to the close on ${move.to}.`
  );
}

/**
 * The close on the day on which a catalyst became known, the close on the day of the event, and the
 * price move between the two closes in percent. The specification defines the move:
 * `percentageChange` = (catalystDayPrice − createdDayPrice) ÷ createdDayPrice × 100, or null if a
 * price is null. Our choice: if there is no trading on the creation day, the last earlier close is
 * used. If there is no trading on the catalyst day, the next close is used. If the FDA decided
 * before the goal date, the catalyst day is the decision day.
 */
function eventCloses(refresh: Refresh, { ticker, ...catalyst }: Sourced<'catalysts'>) {
  const closes = closesOf(refresh, ticker);
  const created = dayOf(catalyst.createdDate);
  const before = created ? closeOnOrBefore(closes, created) : null;
  const after = closeOnOrAfter(closes, eventDay(catalyst));
  const known = before !== null && before > 0 && after !== null;
  return {
    createdDayPrice: before,
    catalystDayPrice: after,
    percentageChange: known ? Math.round(((after - before) / before) * 10_000) / 100 : null,
  };
}
