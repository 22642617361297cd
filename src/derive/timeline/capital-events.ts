import type { EventType } from '../../catalogue/event-types.ts';
import { shiftDays } from '../../domain/dates.ts';
import { companyKey } from '../../domain/events/disclosures.ts';
import { UNKNOWN_FORM } from '../../domain/events/statement.ts';
import { splitFactor } from '../../domain/finance/share-count.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { type MergedDeal, mergedDeals } from '../deals/merged-deals.ts';
import { closeOn } from '../market/price-history.ts';
import { splitsOf } from '../market/splits.ts';
import {
  dollars,
  priceOf,
  sentence,
  shareCount,
  stated,
  type TimelineEvent,
  whole,
} from './event.ts';

type OfferingFact = Sourced<'offerings'>;

/** Offerings, shelf registrations and at-the-market programs. */
export function offeringEvents(refresh: Refresh): readonly TimelineEvent[] {
  return refresh.facts.all('offerings').map((fact) => {
    const type = offeringType(fact);
    return stated('offerings', fact, {
      type,
      ticker: fact.ticker,
      date: fact.filed_at,
      what: offeringText(refresh, fact, type),
      key: [fact.accession ?? fact.filed_at, fact.form_type, fact.offering_type],
    });
  });
}

function offeringType({ is_atm, offering_type, form_type }: OfferingFact): EventType {
  if (is_atm || offering_type === 'at_the_market') return 'atm';
  const isShelf = offering_type === 'shelf' || /^[SF]-3/i.test(form_type);
  return isShelf ? 'shelf' : 'offering';
}

const offeringNames = {
  offering: 'Offering',
  shelf: 'Shelf registration',
  atm: 'At-the-market program',
} as const;

function offeringText(refresh: Refresh, fact: OfferingFact, type: EventType): string {
  const { price_usd, shares_offered, offering_type, prefunded_warrants, warrants_offered } = fact;
  const isNamed = type === 'offering' || offering_type === 'resale';
  const kind = isNamed && offering_type ? ` (${offering_type.replaceAll('_', ' ')})` : '';
  const currency = fact.currency ?? 'USD';
  const amount = fact.offering_amount_usd ?? fact.offering_amount;
  const price = price_usd ?? fact.price;
  const strike = fact.warrant_exercise_price;
  return sentence(
    offeringNames[type as keyof typeof offeringNames],
    kind,
    amount && ` of ${dollars(amount, currency)}`,
    fact.securities?.length && `: ${fact.securities.join(', ')}`,
    shares_offered && `, ${shareCount(shares_offered)}`,
    prefunded_warrants && ` and ${whole(prefunded_warrants)} pre-funded warrants`,
    price && ` at ${priceOf(price, currency)}`,
    warrants_offered && `, ${whole(warrants_offered)} warrants`,
    warrants_offered && strike && ` (exercise price ${priceOf(strike, currency)})`,
    price_usd && discountText(refresh, fact, price_usd),
    fact.form_type !== UNKNOWN_FORM && `, ${fact.form_type}`,
    fact.closed_at && `; closed ${fact.closed_at}`,
    fact.closed_at && fact.closed_amount_usd && ` at ${dollars(fact.closed_amount_usd)}`,
  );
}

/**
 * Our choice: if the price differs from the last close by more than this percentage, it is taken to
 * be the price of a different unit, such as an ADS.
 */
const MAX_DIFFERENCE_PCT = 80;

/**
 * States how far the price is above or below the last close. If the prospectus states no last
 * close, the close before the filing is used. Both prices are for shares before any later split.
 */
function discountText(refresh: Refresh, fact: OfferingFact, price: number): string {
  const close = fact.last_price_usd ?? closeBefore(refresh, fact);
  if (close === null) return '';
  const pct = (100 * (close - price)) / close;
  if (Math.abs(pct) > MAX_DIFFERENCE_PCT) return '';
  const side = pct < 0 ? 'above' : 'below';
  return `, ${Math.abs(pct).toFixed(1)} % ${side} the last close of ${priceOf(close)}`;
}

