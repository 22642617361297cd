/** A trial's name in capital letters: `ROSELLA`, `X-TOLE2`, `STRIVE-ON`. */
const NAME =
  '((?:[A-Z]-)?[A-Z][A-Za-z]*[A-Z][A-Z0-9]{2,}(?:-[A-Za-z0-9]+)?(?: (?:I{1,3}|[1-9])(?= ))?)';
const KIND =
  '(?:[Pp]hase \\d\\w?(?:/\\d\\w?)?|[Pp]ivotal|[Ss]afety|[Cc]linical|[Rr]egistrational|[Ee]xtension)';
const TRIAL = '(?:[Tt]rials?|[Ss]tud(?:y|ies))\\b';
const FORMS = [
  new RegExp(`\\b${NAME}(?:,? ${KIND}){0,3} ${TRIAL}`),
  new RegExp(`\\b${TRIAL},? (?:called|named|known as) ${NAME}\\b`),
  new RegExp(`\\b${NAME}, (?:the|its|a|our) [^.;,]{0,60}${TRIAL}`),
  new RegExp(`\\b(?:[Rr]esults|[Dd]ata) (?:in|from) ${NAME}\\b`),
];
/** Words in capital letters that name an agency, a document, a disease or a target. */
const OTHER =
  /^(?:FDA|NDA|BLA|IND|EMA|[NM]ASH|COPD|M?N?S?CLC|N?SCLC|DLBCL|R?DEB|ADHD|PTSD|GERD|T[12]DM|COVID.*|MASLD|NAFLD|CIDP|HER2|EGFR|KRAS|BRCA\d?|GLOBE|NASDAQ|NYSE)$/;

/** The name of the trial in a sentence about its results. Null if the sentence names no trial. */
export function trialNameIn(sentence: string): string | null {
  for (const form of FORMS) {
    const name = form.exec(sentence)?.[1];
    if (name && !OTHER.test(name)) return name;
  }
  return null;
}
