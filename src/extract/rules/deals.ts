import { MONTH_NAMES } from '../date-words.ts';
import { dealTerms } from '../deal-terms.ts';
import type { MentionDetail } from '../mention.ts';
import type { Found, Grammar } from '../rule.ts';

/** Reads the parties and terms of acquisitions. Only the text models detect acquisitions. */

/** First words of a sentence or clause that are not company names. */
const OPENERS = [
  'The|This|That|These|Those|Its|Our|Their|Mr|Ms|Dr|Both|Each|Last|Item|Shares|Stock',
  'Billion|Million|In|On|At|By|For|From|To|With|Under|Through|During|Upon|Before|After|Until|Since|Following',
  'As|While|When|If|Why|How|What|Where|Who|Although|Though|Because|Once|However|Also|Pursuant',
  // Verbs and nouns before the name of a deal: "Clearance to Close Ablenor Acquisition".
  'Close[sd]?|Closing|Complete[sd]?|Completing|Finalize[sd]?|Finalizing|Agreement|Plan',
  'Definitive|Subsidiary',
].join('|');
/** Words of a headline that follow a company name: "Halden Agrees to Acquire". */
const FOLLOWERS = [
  'To|Into|For|With|By|From|Between|At|After|Its|Will|Agree[sd]?|Agreement|Definitive|Enter(?:s|ed)?',
  'Announce[sd]?|Sign(?:s|ed)?|Complete[sd]?|Close[sd]?|Deal|Stake',
].join('|');
const COMPANY =
  `(?!(?:${MONTH_NAMES})\\b(?! [A-Z]))(?!(?:${OPENERS}|${FOLLOWERS})\\b)` +
  // A name does not end with "of", as in "Plan of Merger".
  `[A-Z][\\w&'.-]*(?: (?:(?:of|and|de) )?(?!(?:${FOLLOWERS})\\b)[A-Z&][\\w&'.-]*){0,4}`;
const ACQUIRER = `(?<acquirer>${COMPANY})`;
const TARGET = `(?<target>${COMPANY})`;
const SUM = '\\$[\\d.,]+ ?(?:[Bb]illion|[Mm]illion|[BMbm]n?|mln)?';
/** Matches text between a company and its verb: "(Nasdaq: EXQZ), today announced". */
const ASIDE = '(?:,? \\([^)]{1,40}\\))?,?(?: (?!after )(?:[^.;,]|\\.(?=\\d)){1,40}?)?';
const BUY =
  '(?:[Aa]cquir(?:e[sd]?|ing)|[Bb]uy(?:s|ing)?|[Bb]ought|[Pp]urchase[sd]?|[Ss]naps? [Uu]p|' +
  '[Ss]coops? [Uu]p|[Ss]wallows|[Nn]abs|[Tt]akes over|[Mm]erges? [Ww]ith)';
const PURCHASE =
  '(?:[Aa]cquisition|[Bb]uyout|[Tt]akeover|[Pp]urchase|[Tt]ender [Oo]ffer|[Mm]erger)' +
  // Excludes the name of a company founded for the deal: "Corvexa Merger Sub, Inc."
  '(?!(?: Sub)?\\b,? (?:Inc|Corp|Ltd|LLC|L\\.P|[Cc]ompany|[Ss]ub)\\b)';

