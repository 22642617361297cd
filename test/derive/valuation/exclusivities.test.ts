import { expect, it } from 'vitest';
import { rnpv } from '../../../src/derive/valuation/valuations.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

type Right = Partial<Fact<'exclusivities'>>;

/** A drug that was approved on 2026-01-15, with sales that assume no end of exclusivity. */
const rowOf = async (rights: readonly Right[], assumed: object = {}) => {
  const of = { ticker: 'DEVT', drug_name: 'Devicept', indication: 'Melanoma' };
  const kind = { drugType: 'Small molecule', therapeuticArea: 'Oncology' };
  const sales = { peak_sales_usd: 5e8, launch_year: 2026, years_to_peak: 6 };
  const refresh = await refreshOf('2026-11-21', {
    programs: [{ ...of, ...kind, phase: 'Approved' }],
    sales_assumptions: [{ ...of, ...sales, ...assumed }],
    approvals: [
      {
        ticker: 'DEVT',
        drug_name: 'DEVICEPT',
        approval_date: '2026-01-15',
        application_type: 'NDA',
        submission_type: 'ORIG',
        application_number: 'NDA299999',
      },
    ],
    exclusivities: rights.map((one) => ({
      application_number: 'NDA299999',
      type: 'exclusivity',
      code: 'NCE',
      expires: '2031-01-15',
      listed_date: '2026-01-15',
      ...one,
    })),
  } as never);
  return rnpv(refresh)[0]!;
};
const patent = (code: string, expires: string, more: Right = {}): Right => ({
  type: 'patent',
  code,
  expires,
  listed_date: '2026-02-01',
  ...more,
});
const basisOf = async (...rights: Right[]) => {
  const { listed_until, listed_basis } = await rowOf(rights);
  return [listed_until, listed_basis];
};

it('is the end of exclusivity where no assumption states one', async () => {
  expect(await rowOf([{}])).toMatchObject({
    loss_of_exclusivity: '2031-01-15',
    listed_until: '2031-01-15',
    listed_basis: 'NCE (new chemical entity, 5 years)',
    flags: expect.arrayContaining(['listed_exclusivity']),
  });
  const stated = await rowOf([{}], { loss_of_exclusivity: 2035 });
  expect(stated).toMatchObject({
    loss_of_exclusivity: '2035-12-31',
    listed_until: '2031-01-15',
  });
  expect(stated.flags).not.toContain('listed_exclusivity');
  const none = await rowOf([]);
  expect(none).toMatchObject({ loss_of_exclusivity: '2039-01-01', listed_until: null });
  expect(none.flags).toContain('assumed_exclusivity');
});

it('is that of patents on the substance, else on the product, with pediatric extensions', async () => {
  const substance = patent('10', '2036-03-01', { is_substance: true });
  const product = patent('11', '2040-03-01', { is_product: true });
  const extension = patent('10*PED', '2036-09-01');
  expect(await basisOf({}, substance, product)).toEqual(['2036-03-01', 'patent 10']);
  expect(await basisOf({}, product)).toEqual(['2040-03-01', 'patent 11']);
  expect(await basisOf({}, substance, extension)).toEqual([
    '2036-09-01',
    'patent 10 with a 6-month extension for pediatric studies',
  ]);
  const delisted = { ...substance, is_delisted: true };
  expect(await basisOf({}, delisted, extension)).toEqual([
    '2031-01-15',
    'NCE (new chemical entity, 5 years)',
  ]);
  expect((await basisOf(patent('12', '2041-01-01')))[0]).toBeNull();
});

it('counts exclusivities of the drug, and not those of later uses', async () => {
  const ped = { code: 'PED', listed_date: undefined };
  expect(await basisOf({}, { ...ped, expires: '2031-07-15' })).toEqual([
    '2031-07-15',
    'PED (pediatric studies, 6 months more)',
  ]);
  // It extends an exclusivity that does not count.
  expect((await basisOf({}, { ...ped, expires: '2034-07-15' }))[0]).toBe('2031-01-15');
  expect((await basisOf({}, { code: 'I-900', expires: '2034-01-15' }))[0]).toBe('2031-01-15');
  const orphan = { code: 'ODE-901', expires: '2033-01-15' };
  expect(await basisOf({}, orphan)).toEqual(['2033-01-15', 'ODE-901 (orphan drug, 7 years)']);
  const later = { code: 'ODE-902', expires: '2033-10-15', listed_date: '2026-10-15' };
  expect((await basisOf({}, later))[0]).toBe('2031-01-15');
});
