import { STALE_MONTHS } from '../finance/constants.ts';
import type { Method } from '../method.ts';
import {
  COMPANY_INPUTS,
  GRADES,
  LOW_COVERAGE,
  listed,
  pct,
  RANK,
  REWEIGHTED,
  RNPV_INPUTS,
  text,
} from '../method-parts.ts';
import * as constants from './constants.ts';

const COMPANY = constants.COMPANY_CRITERIA;
const PROGRAM = constants.PROGRAM_CRITERIA;

const COMPOSITE_SOURCE = text`
  OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum). Our choice of
  components and weights `;
export const COMPANY_SCORE: Method = {
  id: 'company-score/5',
  formula: text` score = Σ weight · percentile rank among the listed companies. ${REWEIGHTED} The components
  are rnpv_to_market_cap ${COMPANY.rnpv_to_market_cap.weight}, expected_approvals
  ${COMPANY.expected_approvals.weight}, runway_months ${COMPANY.runway_months.weight},
  sentiment_score ${COMPANY.sentiment_score.weight}, insider_score ${COMPANY.insider_score.weight},
  and catalysts_12m ${COMPANY.catalysts_12m.weight}. ${GRADES}. ${RANK} rnpv_to_market_cap = (Σ rNPV
  of the valued programs + net cash − ${constants.OVERHEAD_ANNUITY.toFixed(4)} · yearly overhead) /
  market value. The factor ${constants.OVERHEAD_ANNUITY.toFixed(4)} is the present value of 1 per
  year for ${constants.OVERHEAD_YEARS} years, discounted at ${pct(constants.OVERHEAD_RATE)}%.
  valuation is undervalued if rnpv_to_market_cap is above ${constants.FAIR_RATIO.to}, overvalued if
  it is below ${constants.FAIR_RATIO.from}, and otherwise fair.
`,
  inputs: COMPANY_INPUTS,
  source: COMPOSITE_SOURCE,
  flags: {
    low_coverage: LOW_COVERAGE,
    ...constants.UNVALUED_REASONS,
    no_programs: 'The company has no program in development or on the market.',
    partial_sales_assumptions: 'Some programs have no rNPV, so the sum is a lower bound.',
    no_filing: 'Net cash is not known, so the ratio and the valuation cannot be computed.',
    no_overhead: 'The overhead is not known and therefore not deducted.',
    no_market_cap:
      'The price or the share count is missing, so the market value cannot be computed.',
    no_rnpv_to_market_cap: 'The ratio of rNPV to market value is not known.',
    no_expected_approvals:
      'The expected approvals cannot be computed because every probability of reaching the market is unknown.',
    no_runway_months: 'The runway is not known, or the company does not burn cash.',
    no_sentiment_score: 'There is no fund sentiment score for the newest quarter.',
    no_insider_score:
      'The insider score cannot be computed because no open-market trade of the last year reports both a price and the shares owned after the trade.',
  },
};

export const PROGRAM_SCORE: Method = {
  id: 'program-score/4',
  formula: text`
    score = Σ weight · points. Programs are ranked among the programs of all listed companies.
    ${REWEIGHTED} The components are the percentile rank of rNPV (weight ${PROGRAM.rNPV.weight}),
    the percentile rank of cumulative_pos (weight ${PROGRAM.cumulative_pos.weight}), the points of
    the stage (weight ${PROGRAM.stage.weight}), and the percentile rank of days_to_catalyst (weight
    ${PROGRAM.days_to_catalyst.weight}). Fewer days rank higher. The points of each stage are:
    ${listed(constants.STAGE_POINTS)}. Ranks, percentile, grade and tier are defined as in
    company-score/5. poa is the probability of approval in percent. valuation is the valuation label
    of the company.
  `,
  inputs: COMPANY_INPUTS,
  source: COMPOSITE_SOURCE,
  flags: {
    low_coverage: LOW_COVERAGE,
    ...constants.UNVALUED_REASONS,
    no_valuation: 'The valuation of the company is not known.',
    no_cumulative_pos: 'The probability of reaching the market is not known.',
    no_days_to_catalyst: 'The program has no future catalyst.',
  },
};

