import { describe, expect, it } from 'vitest';
import { announcedIn } from './announced.ts';
import { approvalCases } from './approval-cases.ts';
import { backgroundCases } from './background-cases.ts';
import { dealCases } from './deal-cases.ts';
import { decisionCases } from './decision-cases.ts';
import { freshCases } from './fresh-cases.ts';
import { holdCases } from './hold-cases.ts';
import { licenceCases } from './licence-cases.ts';
import { moreCases } from './more-cases.ts';
import { newswireCases } from './newswire-cases.ts';
import { offeringCases } from './offering-cases.ts';
import { otherCases } from './other-cases.ts';
import { passageCases } from './passage-cases.ts';
import { plainCases } from './plain-cases.ts';
import { readoutCases } from './readout-cases.ts';
import { resultCases } from './result-cases.ts';
import { reviewCases } from './review-cases.ts';
import { trialCases } from './trial-cases.ts';
import { updateCases } from './update-cases.ts';
import { widerCases } from './wider-cases.ts';

describe.each([
  ['reviews', reviewCases],
  ['decisions', decisionCases],
  ['trials and designations', trialCases],
  ['deals and distress', dealCases],
  ['in other words', moreCases],
  ['passages', passageCases],
  ['results', resultCases],
  ['readouts to come', readoutCases],
  ['holds', holdCases],
  ['licences and acquisitions', licenceCases],
  ['offerings', offeringCases],
  ['approvals and refusals', approvalCases],
  ['in further words', freshCases],
  ['background', backgroundCases],
  ['in rarer words', widerCases],
  ['of newswires', newswireCases],
  ['in plain words', plainCases],
  ['quarterly updates', updateCases],
  ['reviews, applications, designations, distress', otherCases],
])('%s', (_, cases) => {
  it.each(cases)('%s', (text, ...announced) => {
    expect(announcedIn(text)).toEqual([...announced].sort());
  });
});
