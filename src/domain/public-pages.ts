/** The folder URL of a filing on EDGAR. */
export function filingUrl(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/`;
}

/** The page of a company on EDGAR. */
export function companyUrl(cik: string): string {
  return `https://www.sec.gov/edgar/browse/?CIK=${cik}`;
}

/** The page of an application, such as `NDA021436`, in the Orange Book. Undefined for a BLA. */
export function orangeBookUrl(application: string): string | undefined {
  const [, abbreviated, number] = /^(A?)NDA(\d{6})$/.exec(application) ?? [];
  const page = 'https://www.accessdata.fda.gov/scripts/cder/ob/results_product.cfm';
  return number && `${page}?Appl_Type=${abbreviated || 'N'}&Appl_No=${number}`;
}

/** The page of a trial at ClinicalTrials.gov. */
export function trialUrl(nctId: string): string {
  return `https://clinicaltrials.gov/study/${nctId}`;
}

/**
 * The openFDA query that returns a complete response letter. If the file name of the letter is
 * valid, the query searches for it. Otherwise, it searches for the application number. Undefined if
 * neither is valid.
 */
export function refusalLetterUrl(fileName: string, application: string): string | undefined {
  const query = 'https://api.fda.gov/transparency/crl.json?search=';
  if (/^CRL_\w+\.pdf$/.test(fileName)) return `${query}file_name:%22${fileName}%22`;
  const [, type, number] = /^(A?NDA|BLA)(\d{6})$/.exec(application) ?? [];
  return number && `${query}application_number:%22${type}+${number}%22`;
}
