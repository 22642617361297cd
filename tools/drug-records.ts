import type { Endpoint } from '../src/catalogue/endpoint.ts';
import { fdaApprovals } from './clinical-intelligence/fda-approvals.ts';
import { fdaDesignations } from './clinical-intelligence/fda-designations.ts';
import { catalystSync } from './clinical-pipeline/catalyst-sync.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { fdaDecisions } from './fda-intelligence/fda-decisions.ts';

/**
 * Endpoints that may have records of a company's drugs even if the store has no drug program for
 * that company.
 */
export const drugRecords: NonNullable<Endpoint['elsewhere']> = {
  endpoints: [
    fdaCalendar,
    fdaCalendarHistorical,
    fdaDecisions,
    fdaApprovals,
    fdaDesignations,
    catalystSync,
  ],
  because: 'A program is listed only if sources state both its drug and its disease.',
};
