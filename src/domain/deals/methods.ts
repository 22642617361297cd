import type { Method } from '../method.ts';

export const TAKEOVER_SCORE: Method = {
  id: 'takeover-rules/3',
  formula:
    'score = Σ weight · points among the listed companies, re-weighted over the components that are ' +
    'known and null below half of the weight: lead_stage 0.2 (preclinical 20, phase 1 40, phase 2 70, ' +
    'phase 3 100, filing 90, approved 80), rank of rNPV / max($1 million, market value − net cash) ' +
    '0.2, of area_deals of 24 months 0.15, size 0.15 (enterprise value of $0.3–5 billion 100, $0.1–15 ' +
    'billion 60, else 20), of runway_months 0.1 (fewer rank higher), of specialist_ownership_pct 0.1, ' +
    'recent_readout 0.1 (positive 100, mixed 50, negative 0). Its rank is meaningful, its height is no ' +
    'probability. implied_premium_pct is the median of the takeovers of 60 months in the lead ' +
    'program’s area, else of all areas (five at least), else as published; value_low_usd and ' +
    'value_high_usd = market value · (1 + quartile of the premiums / 100).',
  inputs: [
    'companies',
    'prices',
    'splits',
    'trials',
    'programs',
    'catalysts',
    'catalyst_changes',
    'decisions',
    'designations',
    'adcomm_votes',
    'posted_results',
    'trial_labels',
    'trial_results',
    'trial_versions',
    'complete_response_letters',
    'approvals',
    'drug_labels',
    'financial_facts',
    'insider_transactions',
    'fund_filings',
    'sales_assumptions',
    'deals',
  ],
  source:
    'Palepu 1986 and Danzon, Epstein & Nicholson 2007 (what matters); PwC (published premium of 2023, ' +
    'range of 2014–2023). Our choice of weights and points',
  flags: {
    low_coverage: 'The known components hold less than half of the weight: no score.',
    no_lead_stage: 'The lead program, or its phase, is not known.',
    no_rnpv_to_enterprise_value: 'No program has a value, or the enterprise value is not known.',
    no_area_deals: 'The area of the lead program is not known.',
    no_size: 'The enterprise value is not known.',
    no_runway_months: 'The runway is not known, or the company does not burn.',
    no_specialist_ownership_pct:
      'No specialist fund is known to hold it, or one states no number of shares.',
    no_recent_readout: 'No phase 2 or 3 readout of the last two years with an outcome.',
    no_market_cap: 'Price or share count is missing: no range of value.',
    published_premium: 'Fewer than five comparable takeovers: the premium is the published one.',
    no_acquirer: 'No acquirer of its area can pay the low value.',
    acquirer_capacity_unknown: 'The cash of an acquirer that is named is not known.',
  },
};

export const ACQUIRER_APPETITE: Method = {
  id: 'acquirer-appetite/1',
  formula:
    'appetiteScore = 0.4 · rank of the takeovers announced in 36 months + 0.3 · rank of their value + ' +
    '0.3 · rank of cashCapacity among the acquirers, re-weighted over the components that are known ' +
    'and null below half of the weight. A rank is 100 · (values below + half of the equal ones, ' +
    'itself included) / n, of values pulled in to the 1st and 99th percentile. cashCapacity = max(0, ' +
    'cash and marketable securities − all debt). Takeovers are acquisitions, mergers and purchases of ' +
    'assets that were not called off.',
  inputs: ['companies', 'financial_facts', 'catalysts', 'deals'],
  source: 'Our choice',
  flags: {
    low_coverage: 'The known components hold less than half of the weight: no score.',
    no_recent_value: 'No takeover of the last 36 months states a value.',
    no_cash_capacity: 'The net cash of the acquirer is not known.',
    no_premium: 'No takeover states a premium.',
    no_value: 'No takeover states a value.',
    no_upfront_value: 'No takeover states what was paid at closing.',
  },
};
