import { describe, expect, it } from 'vitest';
import {
  isFailure,
  type StopReason,
  stopReason,
} from '../../../../src/domain/trials/learning/stop-reasons.ts';

/** Reasons as registrations word them. */
const cases: readonly (readonly [StopReason, string])[] = [
  ['efficacy', 'Lack of efficacy'],
  ['efficacy', 'Lack of efficacy; the trial did not meet its primary endpoint'],
  ['efficacy', 'The DMC recommended stopping for futility at the interim analysis'],
  ['efficacy', 'No clinical benefit observed'],
  ['efficacy', 'Study drug failed to show superiority'],
  ['efficacy', 'Insufficient anti-tumor activity'],
  ['efficacy', 'Primary endpoint was not met in the parent study'],
  ['safety', 'Two deaths in the high dose arm'],
  ['safety', 'FDA clinical hold pending review of a serious adverse event'],
  ['safety', 'Unacceptable toxicity'],
  ['safety', 'Business decision following safety findings'],
  ['money', 'Lack of funding'],
  ['money', 'Financial reasons, not due to safety'],
  ['money', 'The company went bankrupt'],
  ['money', 'Slow accrual and withdrawal of funding'],
  ['accrual', 'Slow accrual'],
  ['accrual', 'Low enrollment'],
  ['accrual', 'Difficulties recruiting; no safety or efficacy concerns'],
  ['strategy', 'Business decision; not related to safety'],
  ['strategy', 'Sponsor decision, not due to safety or efficacy'],
  ['strategy', 'Strategic reprioritization of the portfolio'],
  ['strategy', 'The decision was not based on any safety concern. Company decision.'],
  ['logistics', 'COVID-19 pandemic'],
  ['logistics', 'Principal investigator left the institution'],
  ['logistics', 'Drug supply issues'],
  ['unstated', ''],
  ['unstated', 'Terminated'],
];

describe('the reason of a stop', () => {
  it.each(cases)('is %s: %s', (reason, why) => {
    expect(stopReason(why)).toBe(reason);
  });

  it('fails a trial where it is safety, efficacy or money', () => {
    const all: readonly StopReason[] = [...new Set(cases.map(([reason]) => reason))];
    expect(all.filter(isFailure).sort()).toEqual(['efficacy', 'money', 'safety']);
  });

  it('is read in time of the longest text', () => {
    expect(stopReason(`${'not '.repeat(25_000)}due to safety`)).toBe('unstated');
    expect(stopReason('did not meet '.repeat(8_000))).toBe('efficacy');
  });
});
