import { expect, it } from 'vitest';
import { depositaryRatio, secCovers, secCoversConnector } from '../../src/sources/sec-covers.ts';
import { read, refusal } from './reading.ts';

it.each([
  ['American Depositary Shares, each representing eight Ordinary Shares', 8],
  ['American depositary shares, each representing 2,000 ordinary shares, no par value', 2000],
  ['ADSs, each of which represents twenty-five (25) ordinary shares', 25],
  ['Each ADS represents the right to receive 40 ordinary shares', 40],
  ['American Depositary Shares (each representing one-half of one Ordinary Share)', 0.5],
  ['(ten American depositary shares representing one Class A ordinary share, par value $1)', 0.1],
  ['every 2 ADSs represent 3 ordinary shares', 1.5],
  ['American Depositary Shares, each representing one hundred common shares', 100],
  ['Each American Depositary Receipt evidences shares of the company', undefined],
])('depositaryRatio of "%s" is %s', (text, ratio) => {
  expect(depositaryRatio(text)).toBe(ratio);
});

const page = (title: string) => `<table><tr><th>Cover</th></tr>
<tr><td>Document Type</td><td>20-F</td></tr>
<tr><td>Document Period End Date</td><td>Dec. 31, 2025</td></tr>
<tr><td>Entity Central Index Key</td><td>0001999555</td></tr>
<tr><td>Title of 12(b) Security</td><td>${title}</td></tr></table>`;

it('reads covers, and refuses other pages', () => {
  const of = (title: string) => read(secCoversConnector, 'depositary_ratios', page(title))[0];
  const cover = { cik: '1999555', cover_date: '2025-12-31', form: '20-F' };
  expect(of('American Depositary Shares, each representing 5 ordinary shares')).toMatchObject({
    ...cover,
    is_depositary: true,
    shares_per_depositary: 5,
  });
  expect(of('Ordinary Shares, par value $0.01')).toMatchObject({
    ...cover,
    is_depositary: false,
    shares_per_depositary: 1,
  });
  expect(of('American Depositary Shares and ordinary shares')).toMatchObject({
    ...cover,
    is_depositary: true,
  });
  expect(refusal(secCoversConnector, page('Units'))).toBe('is a cover that lists no shares');
});

it('a requested cover is known from the day of its filing, not from the end of its period', () => {
  const asked = { address: 'https://sec.example/R1.htm', about: '{"filed":"2026-04-28"}' };
  const text = page('American Depositary Shares, each representing 5 ordinary shares');
  const read = secCovers.read({ text, status: 200, request: asked } as never, {} as never);
  expect(read).toMatchObject({
    batches: [{ records: [{ cover_date: '2025-12-31', filed: '2026-04-28' }] }],
  });
});
