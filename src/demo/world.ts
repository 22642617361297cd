import { type Day, isoOf, tradingDays } from './days.ts';
import { companiesOf } from './demo-companies.ts';
import { companyEvent, offeringsOf } from './financing.ts';
import type { Company, Milestone, Story, World } from './model.ts';
import { closesOf, marketReturns } from './prices.ts';
import { randomOf } from './random.ts';
import { type History, historyOf } from './story.ts';

/** Days of bars before today, of history before today and of schedule after it. */
const barDays = 1096;
const historyDays = 4200;
const scheduleDays = 1600;

/** Everything that happens in the fictional universe, before it is written as facts. */
export function worldOf(seed: number, today: Day): World {
  const calendar = tradingDays(today - historyDays, today + scheduleDays);
  const sessions = calendar.filter((day) => day >= today - barDays && day < today);
  const market = marketReturns(seed, sessions);
  const open = new Set(calendar);
  const taken = new Set<string>();
  const stories = companiesOf(seed, sessions).map((company): Story => {
    const history = historyOf(seed, company, today, open, taken);
    const milestones = allMilestones(seed, company, history, sessions);
    const closes = closesOf(seed, company, milestones, sessions, market);
    return { company, programs: history.programs, milestones, closes };
  });
  return { seed, today, sessions, dates: sessions.map(isoOf), stories };
}

function allMilestones(
  seed: number,
  company: Company,
  history: History,
  sessions: readonly Day[],
): readonly Milestone[] {
  const end = company.delisted ? company.last - 90 : sessions.at(-1)! + 1;
  const offerings = offeringsOf(seed, company, history, sessions[0]!, end);
  const offer =
    company.delisted === 'acquired'
      ? [
          companyEvent(
            'acquisition',
            history.reserve(company.last - 75),
            offerPremium(seed, company),
          ),
        ]
      : [];
  return [...history.milestones, ...offerings, ...offer].sort((a, b) => a.day - b.day);
}

function offerPremium(seed: number, company: Company): number {
  return randomOf(seed, 'offer', company.at).between(0.4, 0.7);
}
