import type { Deal } from '../../../src/domain/deals/deals.ts';

export const deal = (more: Partial<Deal> = {}): Deal => ({
  acquirer: 'Bigmed',
  acquirerTicker: 'BIGQZ',
  targetTicker: 'SMLQZ',
  dealType: 'acquisition',
  status: 'closed',
  announcedDate: '2025-10-01',
  upfrontValue: 1e9,
  totalValue: 2e9,
  premiumPct: 80,
  therapeuticArea: 'Oncology',
  ...more,
});
