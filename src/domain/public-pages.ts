/** The folder URL of a filing on EDGAR. */
export function filingUrl(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/`;
}

/** The page of a company on EDGAR. */
export function companyUrl(cik: string): string {
  return `https://www.sec.gov/edgar/browse/?CIK=${cik}`;
}

/** The page of a trial at ClinicalTrials.gov. */
export function trialUrl(nctId: string): string {
  return `https://clinicaltrials.gov/study/${nctId}`;
}
