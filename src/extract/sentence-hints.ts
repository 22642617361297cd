/** Beginnings of words. Every statement contains a word that starts with one of them. */
const beginnings = [
  '(?:s?NDA|s?BLA)\\b ¦ clinical hol ¦ stopped ¦ PDUFA ¦ decide ¦ user fee ¦ action date',
  'goal date ¦ decision ¦ complete response ¦ CRL\\b ¦ approv ¦ authori[sz] ¦ reject',
  'declin ¦ refus ¦ withdr ¦ holds?\\b ¦ paus ¦ suspend ¦ OKs?\\b ¦ financing',
  'safety freeze ¦ halt ¦ freez ¦ resume ¦ accept ¦ deemed ¦ validat ¦ submi',
  'fil(?:e|ed|es|ings?)\\b ¦ advisory committee ¦ adcom ¦ panel ¦ ODAC ¦ designat',
  'fast[- ]track ¦ orphan ¦ breakthrough ¦ rare p(?:a)?ediatric ¦ VRBPAC ¦ [A-Z]{2,5}DAC\\b ¦ PRIME\\b ¦ registers?\\b ¦ registered\\b ¦ RMAT\\b ¦ BTDs?\\b ¦ ODD\\b ¦ QIDP\\b',
  'sakigake ¦ target ¦ actions?\\b ¦ verdict ¦ review\\b ¦ application ¦ turn(?:s|ed) away',
  'signs? off ¦ signed off ¦ turn(?:s|ed) in ¦ option\\b ¦ no better ¦ to sell ¦ clamp',
  'priority review ¦ passport ¦ top-?\\s?line ¦ data\\b ¦ results ¦ read-?\\s?out',
  'reading out ¦ unblind ¦ update ¦ analys[ie]s ¦ futil ¦ short\\b ¦ bought ¦ endpoint',
  'end point ¦ goals?\\b ¦ signific ¦ win\\b ¦ succe ¦ fail ¦ flop ¦ flunk ¦ offering',
  'placement ¦ gross (?:cash )?proceeds ¦ IPOs?\\b ¦ PIPE\\b ¦ at-the-market ¦ capital rais ¦ share sale',
  'stock sale ¦ proof[- ]of[- ]concept ¦ purchase agreement ¦ warrant ¦ acqui ¦ merge',
  'buy ¦ takeover ¦ scoop ¦ deal ¦ shareholders will ¦ licen[sc] ¦ collaborat',
  'partner ¦ rights ¦ strategic agreement ¦ going concern ¦ substantial doubt',
  "compliance ¦ bid price ¦ Nasdaq noti ¦ NYSE noti ¦ late Form ¦ delinquent ¦ late filing ¦ listing ¦ purchase ¦ stockholders['’] equity ¦ experts\\b ¦ advis[eo]rs",
  'pull(?:s|ed)\\b ¦ drops?\\b ¦ expand ¦ broaden ¦ rule\\b ¦ thumbs ¦ opt(?:s|ed) in',
  'aces?\\b ¦ trial\\b ¦ study\\b ¦ taken private ¦ minimum bid ¦ delist ¦ deficien',
  'reverse (?:stock|share|split) ¦ consolidation ¦ exten(?:d|sion) ¦ delay ¦ postpon',
  'push ¦ deadline ¦ green-?\\s?li ¦ clear(?:s|ed)\\b ¦ stops?\\b ¦ restart ¦ snub ¦ spurn',
  'den(?:y|ies|ied)\\b ¦ blessing ¦ notice of compliance ¦ miss\\b ¦ miss(?:es|ed)\\b',
  'setback ¦ pact\\b ¦ snap ¦ tender offer ¦ underwrit ¦ sales? agreement ¦ ATM\\b',
  'to report in ¦ mark\\b ¦ placebo ¦ alliance\\b ¦ commerciali[sz] ¦ equity raise',
  'committee (?:will|is) ¦ go-ahead ¦ says yes ¦ brakes ¦ slipped ¦ lengthen',
  'priced\\b ¦ MAA\\b ¦ to pay \\$ ¦ nod\\b ¦ nabbed ¦ says no ¦ turn(?:s|ed) down ¦ respond\\b ¦ reply\\b ¦ (?:more|additional|extra|further) (?:time|months)',
].flatMap((line) => line.split(' ¦ '));
/**
 * A prefix that may come before one of the `beginnings`, as in resubmitted, sublicense and
 * unsuccessful.
 */
const PREFIX = '(?:re-?|sub-?|un|co-?|in-|out-|pre-)?';
/** Matching only at the start of a word makes the pattern several times as fast. */
const anyBeginning = new RegExp(`\\b${PREFIX}(?:${beginnings.join('|')})`, 'i');
const amount = /\$\d+ ?(?:M|million) (?:in|of) |\d for [A-Z]|epted/;

/**
 * A quick test whether a sentence may contain a statement. Rules are applied only to sentences that
 * pass the test.
 */
export function mayState(sentence: string): boolean {
  return anyBeginning.test(sentence) || amount.test(sentence);
}

/** Matches words and digits that dates contain. Text without a match has no date or period. */
export const mayBeDated =
  /\d|\b(?:quarter|half|year|month|week|today|tomorrow|yesterday|spring|summer|fall|autumn|January|February|March|April|May|June|July|August|September|October|November|December)/i;
