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

const UNSAFE = /\bunacceptable (?:risk|side)|\bside effects?\b|\brisk[- ]benefit|\bhepatotox/;

const CLASSES: readonly (readonly [RegExp, StopReason])[] = [
  [
    new RegExp(
      [
        String.raw`\bfutil`,
        String.raw`\bineffective|\binefficac`,
        String.raw`\b(?:lack|absence|loss|insufficient|inadequate|limited|poor|low|no|without)(?: of)?(?: (?:sufficient|clinical|significant|meaningful|demonstrated|observed|evidence of|anti-?tumou?r|therapeutic|preliminary|clear))* ?(?:efficacy|effect(?:iveness)?|activity|benefit|response)\b`,
        String.raw`\b(?:did|does|do|was|were|has|have|had|could|is|are)(?: not|n't|n’t) (?:been )?(?:\w+ ){0,2}?(?:meet|met|reach|reached|show|shown|demonstrate|demonstrated|achieve|achieved|effective)\b`,
        String.raw`\b(?:fail(?:ed|ure|s)?|unlikely) to (?:meet|reach|show|demonstrate|achieve)\b`,
        String.raw`\b(?:primary|main) (?:efficacy )?end-?points? (?:\w+ ){0,2}?(?:not|missed)\b`,
        String.raw`\bnegative (?:results?|interim|study|trial|data)\b`,
      ].join('|'),
    ),
    'efficacy',
  ],
  [
    /\bfund|\bfinanc|\bbudget|\bmoney\b|\bmonetary|\bbankrupt|\binsolven|\bcapital\b|\beconomic|\b(?:lack|shortage|limited) of resources\b|\bresource (?:constraint|limit)|\blimited resources\b|\bcosts?\b/,
    'money',
  ],
  [
    /\baccru|\benrol|\brecruit|\binclusion rate|\b(?:few|lack of|no|insufficient)(?: eligible)? (?:participants|patients|subjects)\b/,
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
    .split(/[.;]|,? but\b|(?<=\))|(?=\()/)
    .map((clause) => clause.replace(DENIAL, ' '))
    .join('. ');
}

const DENIAL =
  /\b(?:(?:is|was|were|are)(?: not|n't)|not|un)[ -]?(?:\w+ ){0,2}?(?:due|related|because|based|for|driven|caused|result|prompted|a result)\b.*$|\b(?:no|without(?: any)?|independent(?:ly)? of|unrelated to)(?: new| any)?(?: \w+)? ?(?:safety|efficacy|toxicity)(?:,? (?:or|and|nor)(?: \w+)? ?(?:safety|efficacy|toxicity))?(?: (?:concerns?|issues?|reasons?|signals?|findings?|problems?))(?! \w*(?:lack))/;