export const RNPV: Method = {
  id: 'rnpv/5',
  formula: text`
    rNPV = Σ (revenue − cost) · probability / (1 + r)^t over calendar years. t is the number of
    years from today to the middle of the calendar year. The discount rate r depends on the stage,
    in percent: ${listed(constants.DISCOUNT_RATES, pct)}. Revenue = share of economics · peak sales
    · ramp · retention. In years 1 to ${constants.RAMP.length - 1} on the market, the ramp is
    ${constants.RAMP.slice(1).join(', ')}. The ramp is stretched or shortened to last years_to_peak.
    retention is 1 until the end of exclusivity. In each of the ${constants.YEARS_AFTER_EXCLUSIVITY}
    years after that, retention is multiplied by the factor of the modality:
    ${listed(constants.YEARLY_RETENTION)}. On the market, cost = cost of goods + operating costs +
    tax. If the sales assumption states no cost of goods, the cost of goods in percent of sales is
    ${listed(constants.COGS_PCT)}. If the sales assumption states no operating costs, they are
    ${constants.OPEX_PCT}% of sales. The tax is ${pct(constants.TAX_RATE)}% of the remaining profit.
    Before the launch, cost is the development cost of the stage: patients · cost per patient. If
    the number of patients is unknown, the published cost of the phase is used. The cost of a filing
    is the FDA’s fee. Applications for drugs with an orphan designation are exempt from this fee.
    probability is from poa/6. Before the launch, probability is the probability of reaching the
    stage. After the launch, probability is the probability of reaching the market. The length of
    each stage is taken from a published study. If no assumption states the end of exclusivity,
    exclusivity ends when the last listed patent or exclusivity expires. Only the exclusivities NCE,
    ODE, REF, GAIN and PED count. If patents on the substance are listed, only these patents count.
    Otherwise, patents on the product count. The bear case lowers peak sales by
    ${pct(constants.SALES_CHANGE)}% and divides the odds of each transition by
    ${constants.ODDS_FACTOR}. The bull case raises peak sales by ${pct(constants.SALES_CHANGE)}% and
    multiplies the odds of each transition by ${constants.ODDS_FACTOR}.
  `,
  inputs: RNPV_INPUTS,
  source: text`
    Svennebring & Wikberg, SpringerPlus 2013;2:140, eq. 1; Stewart 2001, Nat Biotechnol; Robey &
    David 2017 (ramp); Grabowski 2021 (exclusivity, erosion); BIO/QLS/Informa 2021 (lengths);
    Sertkaya 2024 and PMC6139376 (costs). Our choice: the discount rates within published ranges
  `,
  flags: {
    ...constants.UNVALUED_REASONS,
    no_shares: `The value per share cannot be computed because no source states a share count for the last ${STALE_MONTHS} months.`,
    consensus_sales: text`
      No sales assumption is stored, so the consensus of a data vendor is used. Peak sales are the
      largest yearly sales of the company in this consensus.
    `,
    listed_exclusivity: 'The end of exclusivity is taken from the Orange Book or the Purple Book.',
    launch_year_passed:
      'The launch year in the sales assumption has passed, so the year after the expected approval is used.',
    no_launch_year:
      'No source states the launch year of the marketed product, so the current year is assumed.',
    assumed_exclusivity: text`
      No end of exclusivity is stated or listed, so ${constants.EXCLUSIVITY_YEARS} years from launch
      are assumed.
    `,
    assumed_ramp: text`
      The years to peak sales are not stated, so ${constants.RAMP.length - 1} years are assumed.
    `,
    no_area: 'The therapeutic area is unknown, so the success rates of all indications are used.',
    undated_evidence: 'Some evidence for the approval probability has no date and is not used.',
  },
};
