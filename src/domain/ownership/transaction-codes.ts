/** Meanings of the transaction codes (SEC, Form 4, General Instruction 8). */
const MEANINGS: Readonly<Record<string, string>> = {
  P: 'Open-market purchase',
  S: 'Open-market sale',
  V: 'Transaction reported early',
  A: 'Grant or award',
  D: 'Disposition to the company',
  F: 'Shares withheld for price or tax',
  I: 'Discretionary transaction of a plan',
  M: 'Exercise or conversion of an exempt derivative',
  C: 'Conversion of a derivative',
  E: 'Expiration of a short derivative position',
  H: 'Expiration of a long derivative position',
  O: 'Exercise of an out-of-the-money derivative',
  X: 'Exercise of an in-the-money derivative',
  G: 'Gift',
  L: 'Small acquisition',
  W: 'Inheritance',
  Z: 'Deposit into or withdrawal from a voting trust',
  J: 'Other acquisition or disposition',
  K: 'Equity swap',
  U: 'Tender in a change of control',
};

/** The meaning of a transaction code, or null for an unknown code. */
export function transactionMeaning(code: string): string | null {
  return MEANINGS[code.toUpperCase()] ?? null;
}
