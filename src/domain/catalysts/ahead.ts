/** The dates of an event, `YYYY-MM-DD`. */
export interface DatedEvent {
  /** The expected day. If a period is expected, this is its last day. */
  readonly formattedDate: string;
  /** Day of the FDA's decision. It may be before the goal date. */
  readonly decision_date?: string | null | undefined;
}

/**
 * Whether an event is still ahead on a day. The event must be scheduled for this day or later, and
 * no decision may have been made before this day.
 */
export function isAhead({ formattedDate, decision_date }: DatedEvent, day: string): boolean {
  return formattedDate >= day && !(decision_date && decision_date < day);
}
