import { sharesThen } from './companies.ts';
import { isoOf } from './days.ts';
import { rounded } from './prices.ts';
import type { Facts, Story, World } from './world.ts';

/** Whether data vendors have records of a company. Vendors cover large companies best. */
const isCovered = ({ today }: World, { company }: Story) =>
  company.size === 'large' && company.last > today - 30 && company.first < today - 100;

export function shareCounts(world: World, story: Story): Facts<'share_counts'> {
  const { company, sharesOn } = story;
  // For a few companies, no source states a float.
  if (!isCovered(world, story) || company.at % 25 === 4) return [];
  const day = world.today - 9;
  const float_shares = Math.round(sharesThen(company, day, sharesOn(day)) * 0.86);
  return [{ ticker: company.ticker, date: isoOf(day), float_shares }];
}

export function dividendsOf(world: World, story: Story): Facts<'dividends'> {
  if (!isCovered(world, story)) return [];
  return [{ ticker: story.company.ticker, ex_date: isoOf(world.today - 500), amount_usd: 0.2 }];
}

export function targetConsensus(world: World, story: Story): Facts<'price_target_consensus'> {
  if (!isCovered(world, story)) return [];
  const { ticker, price_usd } = story.company;
  return [
    {
      ticker,
      date: isoOf(world.today - 4),
      target_high_usd: rounded(price_usd * 1.7),
      target_low_usd: rounded(price_usd * 0.9),
      target_mean_usd: rounded(price_usd * 1.3),
      target_median_usd: rounded(price_usd * 1.2),
    },
  ];
}

export function salesEstimates(world: World, story: Story): Facts<'sales_estimates'> {
  const { company, programs } = story;
  // Companies with only one program are excluded, because the consensus of sales would then replace
  // the missing sales assumption of this program.
  if (!isCovered(world, story) || programs.length < 3) return [];
  const year = Number(isoOf(world.today).slice(0, 4)) + 2;
  return [
    {
      ticker: company.ticker,
      period_end: `${year}-12-31`,
      analysts: 7,
      seen_date: isoOf(world.today - 4),
      revenue_usd: 2.4e9,
      revenue_low_usd: 1.9e9,
      revenue_high_usd: 2.9e9,
    },
  ];
}
