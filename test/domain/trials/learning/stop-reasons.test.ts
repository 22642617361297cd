import { describe, expect, it } from 'vitest';
import {
  isFailure,
  type StopReason,
  stopReason,
} from '../../../../src/domain/trials/learning/stop-reasons.ts';

/** Reasons in the words of registrations. */
const cases: readonly (readonly [StopReason, string])[] = [
  ['efficacy', 'Lack of efficacy'],
  ['efficacy', 'Lack of efficacy; the trial did not meet its primary endpoint'],
  ['efficacy', 'The DMC recommended stopping for futility at the interim analysis'],
  ['efficacy', 'No clinical benefit observed'],
  ['efficacy', 'Study drug failed to show superiority'],
  ['efficacy', 'Insufficient anti-tumor activity'],
  ['efficacy', 'Primary endpoint was not met in the parent study'],
  ['efficacy', 'The drug did not separate from placebo at the planned interim look'],
  ['efficacy', 'No objective responses among the first 14 patients'],
  ['efficacy', 'Low conditional power at interim'],
  ['efficacy', 'No difference between groups at interim analysis'],
  ['efficacy', 'Lack of superiority over the comparator'],
  ['efficacy', 'Study medication not efficacious'],
  ['efficacy', 'The sponsor decided to stop; endpoint not met'],
  ['safety', 'Two deaths in the high dose arm'],
  ['safety', 'FDA clinical hold pending review of a serious adverse event'],
  ['safety', 'Unacceptable toxicity'],
  ['safety', 'Business decision following safety findings'],
  ['safety', 'Unfavorable benefit-risk profile'],
  ['safety', 'Increased mortality in the experimental arm'],
  ['safety', 'Two cases of drug-induced liver injury'],
  ['safety', 'Increased risk of bleeding in the treatment arm'],
  ['safety', 'Excess of serious cardiovascular events in the active arm'],
  ['money', 'Lack of funding'],
  ['money', 'Financial reasons, not due to safety'],
  ['money', 'The company went bankrupt'],
  ['money', 'Slow accrual and withdrawal of funding'],
  ['money', 'Sponsor ceased operations'],
  ['accrual', 'Slow accrual'],
  ['accrual', 'Low enrollment'],
  ['accrual', 'Did not meet enrollment goals'],
  ['accrual', 'The study did not reach its accrual target'],
  ['accrual', 'Failed to meet recruitment target'],
  ['accrual', 'Unlikely to reach the planned sample size'],
  ['accrual', 'Enrollment was not achieved as planned'],
  ['accrual', 'Toxicity not a factor; poor accrual'],
  ['accrual', 'Data Safety Monitoring Board recommended to stop for low accrual'],
  ['accrual', 'Difficulty finding eligible subjects'],
  ['accrual', 'Difficulties recruiting; no safety or efficacy concerns'],
  ['accrual', 'Business decision due to slow enrollment'],
  ['strategy', 'Business decision; not related to safety'],
  ['strategy', 'Strategic business decision; no patients were enrolled'],
  ['strategy', 'Sponsor decision, not due to safety or efficacy'],
  ['strategy', 'Strategic reprioritization of the portfolio'],
  ['strategy', 'The decision was not based on any safety concern. Company decision.'],
  ['logistics', 'COVID-19 pandemic'],
  ['logistics', 'Principal investigator left the institution'],
  ['logistics', 'Drug supply issues'],
  ['logistics', 'Paused for COVID-19 to ensure the safety of participants'],
  ['logistics', 'Lack of activity at the study site'],
  ['unstated', ''],
  ['unstated', 'Terminated'],
  ['unstated', 'Terminated early for reasons other than safety or efficacy'],
  ['unstated', 'Could not reach agreement with the partner'],
  ['unstated', 'Patients did not meet the eligibility criteria'],
  ['unstated', 'Fundamental change of the fundus imaging'],
  ['unstated', 'No response from the partner'],
  ['unstated', 'Decision does not reflect any safety findings or lack of benefit'],
  ['unstated', 'Death of the principal investigator'],
];

describe('the reason of a stop', () => {
  it.each(cases)('is %s: %s', (reason, why) => {
    expect(stopReason(why)).toBe(reason);
  });

  it('is a failure for safety, efficacy and money', () => {
    const all: readonly StopReason[] = [...new Set(cases.map(([reason]) => reason))];
    expect(all.filter(isFailure).sort()).toEqual(['efficacy', 'money', 'safety']);
  });

  it('is found in long texts', () => {
    expect(stopReason(`${'not '.repeat(25_000)}due to safety`)).toBe('unstated');
    expect(stopReason('did not meet the endpoint '.repeat(8_000))).toBe('efficacy');
  });
});
