import { anyOf } from '../../patterns.ts';
import { isSafetyReason } from '../trial-versions.ts';

export type StopReason =
  | 'safety'
  | 'efficacy'
  | 'money'
  | 'accrual'
  | 'strategy'
  | 'logistics'
  | 'unstated';

const FAILURES: ReadonlySet<StopReason> = new Set(['safety', 'efficacy', 'money']);

/** Maximum number of characters to read from a stop reason. */
const MAX_REASON = 2_000;

/**
 * The class of a stated reason. Our choice: if a text matches several classes, the first one in
 * this order is used: safety, efficacy, money, slow accrual, the sponsor's strategy ("business
 * decision"), other words about accrual ("no patients were enrolled"), logistics. A denied reason
 * ("not due to safety") is ignored.
 */
export function stopReason(why: string | null | undefined): StopReason {
  const text = withoutDenials((why ?? '').slice(0, MAX_REASON).toLowerCase());
  if (isSafetyReason(text) || UNSAFE.test(text)) return 'safety';
  return CLASSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'unstated';
}

/**
 * Whether a stop for this reason is a failure. Our choice: only safety, lack of efficacy and lack
 * of money are failures.
 */
export function isFailure(reason: StopReason): boolean {
  return FAILURES.has(reason);
}

const UNSAFE = anyOf(
  '',
  /\bunacceptable (?:risk|side)|\bside effects?\b|\brisk[-/ ]benefit|\bbenefit[-/ ]risk/,
  /\bhepatotox|\bliver injur|\bliver enzyme|\bhepatic enzyme/,
  /\b(?:increased?|excess|higher|imbalance in) (?:\w+ ){0,2}(?:mortality|risk)\b/,
  /\b(?:serious|severe|cardiovascular|bleeding) (?:\w+ )?events\b|\bunsafe\b/,
  /\bnot (?:well )?tolerated|\bpoor(?:ly)? tolera/,
);

/** Words that can be between "no" or "lack of" and the name of an effect. */
const DEGREE = anyOf(
  '',
  /sufficient|clinical|significant|statistically|meaningful|demonstrated|observed|evidence of/,
  /anti-?tumou?r|tumou?r|objective|therapeutic|treatment|preliminary|clear|added|additional/,
).source;
const LACKING =
  /\b(?:lack|absence|loss|insufficient|inadequate|limited|poor|low|no|without)(?: of)?/.source;
const EFFECT =
  /(?:efficacy|effect(?:iveness)?|activity|benefit|responses?|superiority|difference|improvement)/
    .source;
/**
 * Matches words after `no response`. They show that the response is to an invitation, not to the
 * drug.
 */
const INVITATION = / (?:at|by|from|on|since|to (?:recruit|invit|advert|letter|mail|survey)\w*)\b/
  .source;