/** Patterns for the parties of a deal, most explicit first. Some match only the target. */
const parties: readonly RegExp[] = [
  new RegExp(
    `${TARGET}${ASIDE} (?:[Aa]cquired|[Bb]ought|taken private|[Bb]uyout|[Ss]ale) by ${ACQUIRER}`,
  ),
  // The standard wording of merger agreements in 8-Ks.
  new RegExp(
    `${TARGET} surviving the [Mm]erger as an? (?:\\w+,? ){0,2}wholly[- ]owned subsidiary of ${ACQUIRER}`,
  ),
  // A company after "from" is the seller.
  new RegExp(`${ACQUIRER}${ASIDE} ${BUY} (?:(?!from )[a-z][a-z-]* ){0,4}${TARGET}`),
  new RegExp(`${ACQUIRER}${ASIDE} ${PURCHASE} (?:of|for|with) ${TARGET}`),
  new RegExp(`${ACQUIRER} (?:makes|inks|strikes|signs) (?:a )?${SUM} deal (?:for|of) ${TARGET}`),
  new RegExp(
    `(?:${ACQUIRER} (?:to pay|pays|is paying|will pay)|paying) ${SUM} (?:[a-z]+ ){0,6}for ${TARGET}`,
  ),
  new RegExp(`${BUY} (?:(?!from )[a-z][a-z-]* ){0,9}${TARGET}`),
  new RegExp(`${PURCHASE} (?:of|for|with|agreement with) ${TARGET}`),
  new RegExp(`${TARGET} (?:${PURCHASE}|(?:share|stock)holders will receive)`),
];

/** Removes verbs, punctuation and legal forms from the end of a company name. */
function companyName(text: string): string {
  return text
    .replace(/ (?:Completes|Closes|Announces)$|'s?$|[.,]$/, '')
    .replace(/,? (?:Inc|Corp|Ltd|plc|N\.V|S\.A|AG)\.?$/, '')
    .slice(0, 60)
    .trim();
}

/** Matches a completed deal. A deal that "is to close" or "will be completed" is not completed. */
const completed =
  /(?<!\b(?:to|will|would|may|be|not) )\b(?:complete[sd]?|close[sd]?|closing(?! conditions))\b/i;

function deal(_: Found, sentence: string, following: () => string): MentionDetail {
  const found = parties.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
  const { acquirer, target } = found?.groups ?? {};
  return {
    ...(acquirer ? { acquirer: companyName(acquirer) } : {}),
    ...(target ? { target: companyName(target) } : {}),
    ...(completed.test(sentence) ? { stage: 'completed' } : {}),
    ...dealTerms(sentence, following()),
  };
}

export const acquisitionGrammar: Grammar = {
  type: 'acquisition',
  hint: /\b(?:acqui|merge|buy|purchase|tender offer|takeover|take-private|taken private|(?:to pay|pays|will pay|deal for|bought)\b)|holders will receive|scoop|snap/i,
  dating: 'event',
  drug: false,
  rules: [],
  detail: deal,
};

/** Reads the partner and terms of licenses. Only the text models detect licenses. */

const LICENCE =
  /licens|\b(?:(?:opt(?:s|ed) in|option|deal (?:for|on|in|to|with)|pact|alliance|rights)\b|commerciali[sz]|partnership)|collaborat|strategic agreement/i;
const PARTNER = new RegExp(
  `\\b(?:[Ww]ith|[Ff]rom|(?:up-?front|licen[sc]ed?|rights) to) (${COMPANY})`,
);
/** Matches the second of two companies that announce a license together. */
const SECOND = new RegExp(
  `^${COMPANY} [Aa]nd (${COMPANY}) (?:[Aa]nnounce|[Ee]nter|[Ss]ign|[Ff]orm|[Ee]stablish)`,
);
/** Our choice: a partner is named at most this many characters before the license. */
const PARTNER_BEFORE = 80;

function licence(match: Found, sentence: string, following: () => string): MentionDetail {
  const own = sentence.slice(match.index);
  const at = Math.max(0, own.search(LICENCE) - PARTNER_BEFORE);
  const partner = (PARTNER.exec(own.slice(at)) ?? SECOND.exec(sentence))?.[1];
  const terms = dealTerms(own, following());
  return { ...(partner ? { counterparty: companyName(partner) } : {}), ...terms };
}

export const licenceGrammar: Grammar = {
  type: 'licence',
  hint: LICENCE,
  dating: 'event',
  drug: true,
  detail: licence,
  rules: [],
};
