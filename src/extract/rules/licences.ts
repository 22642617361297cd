import { dealTerms } from '../amounts.ts';
import type { MentionDetail } from '../mention.ts';
import {
  CLAUSE,
  DOUBTFUL,
  FAR,
  type Grammar,
  gap,
  LOOSE,
  NEAR,
  REACH,
  WEAK,
  words,
} from '../rule.ts';
import { companyName } from './deals.ts';

/** Rights licensed. */

const LICENCE_DEAL =
  '(?:(?:exclusive|global|worldwide|strategic|definitive|research|collaboration|development|commerciali[sz]ation|option|and|co-development|co-commerciali[sz]ation|regional|non-exclusive|sub-?)[ ,-]*){0,7}(?:sub-?)?licens(?:e|ing)(?: and (?:collaboration|option|development|commerciali[sz]ation|supply))?(?: and commerciali[sz]ation)? (?:agreement|deal|pact|partnership|transaction|alliance)';

function licence(match: RegExpExecArray, sentence: string): MentionDetail {
  const partner = /\bwith ((?:[A-Z][\w&'.-]*)(?: [A-Z&][\w&'.-]*){0,3})/.exec(
    sentence.slice(match.index),
  )?.[1];
  const terms = dealTerms(sentence.slice(match.index));
  return { ...(partner ? { counterparty: companyName(partner) } : {}), ...terms };
}

