import { isCalendarDate } from '../dates.ts';

export type OptionType = 'call' | 'put';

/**
 * Parses an OCC option symbol (`AAPL260807C00110000`, or padded `AAPL  260807C00110000`). Its parts
 * are the root, the expiry as YYMMDD, C or P, and the strike × 1000 with eight digits. If the root
 * contains a digit, the contract is adjusted. Source: OCC, Options Symbology Initiative.
 * @returns null if the text is not a valid symbol
 */
export function parseOptionSymbol(symbol: string) {
  const match = /^([A-Z][A-Z0-9.]{0,6}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/.exec(symbol.trim());
  if (match === null) return null;
  const [, root = '', year, month, day, letter, thousandths] = match;
  const expiry = `20${year}-${month}-${day}`;
  const strike = Number(thousandths) / 1000;
  if (!isCalendarDate(expiry) || strike <= 0) return null;
  return {
    root,
    type: letter === 'C' ? ('call' as const) : ('put' as const),
    strike,
    expiry,
    adjusted: /\d/.test(root),
  };
}

/** An OCC option symbol. An `adjusted` contract does not deliver 100 shares. */
export type OptionSymbol = NonNullable<ReturnType<typeof parseOptionSymbol>>;