/** Matches up to five words, none of which is about recruitment. */
const OTHER_WORDS = /(?: (?!accru|enrol|recruit|inclusion|eligib|entry|sample)[\w'’-]+){0,5}?/
  .source;
const GOAL = anyOf(
  '',
  /primary|end[- ]?points?|efficacy|objectives?|outcomes?|significance|superiority|thresholds?/,
  /boundary|criteri(?:a|on)|success|responses?|benefit|effect/,
).source;
/**
 * Matches "meet", "reach" or "achieve" with a goal for the drug. Goals for recruitment are
 * excluded.
 */
const MERIT = String.raw`\b(?:meet|met|reach|reached|achieve|achieved)\b${OTHER_WORDS} (?:${GOAL})\b`;
const NEGATED_VERB = /\b(?:did|does|do|was|were|has|have|had|could|is|are)(?: not|n't|n’t)/.source;
const WORKS =
  /\b(?:show|shown|demonstrate|demonstrated|effective|efficacious|superior|separate|differ)\b/
    .source;

const CLASSES: readonly (readonly [RegExp, StopReason])[] = [
  [
    anyOf(
      '',
      /\bfutil|\bineffective|\binefficac/,
      new RegExp(String.raw`${LACKING}(?: (?:${DEGREE}))* ?${EFFECT}\b(?!${INVITATION})`),
      new RegExp(String.raw`${NEGATED_VERB} (?:been )?(?:\w+ ){0,2}?(?:${MERIT}|${WORKS})`),
      /\b(?:not|no) (?:clinically )?(?:efficacious|superior)\b/,
      new RegExp(String.raw`\b(?:fail(?:ed|ure|s)?|unlikely) to (?:${MERIT}|${WORKS})`),
      /\b(?:primary|main) (?:efficacy )?end-?points? (?:\w+ ){0,2}?(?:not|missed)\b/,
      /\bend-?points? (?:\w+ ){0,2}?(?:not (?:met|reached|achieved)|missed)\b/,
      /\bconditional power\b|\b(?:low|little|small) (?:probability|chance|likelihood) of (?:\w+ )?success/,
      /\bnegative (?:results?|interim|study|trial|data)\b/,
    ),
    'efficacy',
  ],
  [
    anyOf(
      '',
      /\bfund(?!us|ament)|\bfinanc|\bbudget|\bmoney\b|\bmonetary|\bbankrupt|\binsolven/,
      /\bcapital\b|\beconomic|\b(?:lack|shortage|limited) of resources\b/,
      /\bresource (?:constraint|limit)|\blimited resources\b|\bcosts?\b/,
      /\bceased (?:operations|trading)|\bout of business\b|\bliquidat/,
    ),
    'money',
  ],
  [
    /\b(?:slow|low|poor|insufficient|inadequate|lack of|difficult\w*|challeng\w*) (?:\w+ ){0,3}?(?:accru|enrol|recruit)/,
    'accrual',
  ],
  [
    anyOf(
      '',
      /\bbusiness|\bstrateg|\bcommercial|\bportfolio|\bprioriti[sz]/,
      /\bdevelopment (?:program(?:me)? )?(?:was |has been |is )?(?:discontinu|terminat|stopp|halt)/,
      /\b(?:sponsor|company|corporate|management)(?:['’]s)? (?:decision|decided|request|discretion|terminat|withdr|discontinu)/,
      /\bdiscontinu\w+ of (?:the )?(?:development|program)|\bmerger|\bacquired|\bacquisition/,
    ),
    'strategy',
  ],
  [
    anyOf(
      '',
      /\baccru|\benrol|\brecruit|\binclusion\b|\bsample size\b/,
      /\bfind(?:ing)? (?:\w+ ){0,2}(?:participants|patients|subjects)\b/,
      /\b(?:few|lack of|no|insufficient)(?: eligible)? (?:participants|patients|subjects)\b/,
    ),
    'accrual',
  ],
  [
    anyOf(
      '',
      /\bcovid|\bpandemic|\blogistic|\bsites?\b|\binvestigator|\bpi (?:left|moved)|\bstaff/,
      /\bsupply|\b(?:not|un)[- ]?available\b|\bavailability\b|\bnot marketed\b|\bmanufactur/,
      /\bregulat|\birb\b|\bethics|\bfeasib|\bcontract|\bwar\b|\badministrative/,
    ),
    'logistics',
  ],
];

/** Removes clauses that rule out a reason: "not due to safety or efficacy". */
function withoutDenials(text: string): string {
  return text
    .replace(NO_REASON, ' ')
    .split(/[.;]|,? but\b|(?<=\))|(?=\()/)
    .map((clause) => clause.replace(DENIAL, ' '))
    .join('. ');
}

/**
 * Matches words about safety that do not state a reason: names of boards, and measures against a
 * pandemic.
 */
const NO_REASON = anyOf(
  'g',
  /\bsafety (?:and )?(?:data )?(?:monitoring|review) (?:board|committee|panel)/,
  /\b(?:ensure|protect|for)(?: the)? (?:\w+ )?safety (?=.{0,60}\b(?:covid|pandemic))/,
  /(?<=\b(?:covid|pandemic).{0,60})\b(?:ensure|protect|for)(?: the)? (?:\w+ )?safety\b/,
  /\bdeath of (?:the )?(?:\w+ )?(?:investigator|pi)\b/,
);

const SUBJECT = /(?:safety|efficacy|toxicity)/.source;
const NO_SUBJECT = String.raw`\b(?:no|without(?: any)?|independent(?:ly)? of|unrelated to)(?: new| any)?(?: \w+)? ?${SUBJECT}`;
const OR_SUBJECT = String.raw`(?:,? (?:or|and|nor)(?: \w+)? ?${SUBJECT})?`;
const CONCERN = /(?: (?:concerns?|issues?|reasons?|signals?|findings?|problems?))/.source;
const NOT = /(?:(?:is|was|were|are)(?: not|n't)|not|un)/.source;
const CAUSED = /(?:due|related|because|based|for|driven|caused|result|prompted|made|a result)/
  .source;

const DENIAL = anyOf(
  '',
  /\bother than\b.*$|\b(?:do|does|did)(?: not|n't) (?:reflect|concern|involve|relate)\b.*$/,
  /\b(?:unrelated to|independent(?:ly)? of)(?! .*\black).*$/,
  new RegExp(String.raw`\b${SUBJECT} (?:(?:is|was|were) )?not an? \w+`),
  new RegExp(String.raw`\b${NOT}[ -]?(?:\w+ ){0,2}?${CAUSED}\b.*$`),
  new RegExp(String.raw`${NO_SUBJECT}${OR_SUBJECT}${CONCERN}(?! \w*(?:lack))`),
);