export const licenceGrammar: Grammar = {
  type: 'licence',
  hint: /licens|\bopt(?:s|ed) in\b|\boption\b|\bdeal (?:for|on|in|to|with)\b|\bpact\b|\balliance\b|\bcommerciali[sz]|collaborat|\bpartnership|\brights\b|strategic agreement/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'entered into an exclusive license agreement with Sample Pharma',
      pattern: words(
        `\\b(?:announce[sd]?|announcing|enter(?:s|ed)?(?: into)?|sign(?:s|ed)?|ink(?:s|ed)?|strike[sn]?|struck|execute[sd]?|form(?:s|ed)|reach(?:es|ed)|expand(?:s|ed)|bets|secure[sd]?|land(?:s|ed)|seal(?:s|ed)|grant)\\b${gap(CLAUSE)}\\b(?:${LICENCE_DEAL}\\b|exclusive (?:(?:global|worldwide|perpetual|royalty-bearing|sublicensable|development)[ ,]+){0,3}(?:sub-?)?licens(?:e|es)\\b(?: with| to| for))|\\b(?:ink(?:s|ed)?|sign(?:s|ed)?|strike[sn]?|struck|land(?:s|ed)) (?:a |an )?\\$[\\d.,]+ ?(?:million|billion|[MB]n?)\\b${gap(NEAR)}\\b(?:pact|alliance|collaboration|partnership)\\b`,
      ),
      detail: licence,
    },
    {
      says: 'Example inks pact for global rights to EX-101; to license EX-101 in a deal worth $700 million',
      pattern: words(
        `\\b(?:ink(?:s|ed)?|sign(?:s|ed)?|strike[sn]?|struck)\\b${gap(NEAR)}\\b(?:pact|deal|agreement|partnership)\\b${gap(CLAUSE)}\\brights (?:to|for|of)\\b|\\bagree[sd]? to (?:in-|out-)?licens(?:e|es)\\b|\\bto licens(?:e|es) ${gap(CLAUSE)}\\b(?:deal|pact) (?:worth|valued)`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'Example has licensed EX-101 from Sample, the companies said',
      pattern:
        /\bhas (?:in-|out-)?licensed (?:[A-Z]|(?:exclusive |worldwide |global )*rights\b)[^.;]{2,60}? (?:(?:to|from) [A-Z]\w+[^.;]{0,60}\b(?:today|said|announced|upfront|up-front)|for \$\d|in a \$\d)/g,
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'Example licenses an enzyme from Sample; in-licenses EX-101',
      pattern: words(
        `\\b(?:in|out)-?licens(?:es|ed)\\b|(?<=\\b[A-Z][\\w.-]* )licenses (?=[A-Z\\w])|\\blicensing of\\b|\\blicens(?:es|ed) (?:exclusive |global |worldwide )?rights\\b|\\b(?:up-?front)[^.;]{0,30} for (?:[a-z-]+ ){0,3}rights to\\b`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'Example licensed EX-101 to Sample for $30 million upfront',
      pattern: words(
        '(?<=[a-z] )licensed (?=[A-Z])[^.;]{2,40}? (?:to|from) [A-Z]\\w+[^.;]{0,40}\\b(?:upfront|million|exclusive)',
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'granted exclusive worldwide rights to develop and commercialize EX-101',
      pattern: words(
        `\\b(?:grant(?:s|ed)?|purchase[sd]?|acquire[sd]?|obtain(?:s|ed)?|secure[sd]?|receive[sd]?|gain(?:s|ed)?)\\b${gap(NEAR)}\\b(?:exclusive|worldwide|global|ex-US|regional)${gap(NEAR)}\\b(?:licens\\w+|rights) (?:to|for)\\b`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'entered into a strategic agreement to develop and commercialize EX-101',
      pattern: words(
        `\\b(?:entered into|formed|announces?|signs?)\\b${gap(NEAR)}\\b(?:(?:strategic|collaboration|commerciali[sz]ation|partnership)[^.;]{0,20}(?:agreement|partnership|collaboration)|(?:worldwide|global|exclusive) collaboration)\\b${gap(REACH)}\\b(?:co-)?develop(?:ment)? and (?:co-)?commerciali[sz]`,
      ),
      detail: licence,
    },
    {
      says: 'secures global rights to EX-101',
      pattern: words(
        '\\b(?:acquires|secures|secured|obtains|gains|gets|lands|buys|bags|picks up|snags|sells|sold|hands(?: over)?|cedes|gives up) (?:exclusive |global |worldwide |US |ex-US |commercial |development |full |regional |(?:North |South |Latin )?[A-Z]\\w+(?:an|ese|ish) |Chinese |and |the )*rights (?:to|for|in)\\b|\\bexercis(?:es|ed) (?:its |an |the )?option (?:on|for|to)\\b(?! (?:purchase|buy|acquire) (?:\\w+ ){0,3}(?:shares|stock))',
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'announced a collaboration to develop EX-101, with $100 million upfront',
      pattern: words(
        `\\b(?:announce[sd]?|enter(?:s|ed)? into|sign(?:s|ed)?|form(?:s|ed))\\b${gap(CLAUSE)}\\b(?:collaboration|partnership|agreement|alliance)\\b${gap(FAR)}\\bup-?front\\b`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'signed a commercialization agreement for EX-101; partners to commercialize EX-101',
      pattern: words(
        `\\b(?:announce[sd]?|enter(?:s|ed)? into|sign(?:s|ed)?)\\b${gap(NEAR)}\\bcommerciali[sz]ation (?:agreement|partnership)\\b|\\bpartners with\\b${gap(CLAUSE)}\\bto (?:develop and )?commerciali[sz]e\\b`,
      ),
      detail: licence,
      confidence: DOUBTFUL,
    },
    {
      says: 'Example and Sample ink a $900M deal for an obesity pill',
      pattern: words(
        '\\b(?:inks?|signs?|strikes?|lands?) (?:an? )?\\$[\\d.,]+ ?(?:million|billion|[MB]n?) (?:[\\w-]+ ){0,3}(?:deal|pact) with\\b|(?<=[a-z] (?:and|&) [A-Z]\\w+ )(?:ink|sign|strike|announce) (?:an? )?(?:\\$[\\d.,]+ ?(?:million|billion|[MB]n?) )?(?:[\\w-]+ ){0,2}(?:deal|pact|collaboration|partnership) (?:for|on|in|to)\\b',
      ),
      detail: licence,
      confidence: WEAK,
    },
    {
      says: 'pays $50 million for rights to EX-101; opts in on EX-101; teams up in a $500M pact',
      pattern: words(
        `\\b(?:pays?|paid|paying|hands? over|bets) (?:up to )?\\$[\\d.,]+ ?(?:million|billion|mln|[MB]n?)\\b${gap(NEAR)}\\bfor ${gap(NEAR)}\\brights (?:to|in|for)\\b|\\bopt(?:s|ed) in (?:on|to)\\b|\\bhand(?:s|ed|ing) over (?:[\\w-]+ ){0,5}rights (?:to|for)\\b|\\b(?:team(?:s|ed) up|partner(?:s|ed)|join(?:s|ed) forces)\\b${gap(CLAUSE)}\\b(?:pact|alliance|licens\\w+ (?:deal|agreement))\\b`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
    {
      says: 'exercised its option to license EX-101',
      pattern: words(
        `\\bexercise[sd]?\\b${gap(NEAR)}\\boption\\b${gap(CLAUSE)}\\b(?:licens|rights|co-develop)`,
      ),
      detail: licence,
    },
    {
      says: 'entered into a collaboration with Sample to co-develop EX-101',
      pattern: words(
        `\\b(?:enter(?:s|ed)? into|announce[sd]?|sign(?:s|ed)?)\\b${gap(NEAR)}\\b(?:collaboration|partnership|alliance)\\b${gap(CLAUSE)}\\bto (?:jointly |co-?)(?:develop|commerciali[sz])`,
      ),
      detail: licence,
      confidence: LOOSE,
    },
  ],
  unless: [
    {
      before:
        /\b(?:under|pursuant to|in connection with|per|terms of|based on|as part of|may|might|could|would|if|not|seek\w*|potential|to|royalt\w+|milestones?|expects? to|existing|ability to|maintain)\b(?: \w+){0,4} $/i,
    },
    {
      match:
        /\b(?:may|could|would|software|data sharing|driver|under (?:the|its|our)|terminat\w+|amend\w+|milestone)\b/i,
    },
    {
      sentence:
        /\b(?:terminat(?:ed|ion|e)|milestone payment (?:from|under)|based on its licens)\b/i,
    },
    {
      match: /^licensing of/i,
      before:
        /\b(?:may|might|could|would|or|alternatives|potential|possible|including)\b[^;]{0,60}$/i,
    },
    {
      match: /^licens/i,
      after: /^(?:its|our|the|their) (?:platform|technolog\w+|software|data|brand|name)\b/,
    },
    // A noun: no company stands before it.
    { match: /^licenses /i, before: /\b[a-z]+ $/ },
    { match: /^licens/i, before: /\b(?:data|technology|are|is|was|were) $/i },
    {
      match: /licens/i,
      sentence: /\b(?:medical|state|business|driver'?s?|pharmacy|liquor|professional) licens/i,
    },
  ],
  status: {
    historical: [
      {
        before: /\b(?:has|have|had|previously|in (?:19|20)\d\d)\b[^,;]{0,20}$/i,
        match: /^(?:out|in)-?licens|^licens/i,
      },
      { sentence: /\b(?:increase|decrease|revenue)\b[^;]{0,80}\b(?:licens|collaborat)/i },
      { before: /\b(?:previously|following|since)\b[^,;]{0,40}$/i },
    ],
  },
};
