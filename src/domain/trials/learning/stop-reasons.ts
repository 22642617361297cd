import { isSafetyReason } from '../trial-versions.ts';

/** Why a trial was stopped, by the words of its registration. */
export type StopReason =
  | 'safety'
  | 'efficacy'
  | 'money'
  | 'accrual'
  | 'strategy'
  | 'logistics'
  | 'unstated';

/** What counts as a failure of the trial; the others say nothing of the drug. */
const FAILURES: ReadonlySet<StopReason> = new Set(['safety', 'efficacy', 'money']);

/** Characters of a reason that are read. */
const MAX_REASON = 2_000;

/**
 * The class of a stated reason. Our choice: of several reasons the first of this order counts:
 * safety, efficacy, money, slow accrual, the sponsor's strategy ("business decision"), logistics. A
 * reason that is denied ("not due to safety or efficacy") is none, and neither is success or a merit
 * that was shown early.
 */
export function stopReason(why: string | null | undefined): StopReason {
  const text = withoutDenials((why ?? '').slice(0, MAX_REASON).toLowerCase());
  if (isSafetyReason(text) || UNSAFE.test(text)) return 'safety';
  return CLASSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'unstated';
}

/**
 * Whether a stop for this reason is a failure. Our choice: safety, lack of efficacy and lack of money
 * count; slow accrual, logistics, the sponsor's strategy and an unstated reason do not, since they
 * leave open what the drug does.
 */
export function isFailure(reason: StopReason): boolean {
  return FAILURES.has(reason);
}

const UNSAFE =
  /\bunacceptable (?:risk|side)|\bside effects?\b|\brisk[-/ ]benefit|\bbenefit[-/ ]risk|\bhepatotox|\bliver injur|\bliver enzyme|\bhepatic enzyme|\b(?:increased?|excess|higher|imbalance in) (?:\w+ ){0,2}(?:mortality|risk)\b|\b(?:serious|severe|cardiovascular|bleeding) (?:\w+ )?events\b|\bunsafe\b|\bnot (?:well )?tolerated|\bpoor(?:ly)? tolera/;

/** Adjectives between "no" or "lack of" and what a drug does not do. */
const DEGREE = `(?: (?:sufficient|clinical|significant|statistically|meaningful|demonstrated|observed|evidence of|anti-?tumou?r|tumou?r|objective|therapeutic|treatment|preliminary|clear|added|additional))*`;
/** Up to five words none of which is of patients that were not found. */
const OTHER_WORDS = String.raw`(?: (?!accru|enrol|recruit|inclusion|eligib|entry|sample)[\w'’-]+){0,5}?`;
/** What a drug has to meet: a study may miss its accrual target, and its site an agreement. */
const MERIT = String.raw`\b(?:meet|met|reach|reached|achieve|achieved)\b${OTHER_WORDS} (?:primary|end[- ]?points?|efficacy|objectives?|outcomes?|significance|superiority|thresholds?|boundary|criteri(?:a|on)|success|responses?|benefit|effect)\b`;
const NO_EFFECT = String.raw`(?:${MERIT}|\b(?:show|shown|demonstrate|demonstrated|effective|efficacious|superior|separate|differ)\b)`;

