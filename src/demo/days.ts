/**
 * Days as whole numbers since 1970-01-01, because the generator reckons with hundreds of thousands
 * of them; ISO strings stand in the facts only.
 */
export type Day = number;

const millisecondsInDay = 86_400_000;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export function dayNumber(iso: string): Day {
  return Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / millisecondsInDay;
}

/**
 * `YYYY-MM-DD`, by whole-number arithmetic (Hinnant 2013, "chrono-Compatible Low-Level Date
 * Algorithms", civil_from_days): the generator writes so many dates that `Date` would cost a tenth
 * of its time.
 */
export function isoOf(day: Day): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const yearOfEra = Math.floor((ofEra - leaps) / 365);
  const centuries = Math.floor(yearOfEra / 100);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - centuries);
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${year}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`;
}

/** `YYYY/MM/DD`, as catalysts write the day on which they became known. */
export function slashedOf(day: Day): string {
  return isoOf(day).replaceAll('-', '/');
}

/** `YYYY-MM`. */
export function monthOf(day: Day): string {
  return isoOf(day).slice(0, 7);
}

export function yearOf(day: Day): number {
  return new Date(day * millisecondsInDay).getUTCFullYear();
}

/** The last day of the day's month. */
export function monthEnd(day: Day): Day {
  const date = new Date(day * millisecondsInDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / millisecondsInDay;
}

/** The last day of the calendar quarter that holds the day. */
export function quarterEnd(day: Day): Day {
  const date = new Date(day * millisecondsInDay);
  const month = Math.floor(date.getUTCMonth() / 3) * 3 + 3;
  return Date.UTC(date.getUTCFullYear(), month, 0) / millisecondsInDay;
}

/** The last day of the month that ends `count` months after the day's month. */
export function monthEndAfter(day: Day, count: number): Day {
  const date = new Date(day * millisecondsInDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1 + count, 0) / millisecondsInDay;
}

/** `Mar 2027`. */
export function monthDisplay(day: Day): string {
  const iso = isoOf(day);
  return `${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

/** `Q1 2027`. */
export function quarterDisplay(day: Day): string {
  const iso = isoOf(day);
  return `Q${Math.ceil(Number(iso.slice(5, 7)) / 3)} ${iso.slice(0, 4)}`;
}

/** The trading days of US exchanges from `first` to `last`, both included, oldest first. */
export function tradingDays(first: Day, last: Day): readonly Day[] {
  const closed = new Set<Day>();
  for (let year = yearOf(first); year <= yearOf(last) + 1; year++) {
    for (const holiday of holidays(year)) closed.add(holiday);
  }
  const days: Day[] = [];
  for (let day = first; day <= last; day++) {
    if (isWeekday(day) && !closed.has(day)) days.push(day);
  }
  return days;
}

/** The day itself or, on a weekend, the Monday after it: offices file on weekdays. */
export function weekdayFrom(day: Day): Day {
  let found = day;
  while (!isWeekday(found)) found++;
  return found;
}

function isWeekday(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The third Friday of the day's month, on which listed options expire. */
export function thirdFriday(day: Day): Day {
  const first = dayNumber(`${monthOf(day)}-01`);
  return nth(first, 5, 3);
}

function holidays(year: number): readonly Day[] {
  const first = (month: string) => dayNumber(`${year}-${month}-01`);
  // A New Year's Day on a Saturday closes no session of the old year.
  const newYear = first('01');
  return [
    weekdayOf(newYear) === 6 ? newYear : observed(newYear),
    nth(first('01'), 1, 3),
    nth(first('02'), 1, 3),
    goodFriday(year),
    nth(first('06'), 1, 1) - 7,
    observed(first('06') + 18),
    observed(first('07') + 3),
    nth(first('09'), 1, 1),
    nth(first('11'), 4, 4),
    observed(first('12') + 24),
  ];
}

/** The `count`-th given weekday on or after the first day. */
function nth(first: Day, weekday: number, count: number): Day {
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7;
}

/** A holiday on a weekend closes the exchange on the Friday before or the Monday after it. */
function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  if (weekday === 6) return day - 1;
  return weekday === 0 ? day + 1 : day;
}

/** Two days before Easter Sunday, by the anonymous Gregorian algorithm (Meeus 1991, chapter 8). */
function goodFriday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const leap =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * leap) / 451);
  const sum = epact + leap - 7 * shift + 114;
  const easter = Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1) / millisecondsInDay;
  return easter - 2;
}
