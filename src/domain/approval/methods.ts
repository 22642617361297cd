import type { Method } from '../method.ts';

export const APPROVAL: Method = {
  id: 'poa/5 BIO/QLS/Informa 2011–2020 phase-by-phase base rate, shrunk, with likelihood ratios',
  formula:
    'base_rate = 100 · Π p over the stages still to pass, each p the published success rate of the ' +
    'stage in the therapeutic area, shrunk to all indications: p = (n · p_area + 30 · p_all) / ' +
    '(n + 30); after a complete response letter the second-cycle rate 71/151 stands in its place. ' +
    'poa moves it in odds, odds = P / (1 − P): odds(poa) = odds(base) · Π LR^w, kept between 0.1 ' +
    'and 99.9 %, where modality, biomarker selection and rare disease act stage by stage and ' +
    'advisory votes, the reasons of a letter and (before filing) breakthrough designation on ' +
    'approval as a whole, and the forecast of the open trial of Phase 2 or 3, where it is learned ' +
    '(trial-outcome/4), acts on its stage by its odds ÷ those of the published rate; w = 1 / (1 + ' +
    '0.5 · (m − 1)) for m pieces of evidence of one group, and ' +
    'factors shows each LR^w. The interval is the Wilson 95 % interval of the base rate at the ' +
    'sample size N with Σ (1 − p) / (p · n) = (1 − P) / (P · N), its bounds moved by the same ' +
    'ratio of odds. Only evidence dated before the event and by the day of the estimate counts.',
  inputs: [
    'companies',
    'trials',
    'trial_versions',
    'trial_labels',
    'posted_results',
    'trial_results',
    'programs',
    'catalysts',
    'catalyst_changes',
    'decisions',
    'designations',
    'adcomm_votes',
    'complete_response_letters',
    'approvals',
    'drug_labels',
  ],
  source:
    'BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, ' +
    '8b, 10b, 11, 14); Sacks 2014, JAMA 311:378 (second cycle); Daval 2023, JAMA Health Forum ' +
    '(votes); Wilson 1927. Our choice: the prior of 30 programs and the exponent 0.5',
  flags: {
    unknown_stage:
      'Neither the catalyst nor its stage tells what is decided, so nothing is scored.',
    no_base_rate:
      'No published rate leads on from this stage (preclinical, approved), so nothing is scored.',
    approved: 'The program is approved already, so there is nothing left to score.',
    no_area: 'The therapeutic area is unknown; the rates are those of all indications.',
    only_stage_known:
      'Nothing but the stage is known: the number is that of any drug at the stage, confidence low.',
    undated_evidence: 'Some evidence bears no date and was left out.',
    letter_of_unknown_indication:
      'No record tells the indication of the complete response letter that counts: it may be of another application of the drug.',
    no_dated_facts: 'No fact behind the record bears a date, so as_of is null.',
  },
};

export const BASE_RATE: Method = {
  id: 'base-rate/4 BIO/QLS/Informa 2011–2020; observed with Wilson 95 % interval',
  formula:
    'published_rate = 100 · Π of the published success rates from the stage to approval, not ' +
    'shrunk, and sample_size the programs of the smallest cell in the product; published_phase_rate is ' +
    'that of the stage itself, and labelled_rate = 100 · successes / labelled_trials of the ' +
    'store’s trials of that phase and area (trial-labels/1). observed_rate = ' +
    '100 · approvals / decisions of the store’s decided catalysts and decisions (original approvals of ' +
    'NDA and BLA and published CRLs among them, from the first refusal on), by area, stage ' +
    'and kind of event and once more over all indications; a withdrawal counts as not approved. ' +
    'Its interval is (p + z²/2n ± z · √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with z = 1.959964. ' +
    'Moves are 100 · (first close after the announcement / last close before it − 1), both within a ' +
    'week (on its day unless its headlines came after the close), with linear quartiles.',
  inputs: [
    'companies',
    'prices',
    'splits',
    'trials',
    'trial_versions',
    'trial_labels',
    'posted_results',
    'trial_results',
    'programs',
    'catalysts',
    'designations',
    'decisions',
    'approvals',
    'complete_response_letters',
    'drug_labels',
    'news',
  ],
  source:
    'BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, ' +
    '10b); Wilson 1927, J Am Stat Assoc 22:209',
  flags: {
    published_only: 'A published cell; the observed fields of the record are null.',
    no_published_rate: 'The report has no cell for this area and stage.',
    no_decisions: 'None of these events was approved or refused, so there is no observed rate.',
    no_moves: 'No closes stand beside these events, so there are no moves.',
  },
};
