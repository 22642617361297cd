import type { Mention, MentionType } from './mention.ts';

/** A stage of a drug's way to the market, and those before it that it turns into history. */
interface Stage {
  readonly stage: MentionType;
  readonly history: readonly MentionType[];
  /** Only what is told behind it; else wherever in the text it stands. */
  readonly behind: boolean;
  /** The stage counts only where its sentence says this. */
  readonly says?: RegExp;
}

const stages: readonly Stage[] = [
  { stage: 'hold_lifted', history: ['clinical_hold'], behind: false },
  {
    stage: 'approval',
    history: ['trial_result', 'designation', 'nda_bla_submitted', 'nda_bla_accepted'],
    behind: true,
  },
  { stage: 'nda_bla_accepted', history: ['crl'], behind: false },
  { stage: 'nda_bla_accepted', history: ['trial_result', 'nda_bla_submitted'], behind: true },
  { stage: 'nda_bla_submitted', history: ['trial_result'], behind: true },
  { stage: 'nda_bla_submitted', history: ['crl'], behind: false, says: /resubmi/i },
  { stage: 'pdufa_date', history: ['crl'], behind: true },
];

/**
 * Undated stages of a drug that a later one in the same text has overtaken are history: a refusal
 * beside the acceptance of the new application, a hold beside its lifting.
 *
 * @param mentions of one text, in the order in which they stand in it
 */
export function withHistory(
  mentions: readonly Mention[],
  sameDrug: (a: Mention, b: Mention) => boolean,
): readonly Mention[] {
  return mentions.map((mention, index) =>
    mention.status === 'announced' &&
    mention.date === null &&
    stages.some(({ stage, history, behind, says }) =>
      history.includes(mention.type)
        ? mentions.some(
            (later, at) =>
              later.type === stage &&
              later.status === 'announced' &&
              (!behind || at < index) &&
              (says?.test(later.sentence) ?? true) &&
              later.sentence !== mention.sentence &&
              sameDrug(later, mention),
          )
        : false,
    )
      ? { ...mention, status: 'historical' }
      : mention,
  );
}
