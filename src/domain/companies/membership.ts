import { isDrugDeveloperName } from './company-names.ts';
import { isTradeCode, RESEARCH_CODE } from './sic.ts';

/**
 * Number of days for which a PDUFA date shows that a company develops drugs. The days are counted
 * from the PDUFA date or from the publication of a text that mentions it, whichever is later.
 */
export const PDUFA_DAYS = 400;

/** Facts that show whether a company makes or develops medicines. */
export interface CompanyEvidence {
  readonly name: string;
  readonly sic?: string | null | undefined;
  /**
   * The sector that a source about this company states. Sectors in lists of all listed companies
   * are not used.
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
   * Whether the store has a fact about the company or its drugs. An entry in a list of companies is
   * not such a fact.
   */
  readonly hasRecord: boolean;
}

/**
 * Whether a company is a biotech or pharma company. The first rule whose condition is met decides:
 * 1. A source states an industry, or the sector of drug makers. The company qualifies if the
 *   industry or the sector is that of drug makers, or if the company has both a drug trial and a
 *   PDUFA date.
 * 2. No source states a SIC code (our choice). The company qualifies if it has a drug trial or
 *   another fact. It also qualifies if it is not traded over the counter and its name is typical of
 *   drug developers (see `isDrugDeveloperName`).
 * 3. The company is traded over the counter. It qualifies if it is foreign and has both a drug
 *   trial and a PDUFA date.
 * 4. The SIC code is 8731. The company qualifies if it has a drug trial or a PDUFA date.
 * 5. The company has any other SIC code. It qualifies if the code is 2833 to 2836, or if the
 *   company has both a drug trial and a PDUFA date.
 * Our choice: a company without an exchange is treated as listed on Nasdaq, NYSE or Cboe, because
 * the SEC's file company_tickers.json states no exchange.
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
 * Whether the stated industry or sector is that of drug makers or developers. Null if no industry
 * is stated and the sector is too general. For example, "health care" includes devices and
 * services.
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
  /** Number of companies without a SIC code that are not biotech or pharma companies. */
  readonly others_without_sic: number;
}
