import { sha256 } from '../../src/base/sha256.ts';
import { daysBetween, shiftDays } from '../../src/domain/dates.ts';
import { nextSheets, readChain } from '../../src/domain/track-record/chain.ts';
import type { NewLine } from '../../src/domain/track-record/kinds.ts';
import { appendSheets } from '../../src/store/record-file.ts';

export const FIRST = '2026-01-01';
export const LAST = '2026-12-31';

/** A made-up goal date, and what happened. */
export interface YearEvent {
  readonly id: string;
  readonly ticker: string;
  readonly probability: number;
  readonly base_rate: number;
  /** The first and the last expected day, and the day of the change. */
  readonly goals: readonly [string, string];
  readonly moved: string;
  readonly happened_on: string;
  readonly learned_on: string;
  readonly result: 'approved' | 'refused';
  /** The source states another result until this day. */
  readonly corrected_on: string;
}

/** Days on which nothing is frozen. */
export const isMissing = (day: string) => daysBetween(FIRST, day) % 37 === 20;

/** 120 events of 40 companies. The numbers follow from the index. */
export const yearEvents: readonly YearEvent[] = Array.from({ length: 120 }, (_, at) => {
  const draw = (salt: number, below: number) => ((at + 1) * 7919 * salt + at * at * 31) % below;
  const goal = shiftDays('2026-02-15', draw(3, 240));
  const moved = shiftDays(goal, -20 - draw(5, 20));
  const last = draw(7, 4) === 0 ? shiftDays(goal, 30) : goal;
  const happened_on = shiftDays(last, draw(11, 25) - 15);
  const learned_on = shiftDays(happened_on, draw(13, 45));
  const probability = (5 + draw(17, 19) * 5) / 100;
  return {
    id: `e${at}`,
    ticker: `Y${at % 40}QZ`,
    probability,
    base_rate: 0.7,
    goals: [goal, last],
    moved,
    happened_on,
    learned_on,
    result: draw(23, 100) < 100 * probability ? 'approved' : 'refused',
    corrected_on: draw(29, 10) === 0 ? shiftDays(learned_on, 12) : learned_on,
  };
});

/** Whether the approval of an event has no goal date. */
export const isUnforeseen = (at: number) => at % 6 === 0;

/** The lines of a day. */
function linesOn(day: string): readonly NewLine[] {
  const companies = new Set(yearEvents.map(({ ticker }) => ticker));
  const listed = [...companies].map((ticker): NewLine => {
    return { kind: 'universe', subject: ticker, ticker, method: 'listed' };
  });
  const events = yearEvents.flatMap((event): readonly NewLine[] => {
    const { id: subject, ticker, probability, base_rate, happened_on } = event;
    const goal = event.goals[day < event.moved ? 0 : 1];
    if (day >= event.learned_on) {
      const other = event.result === 'approved' ? 'refused' : 'approved';
      const result = day < event.corrected_on ? other : event.result;
      const truth = { subject, ticker, happened_on, result };
      return [
        { kind: 'goal_date', ...truth },
        { kind: 'approval', ...truth },
      ];
    }
    const dated = { subject, ticker, goal, method: 'm/1' };
    return [
      { kind: 'goal_date', ...dated },
      { kind: 'approval', ...dated, probability, base_rate },
    ];
  });
  const approvals = yearEvents.flatMap((event, at): readonly NewLine[] => {
    const { id, ticker, happened_on, result, learned_on } = event;
    if (result === 'refused' || day < learned_on) return [];
    const goals = isUnforeseen(at) ? [] : [id];
    return [{ kind: 'universe', subject: `NDA${at}`, ticker, happened_on, result, goals }];
  });
  const readouts = yearEvents.slice(0, 60).map((event): NewLine => {
    const named = {
      kind: 'readout_window',
      subject: `r${event.id}`,
      ticker: event.ticker,
    } as const;
    const goal = event.goals[0];
    return day < event.learned_on || event.probability > 0.9
      ? { ...named, goal, method: 'stated' }
      : { ...named, happened_on: event.happened_on, result: 'positive' };
  });
  const closed = [...trialsOn(day), ...takeoversOn(day), ...movesOn(day)];
  return [...listed, ...approvals, ...events, ...readouts, ...cashOn(day), ...closed];
}

