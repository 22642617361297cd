import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';

/** A reporting person of a Schedule 13D or 13G, with the holding on the day of the event. */
interface ReportingPerson {
  readonly name: string;
  readonly cik: string | null;
  readonly shares: number | null;
  readonly percent: number | null;
  /** Texts that state which shares the person can vote and which shares the person can sell. */
  readonly powers?: readonly string[];
  /** The types of the person, as filed. `IN` is an individual. */
  readonly types: readonly string[];
}

export interface StakeReport {
  readonly ticker: string;
  readonly form: string;
  readonly amendment: number;
  readonly filer_cik: string;
  readonly event_date: string;
  readonly filing_date: string;
  readonly persons: readonly ReportingPerson[];
  readonly purpose: string | null;
  /** Whether a Schedule 13G states that the filer owns 5% or less. */
  readonly is_exit: boolean;
}

/** The position of a holder or a group, usually above 5% of a class of shares. */
export interface LargeStake<Report extends StakeReport = StakeReport> {
  readonly holder_name: string;
  readonly cik: string;
  readonly persons: readonly ReportingPerson[];
  readonly shares: number | null;
  readonly percent: number | null;
  readonly purpose: string | null;
  /** Whether the form is a Schedule 13D. Its filers may seek influence. */
  readonly is_activist: boolean;
  readonly flags: readonly string[];
  /** The newest report about the position. */
  readonly report: Report;
}

/** Percentage of a class above which a report is required. */
const THRESHOLD_PCT = 5;

/**
 * The newest position of each holder in each stock. Members of a group report the same shares, so a
 * group has one position. The position is shown under the member with the most shares. If a firm
 * and an individual have the same number of shares, the position is shown under the firm. Our
 * choice: two reports are about one holder if they have the same filer, or if their positions are
 * shown under the same person. If a report states no numbers, it amends only the text of the
 * previous report.
 */
export function largeStakes<Report extends StakeReport>(
  reports: readonly Report[],
): readonly LargeStake<Report>[] {
  return [...groupBy(reports, ({ ticker }) => ticker).values()].flatMap((ofStock) => {
    const stakes: LargeStake<Report>[] = [];
    for (const report of ofStock.toSorted(byTime)) {
      const at = stakes.findIndex((stake) => isSameHolder(stake, report));
      const stake = stakeOf(report, at < 0 ? undefined : stakes.splice(at, 1)[0]);
      if (stake) stakes.push(stake);
    }
    return stakes;
  });
}

function byTime(one: StakeReport, other: StakeReport): number {
  return (
    compareText(one.filing_date, other.filing_date) ||
    compareText(one.event_date, other.event_date) ||
    one.amendment - other.amendment ||
    compareText(one.form, other.form)
  );
}

function stakeOf<Report extends StakeReport>(
  report: Report,
  before: LargeStake<Report> | undefined,
): LargeStake<Report> | undefined {
  const hasNumbers = report.persons.some(({ shares }) => shares !== null);
  const persons = hasNumbers ? report.persons : (before?.persons ?? report.persons);
  const lead = leadOf(persons);
  if (!lead) return before;
  const { shares, percent } = lead;
  const isBelow = report.is_exit || (percent !== null && percent <= THRESHOLD_PCT);
  const stated = new Set(persons.flatMap((person) => person.shares ?? []));
  return {
    report,
    persons,
    holder_name: lead.name,
    cik: lead.cik ?? report.filer_cik,
    shares,
    percent,
    purpose: report.purpose ?? before?.purpose ?? null,
    is_activist: report.form.includes('13D'),
    flags: [
      'beneficial_ownership',
      ...(isBelow ? ['at_most_5_pct'] : []),
      ...(shares === null ? ['shares_missing'] : []),
      ...(stated.size > 1 ? ['members_differ'] : []),
    ],
  };
}

function leadOf(persons: readonly ReportingPerson[]): ReportingPerson | undefined {
  const rank = ({ shares, types }: ReportingPerson) =>
    2 * (shares ?? -1) + (types.includes('IN') ? 0 : 1);
  return persons.toSorted((one, other) => rank(other) - rank(one))[0];
}

function isSameHolder(stake: LargeStake, { filer_cik, persons }: StakeReport): boolean {
  if (stake.report.filer_cik === filer_cik) return true;
  const [one, other] = [leadOf(stake.persons), leadOf(persons)];
  if (one?.cik && other?.cik) return one.cik === other.cik;
  return one !== undefined && other !== undefined && plainName(one.name) === plainName(other.name);
}

/**
 * A name in lower case, without spaces and punctuation. `RA Capital Management, L.P.` and `RA
 * CAPITAL MANAGEMENT LP` become the same text.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
