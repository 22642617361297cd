import type { Endpoint } from '../src/endpoint.ts';
import { fdaAdverseEvents } from './clinical-intelligence/fda-adverse-events.ts';
import { fdaApprovals } from './clinical-intelligence/fda-approvals.ts';
import { fdaDesignations } from './clinical-intelligence/fda-designations.ts';
import { catalystSync } from './clinical-pipeline/catalyst-sync.ts';
import { clinicalTrialResults } from './clinical-pipeline/clinical-trial-results.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { pdufaHistorical } from './fda-intelligence/pdufa-historical.ts';
import { pdufaUpcoming } from './fda-intelligence/pdufa-upcoming.ts';

/** The table of contents: every endpoint, in the order of the groups. */
export const endpoints: readonly Endpoint[] = [
  pdufaHistorical,
  pdufaUpcoming,
  fdaCalendar,
  fdaCalendarHistorical,
  catalystSync,
  clinicalTrialResults,
  fdaDesignations,
  fdaApprovals,
  fdaAdverseEvents,
];
