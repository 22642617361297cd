import type { Method } from '../method.ts';
import { COMPANY_INPUTS, LOW_COVERAGE, listed, RANK, REWEIGHTED, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const APPETITE = constants.APPETITE_CRITERIA;
const TARGET = constants.TARGET_CRITERIA;

const sizes = constants.SIZE_RANGES.map(
  ({ from_usd, to_usd, points }) =>
    `${points} if it is $${from_usd / 1e9} to $${to_usd / 1e9} billion`,
).join(', otherwise ');

export const TAKEOVER_SCORE: Method = {
  id: 'takeover-rules/4',
  formula: text`
    score = Σ weight · points. Companies are ranked among all listed companies. ${REWEIGHTED} The
    components and their weights are lead_stage ${TARGET.lead_stage.weight} (points:
    ${listed(constants.LEAD_STAGE_POINTS)}), the rank of rnpv_to_enterprise_value
    ${TARGET.rnpv_to_enterprise_value.weight}, the rank of area_deals ${TARGET.area_deals.weight},
    size ${TARGET.size.weight}, the rank of runway_months ${TARGET.runway_months.weight} (fewer
    months rank higher), the rank of specialist_ownership_pct
    ${TARGET.specialist_ownership_pct.weight}, and recent_readout ${TARGET.recent_readout.weight}
    (points: ${listed(constants.READOUT_POINTS)}). rnpv_to_enterprise_value = rNPV /
    max($${constants.MIN_ENTERPRISE_VALUE_USD / 1e6} million, market value − net cash). area_deals
    is the number of deals in the area of the lead program in the last ${constants.AREA_DEAL_MONTHS}
    months. The points for size depend on the enterprise value: ${sizes}, and otherwise
    ${constants.OTHER_SIZE_POINTS}. Only the order of the scores has a meaning: a score is not a
    probability. implied_premium_pct is the median premium of takeovers in the area of the lead
    program in the last ${constants.PREMIUM_MONTHS} months. If the store has fewer than
    ${constants.MIN_COMPARABLE_DEALS} premiums in the area, implied_premium_pct is the median over
    all areas. If the store has fewer than ${constants.MIN_COMPARABLE_DEALS} premiums over all
    areas, the published premium is used. value_low_usd = market value · (1 + q1 / 100) and
    value_high_usd = market value · (1 + q3 / 100), where q1 is the lower and q3 the upper quartile
    of the premiums.
  `,
  inputs: [...COMPANY_INPUTS, 'deals'],
  source: text`
    Palepu 1986 and Danzon, Epstein & Nicholson 2007 (criteria); PwC (published premium of 2023,
    range of 2014–2023). Our choice of weights and points
  `,
  flags: {
    low_coverage: LOW_COVERAGE,
    no_lead_stage: 'The lead program or its phase is not known.',
    no_rnpv_to_enterprise_value:
      'The ratio cannot be computed because no program has an rNPV, or because the enterprise value is unknown.',
    no_area_deals: 'The therapeutic area of the lead program is not known.',
    no_size: 'The enterprise value is not known.',
    no_runway_months: 'The runway is not known, or the company does not burn cash.',
    no_specialist_ownership_pct: text`
      The percentage is unknown because no filing shows that a specialist fund holds the stock, or
      because a fund reports the value of its position but no share count.
    `,
    no_recent_readout: text`
      No Phase 2 or Phase 3 readout of the last ${constants.READOUT_YEARS} years has a known
      outcome.
    `,
    no_market_cap:
      'The price or the share count is missing, so the value range cannot be computed.',
    published_premium: text`
      The store has fewer than ${constants.MIN_COMPARABLE_DEALS} comparable takeovers, so the
      published premium is used.
    `,
    no_acquirer: 'No acquirer with deals in the area has enough cash to pay value_low_usd.',
    acquirer_capacity_unknown: 'The net cash of an acquirer in likely_acquirers is not known.',
  },
};

export const ACQUIRER_APPETITE: Method = {
  id: 'acquirer-appetite/2',
  formula: text`
    appetiteScore = ${APPETITE.recent_deals.weight} · rank of the number of takeovers announced in
    the last ${constants.APPETITE_MONTHS} months + ${APPETITE.recent_value.weight} · rank of their
    total value + ${APPETITE.cash_capacity.weight} · rank of cashCapacity. All acquirers are ranked.
    ${REWEIGHTED} ${RANK} cashCapacity = max(0, cash and marketable securities − all debt).
    Takeovers are acquisitions, mergers and purchases of assets, except terminated ones.
  `,
  inputs: ['companies', 'financial_facts', 'catalysts', 'deals'],
  source: 'Our choice',
  flags: {
    low_coverage: LOW_COVERAGE,
    no_recent_value: `The value of recent takeovers cannot be computed because no source states a value for any takeover of the last ${constants.APPETITE_MONTHS} months.`,
    no_cash_capacity: 'The net cash of the acquirer is not known.',
    no_premium: 'The premium is unknown because no source states the premium of any takeover.',
    no_value: 'The value cannot be computed because no source states the value of any takeover.',
    no_upfront_value:
      'The amount paid at closing is unknown because no source states this amount for any takeover.',
  },
};
