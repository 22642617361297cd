import type {
  ApprovalEvidence,
  Crl,
  Designation,
} from '../../domain/approval/approval-evidence.ts';
import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { drugKey } from '../programs/programs.ts';
import type { Refresh } from '../refresh.ts';

/** A complete response letter, or the refusal of an application whose CRL nobody published. */
export interface FiledCrl extends Crl {
  readonly ticker: string;
  readonly drug_name: string;
  readonly indication: string | null;
  readonly letter_date: string;
  readonly source_url: string | null;
}

interface GrantedDesignation extends Designation {
  readonly indication: string | null;
}

/** Facts on a drug in an indication that bear on its approval; facts without an indication too. */
export interface DrugEvidence extends ApprovalEvidence {
  readonly votes: readonly Sourced<'adcomm_votes'>[];
  readonly crls: readonly FiledCrl[];
  readonly designations: readonly GrantedDesignation[];
}

export type EvidenceFinder = (
  ticker: string,
  drug: string | null | undefined,
  indication: string | null | undefined,
) => DrugEvidence;

export function evidenceFinder(refresh: Refresh): EvidenceFinder {
  const votes = byDrug(refresh.facts.all('adcomm_votes'));
  const crlsByDrug = byDrug(refresh.memo(crls));
  const designations = byDrug(heldDesignations(refresh));
  return (ticker, drug, indication) => {
    const key = drugKey(ticker, drug ?? '');
    const of = <Fact extends Indicated>(facts: ReadonlyMap<string, readonly Fact[]>) =>
      (facts.get(key) ?? []).filter((fact) => isOfIndication(fact.indication, indication));
    return { votes: of(votes), crls: of(crlsByDrug), designations: of(designations) };
  };
}

/**
 * The CRLs that are facts, and the refusals among the decisions. Our choice: a refusal within a
 * week of a CRL on the same drug is that CRL.
 */
export function crls({ facts }: Refresh): readonly FiledCrl[] {
  const crls = facts.all('complete_response_letters').map((fact) => ({
    ticker: fact.ticker,
    drug_name: fact.drug_name,
    indication: fact.indication ?? null,
    letter_date: fact.letter_date,
    reasons: fact.reasons ?? null,
    source_url: fact.source_url ?? null,
  }));
  const known = byDrug(crls);
  const refusals = facts.all('decisions').flatMap((decision): FiledCrl[] => {
    if (!decision.Drug || !/\bcrl\b|complete response/i.test(decision.Decision ?? '')) return [];
    const letter_date = decision.decision_date ?? decision['PDUFA Date'];
    const own = known.get(drugKey(decision.Ticker, decision.Drug)) ?? [];
    if (own.some((one) => Math.abs(daysBetween(one.letter_date, letter_date)) <= 7)) return [];
    return [
      {
        ticker: decision.Ticker,
        drug_name: decision.Drug,
        indication: decision.Indication ?? null,
        letter_date,
        reasons: null,
        source_url: decision.source_url ?? null,
      },
    ];
  });
  return [...crls, ...refusals];
}

/** The last days of a drug's dated evidence that was known on a day. */
export function evidenceDays(evidence: DrugEvidence, asOf: string): readonly string[] {
  const days = [
    ...evidence.votes.map((vote) => vote.meeting_date),
    ...evidence.crls.map((crl) => crl.letter_date),
    ...evidence.designations.map((one) => lastDayOf(one.designation_date) ?? ''),
  ];
  return days.filter((day) => day !== '' && day <= asOf);
}

/** Our choice: of a designation that was withdrawn nobody says when, so that it never counts. */
function heldDesignations({ facts, universe }: Refresh) {
  return facts.all('designations').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    if (!ticker || !fact.drug_name || /withdraw|revok|rescind/i.test(fact.status ?? '')) return [];
    const { drug_name, designation_type, designation_date, indication = null } = fact;
    return [{ ticker, drug_name, designation_type, designation_date, indication }];
  });
}

interface Indicated {
  readonly indication?: string | null | undefined;
}

/** Our choice: one text may say more than the other ("treatment of sickle cell disease"). */
function isOfIndication(own: string | null | undefined, asked: string | null | undefined): boolean {
  if (!own || !asked) return true;
  const [mine, theirs] = [own.trim().toLowerCase(), asked.trim().toLowerCase()];
  return mine.includes(theirs) || theirs.includes(mine);
}

function byDrug<Fact extends { readonly ticker: string; readonly drug_name: string }>(
  facts: readonly Fact[],
): ReadonlyMap<string, readonly Fact[]> {
  return groupBy(facts, (fact) => drugKey(fact.ticker, fact.drug_name));
}