function closeBefore(refresh: Refresh, { ticker, filed_at }: OfferingFact): number | null {
  const adjusted = closeOn(refresh, ticker, shiftDays(filed_at, -1));
  return adjusted === null ? null : adjusted * splitFactor(splitsOf(refresh, ticker), filed_at);
}

export function splitEvents({ facts }: Refresh): readonly TimelineEvent[] {
  return facts.all('splits').map((fact) => {
    const { ticker, date, numerator, denominator } = fact;
    const name = numerator < denominator ? 'Reverse split' : 'Split';
    return stated('splits', fact, {
      type: 'split',
      ticker,
      date,
      what: `${name}: ${numerator} new for ${denominator} old shares`,
      key: [date],
    });
  });
}

/** Deals of companies with a ticker: one event for each party. */
export function dealEvents(refresh: Refresh): readonly TimelineEvent[] {
  return refresh
    .memo(mergedDeals)
    .flatMap((deal) =>
      [deal.acquirerTicker, deal.targetTicker].flatMap((ticker) =>
        ticker ? dealSteps(deal, ticker, refresh.today) : [],
      ),
    );
}

function dealSteps(deal: MergedDeal, ticker: string, today: string): readonly TimelineEvent[] {
  const { acquirer, target, dealType, announcedDate, closedDate, endedDate, status, leadAsset } =
    deal;
  const kind = (dealType ?? 'deal').replaceAll('_', ' ');
  const title = `${kind}: ${acquirer} and ${target}${leadAsset ? ` (${leadAsset})` : ''}`;
  const terms = sentence(
    deal.upfrontValue && `, ${dollars(deal.upfrontValue)} upfront`,
    deal.milestoneValue && `, up to ${dollars(deal.milestoneValue)} in milestones`,
    deal.totalValue && `, ${dollars(deal.totalValue)} in total`,
    deal.premiumPct && `, premium ${deal.premiumPct.toFixed(0)} %`,
  );
  const key = [companyKey(acquirer), companyKey(target), dealType, leadAsset];
  const step = (type: EventType, date: string | null, what: string) =>
    stated('deals', deal, {
      type,
      ticker,
      drug: leadAsset ?? null,
      date,
      key,
      what: `${what} ${title}${terms}`,
      source_date: date ?? announcedDate,
    });
  const isClosed = Boolean(closedDate && closedDate <= today);
  return [
    step('deal_announced', announcedDate, 'Announced'),
    ...(isClosed ? [step('deal_completed', closedDate!, 'Completed')] : []),
    ...(/terminat|abandon/i.test(status ?? '')
      ? [step('deal_ended', endedDate ?? null, 'Ended')]
      : []),
  ];
}

/** Maps tickers to the Form 25 that ended the company's listing. */
export function delistingForms({ facts, universe }: Refresh) {
  const forms = facts
    .all('filing_events')
    .filter(({ event, form_type }) => event === 'filing' && /^25/.test(form_type ?? ''))
    .filter(
      ({ ticker, filed_at }) =>
        universe.has(ticker) && universe.company(ticker)?.delisted_date === filed_at,
    );
  return new Map(forms.map((form) => [form.ticker, form]));
}

export function delistingEvents({ memo, universe, today }: Refresh): readonly TimelineEvent[] {
  return universe.companies.flatMap((company) => {
    const { ticker, name, delisted_date: date } = company;
    if (!date || date > today) return [];
    const form = memo(delistingForms).get(ticker);
    const what = `${name} is no longer listed${form ? ` (Form ${form.form_type})` : ''}`;
    const event = { type: 'delisting', ticker, date, what, key: [date] } as const;
    return form ? stated('filing_events', form, event) : stated('companies', company, event);
  });
}
