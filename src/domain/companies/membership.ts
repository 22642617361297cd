import { isDrugDeveloperName } from './company-names.ts';
import { isTradeCode, RESEARCH_CODE } from './sic.ts';

/**
 * A PDUFA date counts as evidence until this many days after the date, or after the publication of
 * a text that mentions it.
 */
export const PDUFA_DAYS = 400;

/** Evidence on whether a company makes or develops medicines. */
export interface CompanyEvidence {
  readonly name: string;
  readonly sic?: string | null | undefined;
  /**
   * Sector that a source about the company states. Sectors in lists of all listed companies do not
   * count.
   */
  readonly sector?: string | null | undefined;
  readonly industry?: string | null | undefined;
  readonly exchange?: string | null | undefined;
  readonly country?: string | null | undefined;
  /** Whether the company is lead sponsor of an interventional trial of a drug or biologic. */
  readonly hasDrugTrial: boolean;
  /** Whether a drug of the company has a PDUFA date in the future or in the last `PDUFA_DAYS` days. */
  readonly hasPdufaDate: boolean;
  /**
   * Whether the store has a record about a drug of the company, or any data about the company
   * besides its entry in a list of companies.
   */
  readonly hasRecord: boolean;
}

/**
 * Whether a company counts as a biotech or pharma company. If a source states a sector or industry,
 * it is used instead of the SIC code. On Nasdaq, NYSE or Cboe, a company with a SIC code from 2833
 * to 2836 counts. A company with the code 8731 counts if it has a drug trial or a PDUFA date. A
 * company with any other code counts only if it has both a drug trial and a PDUFA date. A company
 * that is traded over the counter counts only if it is a foreign issuer with a drug trial and a
 * PDUFA date. Our choice: a company without SIC code, sector and industry counts if it has a drug
 * trial or another record. Unless it is traded over the counter, it also counts if its name is that
 * of a drug developer. Our choice: a company without an exchange is treated as listed on Nasdaq,
 * NYSE or Cboe, because the SEC's file company_tickers.json states no exchange.
 */
export function isOfUniverse(company: CompanyEvidence): boolean {
  const { hasDrugTrial, hasPdufaDate, hasRecord, sic } = company;
  const both = hasDrugTrial && hasPdufaDate;
  const stated = statedTrade(company);
  if (stated !== null) return stated || both;
  const isCounter = isOverTheCounter(company);
  if (!sic) return hasDrugTrial || hasRecord || (!isCounter && isDrugDeveloperName(company.name));
  if (isCounter) return both && isForeign(company);
  if (sic.trim() === RESEARCH_CODE) return hasDrugTrial || hasPdufaDate;
  return isTradeCode(sic) || both;
}

/**
 * Whether the stated sector or industry is that of drug makers or developers. Null if only the
 * sector health care is stated, because this sector also contains devices and services.
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
  /** Number of companies that are not biotech or pharma companies. */
  readonly others: number;
  /** Number of companies in `others` that have no SIC code. */
  readonly others_without_sic: number;
}
