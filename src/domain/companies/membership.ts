import { isTradeCode, RESEARCH_CODE } from './sic.ts';

/** Days for which a PDUFA date, or the mention of one, tells that a company belongs. */
export const PDUFA_DAYS = 400;

/** What is known of a company that tells whether it makes or develops medicines. */
export interface CompanyEvidence {
  readonly sic?: string | null | undefined;
  /** As a source other than the lists of all listed companies states them. */
  readonly sector?: string | null | undefined;
  readonly industry?: string | null | undefined;
  readonly exchange?: string | null | undefined;
  readonly country?: string | null | undefined;
  /** Whether it is lead sponsor of an interventional trial of a drug or biologic. */
  readonly hasDrugTrial: boolean;
  /** Whether a PDUFA date of its drugs is known of the last 400 days or ahead. */
  readonly hasPdufaDate: boolean;
  /** Whether any record on its drugs, or on itself beyond a listing, is known. */
  readonly hasRecord: boolean;
}

/**
 * Whether a company belongs to the universe: biotech and pharma.
 *
 * By its SIC code: 2833–2836 belong, 8731 with a drug trial or a PDUFA date, any other code with
 * both, where the company is listed on Nasdaq, NYSE or Cboe; over the counter only a foreign issuer
 * with both. A sector or industry that a source of ours states stands in place of the code. Our
 * choices: without either, the company to which a drug trial or another record maps belongs; an
 * exchange that no source names counts as one of the three, since the SEC's shorter list and
 * delisted companies name none.
 */
export function isOfUniverse(company: CompanyEvidence): boolean {
  const { hasDrugTrial, hasPdufaDate, hasRecord, sic } = company;
  const both = hasDrugTrial && hasPdufaDate;
  const stated = statedTrade(company);
  if (stated !== null) return stated || both;
  if (!sic) return hasDrugTrial || hasRecord;
  if (isOverTheCounter(company)) return both && isForeign(company);
  if (sic.trim() === RESEARCH_CODE) return hasDrugTrial || hasPdufaDate;
  return isTradeCode(sic) || both;
}

/**
 * Whether a stated sector and industry are of medicines; null without either, and where only a
 * sector is stated, since health care has devices and services too.
 */
function statedTrade({ sector, industry }: CompanyEvidence): boolean | null {
  if (/bio|pharma|drug|therap/i.test(`${sector ?? ''} ${industry ?? ''}`)) return true;
  return industry ? false : null;
}

function isOverTheCounter({ exchange }: CompanyEvidence): boolean {
  return /otc|pink|grey/i.test(exchange ?? '');
}

function isForeign({ country }: CompanyEvidence): boolean {
  return Boolean(country) && !/^(?:united states|usa?)\b/i.test(country ?? '');
}

/** How many companies a store knows, each once. */
export interface UniverseCount {
  readonly companies: number;
  /** Companies that are not of the universe. */
  readonly others: number;
  /** Of those, companies whose trade no SIC code tells. */
  readonly others_without_sic: number;
}
