import { isTradeCode, RESEARCH_CODE } from './sic.ts';

/** Days for which a past PDUFA date, or a mention of one, counts as evidence. */
export const PDUFA_DAYS = 400;

/** Evidence on whether a company makes or develops medicines. */
export interface CompanyEvidence {
  readonly sic?: string | null | undefined;
  /**
   * Sector of the company, from a source other than the lists of all listed companies. The same
   * applies to `industry`.
   */
  readonly sector?: string | null | undefined;
  readonly industry?: string | null | undefined;
  readonly exchange?: string | null | undefined;
  readonly country?: string | null | undefined;
  /** Whether the company is lead sponsor of an interventional trial of a drug or biologic. */
  readonly hasDrugTrial: boolean;
  /** Whether one of its drugs has a PDUFA date ahead or in the last `PDUFA_DAYS`. */
  readonly hasPdufaDate: boolean;
  /**
   * Whether the store has any record on the company's drugs, or on the company other than its
   * listing.
   */
  readonly hasRecord: boolean;
}

/**
 * Whether a company is in the universe of biotech and pharma.
 *
 * Companies on Nasdaq, NYSE or Cboe: SIC codes 2833–2836 are in; 8731 needs a drug trial or a PDUFA
 * date; any other code needs both. Over the counter, only foreign issuers with both are in. A
 * sector or industry from a source replaces the SIC code.
 *
 * Our choice: a company without SIC code, sector and industry is in if it has a drug trial or
 * another record. An unknown exchange counts as one of the three, since the SEC's short list and
 * delisted companies have none.
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
 * Whether sector and industry name medicines. Null if they do not and there is no industry, since
 * the sector health care also has devices and services.
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

/** Numbers of distinct companies in a store. */
export interface UniverseCount {
  readonly companies: number;
  /** Companies that are not in the universe. */
  readonly others: number;
  /** The part of `others` without a SIC code. */
  readonly others_without_sic: number;
}