/** Trials that end with the first 60 events, half of them with a stated outcome. */
function trialsOn(day: string): readonly NewLine[] {
  return yearEvents.slice(0, 60).map((event, at): NewLine => {
    const named = { kind: 'trial_outcome', subject: `t${event.id}`, ticker: event.ticker } as const;
    const { probability, base_rate, happened_on, learned_on } = event;
    if (day < learned_on) {
      return { ...named, goal: event.goals[0], probability, base_rate, method: 't/1' };
    }
    const result = event.result === 'approved' ? 'success' : 'failure';
    return { ...named, happened_on, result, is_stated: at % 2 === 0 };
  });
}

/** Scores of all companies, whose goal is 90 days later. Every fifth company is bought. */
function takeoversOn(day: string): readonly NewLine[] {
  return Array.from({ length: 40 }, (_, at) => at).flatMap((at): readonly NewLine[] => {
    const named = { kind: 'takeover', subject: `Y${at}QZ`, ticker: `Y${at}QZ` } as const;
    const percentile = (at * 37 + Number(day.slice(5, 7)) * 11) % 101;
    const values = { percentile, value_low_usd: 100, value_high_usd: 150 + at, method: 'k/1' };
    const bought = shiftDays('2026-03-01', at * 4);
    const forecast = { ...named, goal: shiftDays(day, 90), ...values };
    if (at % 5 > 0 || day <= bought) return [forecast];
    const measured = at % 3 === 0 ? null : 120 + 2 * at;
    return [{ ...named, happened_on: bought, result: 'bought', measured }];
  });
}

/** Implied moves, which grow once, and moves at the events. */
function movesOn(day: string): readonly NewLine[] {
  return yearEvents.map((event, at): NewLine => {
    const named = { kind: 'event_move', subject: event.id, ticker: event.ticker } as const;
    const { happened_on, learned_on, result, goals, moved } = event;
    if (day >= learned_on) {
      return { ...named, happened_on, result, measured: ((at * 53) % 90) - 45 };
    }
    const implied_move_pct = 15 + (at % 30) + (day < moved ? 0 : 2);
    const values = { implied_move_pct, one_sd_pct: 1.25 * implied_move_pct, method: 'o/1' };
    return { ...named, goal: goals[day < moved ? 0 : 1], ...values };
  });
}

/** Balances at the end of March, June and September, each known 40 days later. */
function cashOn(day: string): readonly NewLine[] {
  return Array.from({ length: 12 }, (_, at) => at).flatMap((at): readonly NewLine[] => {
    const ends = ['2026-03-31', '2026-06-30', '2026-09-30'] as const;
    const ticker = `Y${at}QZ`;
    return ends.flatMap((end, quarter): readonly NewLine[] => {
      const named = { kind: 'cash_out', subject: `${ticker} ${end.slice(0, 7)}`, ticker } as const;
      const told = { measured: 100 - 9 * (quarter + 1) - at, raised_usd: at % 4 === 0 ? 50 : 2 };
      if (day >= shiftDays(end, 40)) return [{ ...named, happened_on: end, result: 'r', ...told }];
      const projected = { liquid_usd: 100 - 10 * (quarter + 1), monthly_burn_usd: 10 / 3 };
      return [{ ...named, goal: end, method: 'r/1', ...projected }];
    });
  });
}

/**
 * Freezes a year day by day: some days are missing, the clock is set back once a month, and every
 * hundredth append is killed and repeated.
 */
export async function recordYear(path: string): Promise<void> {
  const append = (day: string, kill = false) =>
    appendSheets(path, (sheets) => {
      const stated = { day, program: '1.0.0', revisions: 'r', nonce: () => day };
      const next = nextSheets(readChain(sheets, sha256), linesOn(day), stated, sha256);
      if (kill) throw new Error('killed');
      return next;
    });
  for (let day = FIRST; day <= LAST; day = shiftDays(day, 1)) {
    if (isMissing(day)) continue;
    if (daysBetween(FIRST, day) % 100 === 50) await append(day, true).catch(() => {});
    await append(day);
    if (day.endsWith('-15')) await append(shiftDays(day, -40));
  }
}
