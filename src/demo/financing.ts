import type { Day } from './days.ts';
import type { Company, Milestone, MilestoneKind } from './model.ts';
import { randomOf } from './random.ts';
import type { History } from './story.ts';

const quarterDays = 91;

/** Days after which the sales of a drug carry its company. */
const launchDays = 1100;

/**
 * The offerings by which a company keeps itself funded: after good news where there is some, else
 * when less than about five quarters of cash are left. Their sizes follow from prices, later.
 */
export function offeringsOf(
  seed: number,
  company: Company,
  history: History,
  first: Day,
  end: Day,
): readonly Milestone[] {
  const random = randomOf(seed, 'financing', company.at);
  const offerings: Milestone[] = [];
  let cash = company.cash_usd;
  for (let day = Math.max(first, company.first) + 20; day < end - 5; day += quarterDays) {
    cash -= 3 * company.monthly_burn_usd;
    const quarters = cash / (3 * company.monthly_burn_usd);
    const good = history.milestones.find(
      (one) => one.move > 0.12 && one.day > day && one.day < day + 85,
    );
    const sells = history.programs.some(
      ({ approved }) => approved !== null && approved < day - launchDays,
    );
    // A drug on the market pays for the company after some years.
    const left = sells ? Number.MAX_VALUE : quarters;
    const wants = left < 2 ? 0.75 : left < 5 ? 0.4 : good ? 0.3 : 0.02;
    if (!random.chance(company.delisted === 'failed' ? wants / 6 : wants)) continue;
    const on = history.reserve(good ? good.day + 1 : day + random.integer(2, 80));
    if (on >= end) continue;
    cash += 18 * company.monthly_burn_usd;
    offerings.push(companyEvent('offering', on, -random.between(0.03, 0.13)));
  }
  return offerings;
}

/** An event of the company itself rather than of one of its programs. */
export function companyEvent(kind: MilestoneKind, day: Day, move: number): Milestone {
  return {
    kind,
    day,
    planned: day,
    known: day,
    program: null,
    run: null,
    result: move > 0 ? 'positive' : 'negative',
    cycle: 1,
    move,
    slipped: null,
  };
}