const CLASSES: readonly (readonly [RegExp, StopReason])[] = [
  [
    new RegExp(
      [
        String.raw`\bfutil`,
        String.raw`\bineffective|\binefficac`,
        String.raw`\b(?:lack|absence|loss|insufficient|inadequate|limited|poor|low|no|without)(?: of)?${DEGREE} ?(?:efficacy|effect(?:iveness)?|activity|benefit|responses?|superiority|difference|improvement)\b(?! (?:at|by|from|on|since|to (?:recruit|invit|advert|letter|mail|survey)\w*)\b)`,
        String.raw`\b(?:did|does|do|was|were|has|have|had|could|is|are)(?: not|n't|n’t) (?:been )?(?:\w+ ){0,2}?${NO_EFFECT}`,
        String.raw`\b(?:not|no) (?:clinically )?(?:efficacious|superior)\b`,
        String.raw`\b(?:fail(?:ed|ure|s)?|unlikely) to ${NO_EFFECT}`,
        String.raw`\b(?:primary|main) (?:efficacy )?end-?points? (?:\w+ ){0,2}?(?:not|missed)\b`,
        String.raw`\bend-?points? (?:\w+ ){0,2}?(?:not (?:met|reached|achieved)|missed)\b`,
        String.raw`\bconditional power\b|\b(?:low|little|small) (?:probability|chance|likelihood) of (?:\w+ )?success`,
        String.raw`\bnegative (?:results?|interim|study|trial|data)\b`,
      ].join('|'),
    ),
    'efficacy',
  ],
  [
    /\bfund(?!us|ament)|\bfinanc|\bbudget|\bmoney\b|\bmonetary|\bbankrupt|\binsolven|\bcapital\b|\beconomic|\b(?:lack|shortage|limited) of resources\b|\bresource (?:constraint|limit)|\blimited resources\b|\bcosts?\b|\bceased (?:operations|trading)|\bout of business\b|\bliquidat/,
    'money',
  ],
  [
    /\baccru|\benrol|\brecruit|\binclusion\b|\bsample size\b|\bfind(?:ing)? (?:\w+ ){0,2}(?:participants|patients|subjects)\b|\b(?:few|lack of|no|insufficient)(?: eligible)? (?:participants|patients|subjects)\b/,
    'accrual',
  ],
  [
    /\bbusiness|\bstrateg|\bcommercial|\bportfolio|\bprioriti[sz]|\bdevelopment (?:program(?:me)? )?(?:was |has been |is )?(?:discontinu|terminat|stopp|halt)|\b(?:sponsor|company|corporate|management)(?:['’]s)? (?:decision|decided|request|discretion|terminat|withdr|discontinu)|\bdiscontinu\w+ of (?:the )?(?:development|program)|\bmerger|\bacquired|\bacquisition/,
    'strategy',
  ],
  [
    /\bcovid|\bpandemic|\blogistic|\bsites?\b|\binvestigator|\bpi (?:left|moved)|\bstaff|\bsupply|\b(?:not|un)[- ]?available\b|\bavailability\b|\bnot marketed\b|\bmanufactur|\bregulat|\birb\b|\bethics|\bfeasib|\bcontract|\bwar\b|\badministrative/,
    'logistics',
  ],
];

/** The text without the clauses that deny a reason: "not due to safety or efficacy". */
function withoutDenials(text: string): string {
  return text
    .replace(NO_REASON, ' ')
    .split(/[.;]|,? but\b|(?<=\))|(?=\()/)
    .map((clause) => clause.replace(DENIAL, ' '))
    .join('. ');
}

/** Words of safety that give no reason: a board's name, care for people in a pandemic, a death beside. */
const NO_REASON =
  /\bsafety (?:and )?(?:data )?(?:monitoring|review) (?:board|committee|panel)|\b(?:ensure|protect|for)(?: the)? (?:\w+ )?safety (?=.{0,60}\b(?:covid|pandemic))|(?<=\b(?:covid|pandemic).{0,60})\b(?:ensure|protect|for)(?: the)? (?:\w+ )?safety\b|\bdeath of (?:the )?(?:\w+ )?(?:investigator|pi)\b/g;

const DENIAL =
  /\bother than\b.*$|\b(?:do|does|did)(?: not|n't) (?:reflect|concern|involve|relate)\b.*$|\b(?:unrelated to|independent(?:ly)? of)(?! .*\black).*$|\b(?:safety|efficacy|toxicity) (?:(?:is|was|were) )?not an? \w+|\b(?:(?:is|was|were|are)(?: not|n't)|not|un)[ -]?(?:\w+ ){0,2}?(?:due|related|because|based|for|driven|caused|result|prompted|made|a result)\b.*$|\b(?:no|without(?: any)?|independent(?:ly)? of|unrelated to)(?: new| any)?(?: \w+)? ?(?:safety|efficacy|toxicity)(?:,? (?:or|and|nor)(?: \w+)? ?(?:safety|efficacy|toxicity))?(?: (?:concerns?|issues?|reasons?|signals?|findings?|problems?))(?! \w*(?:lack))/;
