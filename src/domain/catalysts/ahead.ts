/** A dated event, as far as it tells whether it is past. Days are `YYYY-MM-DD`. */
export interface DatedEvent {
  /** The day, or the last day of the period, for which it is expected. */
  readonly formattedDate: string;
  /** The FDA may decide before its goal date. */
  readonly decision_date?: string | null | undefined;
}

/** Whether an event still lies ahead on a day: dated that day or later, and not decided before it. */
export function isAhead({ formattedDate, decision_date }: DatedEvent, day: string): boolean {
  return formattedDate >= day && !(decision_date && decision_date < day);
}
