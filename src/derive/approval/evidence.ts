import type { ApprovalEvidence, Crl } from '../../domain/approval/approval-evidence.ts';
import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { newestDay } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isOfIndication } from '../../domain/programs/indications.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { type Origin, originOf } from '../origin.ts';
import { type DrugIndex, drugIndex } from '../programs/drug-index.ts';
import { type ProgramFinder, programFinder } from '../programs/programs.ts';
import { calendarDecisions } from './decisions.ts';
import { type Letter, labelTexts, letters } from './letters.ts';
import { isNear } from './published-letters.ts';

/** A complete response letter (CRL), or a refusal whose CRL was not published. */
export interface FiledCrl extends Crl {
  readonly ticker: string;
  /** Name of the refused drug; null if no source states it. */
  readonly drug_name: string | null;
  readonly names: readonly (string | null)[];
  readonly indication: string | null;
  readonly letter_date: string;
  readonly origin: Origin;
}

/**
 * Facts that affect the chance of approval of a drug in an indication. Facts that state no
 * indication are included.
 */
export interface DrugEvidence extends ApprovalEvidence {
  readonly votes: readonly Sourced<'adcomm_votes'>[];
  readonly crls: readonly FiledCrl[];
  readonly designations: ReturnType<typeof heldDesignations>;
}

/** Facts that affect the chance of approval, for all drugs of one company or of all companies. */
export type EvidenceFacts = Pick<DrugEvidence, 'votes' | 'crls' | 'designations'>;

export function evidenceFinder(refresh: Refresh) {
  return finderIn(refresh, refresh.memo(evidenceFacts), refresh.memo(programFinder));
}

export function evidenceFacts(refresh: Refresh): EvidenceFacts {
  return {
    votes: refresh.facts.all('adcomm_votes'),
    crls: refresh.memo(crls),
    designations: heldDesignations(refresh),
  };
}

/** Returns a function that finds the evidence on a drug among the given facts. */
export function finderIn(refresh: Refresh, facts: EvidenceFacts, find: ProgramFinder) {
  const ofDrug = ({ ticker, drug_name }: { ticker: string; drug_name: string }) => ({
    ticker,
    names: [drug_name],
  });
  const votes = drugIndex(refresh, facts.votes, ofDrug);
  const refusals = drugIndex(refresh, facts.crls, (one) => one);
  const designations = drugIndex(refresh, facts.designations, ofDrug);
  return (ticker: string, drug: Stated, indication: Stated): DrugEvidence => {
    const names = [drug, ...(find(ticker, drug, indication)?.other_names ?? [])];
    const of = <Fact extends Indicated>(index: DrugIndex<Fact>) =>
      index.find({ ticker, names }).filter((fact) => isOfIndication(fact.indication, indication));
    return { votes: of(votes), crls: of(refusals), designations: of(designations) };
  };
}

/**
 * Imported CRLs, and refusals that are imported decisions or calendar events. Our choice: a refusal
 * within a week of a CRL on the same drug belongs to that CRL. A letter that names no drug is left
 * out if the same company had another refusal within a week.
 */
export function crls(refresh: Refresh): readonly FiledCrl[] {
  const labels = refresh.memo(labelTexts);
  const among = (known: readonly FiledCrl[]) => {
    const index = drugIndex(refresh, known, (one) => one);
    return (one: FiledCrl) =>
      index.find(one).some((other) => isNear(one.letter_date, other.letter_date));
  };
  const decisions = statedRefusals(refresh);
  const ofCalendar = calendarRefusals(refresh);
  const isReported = among([...decisions, ...ofCalendar]);
  const stated = refresh.memo(letters).map((fact): FiledCrl => {
    const letter = {
      ticker: fact.ticker,
      drug_name: fact.drug_name ?? null,
      names: [fact.drug_name ?? null, fact.generic_name ?? null],
      indication: fact.indication ?? labels.get(fact.application_number ?? '') ?? null,
      letter_date: fact.letter_date,
      known_date: knownDate(fact),
      reasons: fact.reasons ?? null,
      reasons_date: fact.text?.first_listed,
      origin: originOf('complete_response_letters', fact),
    };
    const { named_on } = fact;
    if (named_on === undefined) return letter;
    // A letter that does not name its drug counts as known only after another fact has named the
    // drug. This rule does not apply if another source reports the same refusal.
    const { known_date = letter.letter_date, reasons_date } = letter;
    return {
      ...letter,
      known_date: isReported(letter) ? known_date : newestDay(known_date, named_on)!,
      reasons_date: newestDay(reasons_date, named_on)!,
    };
  });
  const isLetter = among(stated);
  const decided = decisions.filter((one) => !isLetter(one));
  const isDecided = among(decided);
  const refusals = [...decided, ...ofCalendar.filter((one) => !isLetter(one) && !isDecided(one))];
  const named = [...stated, ...refusals].filter(({ drug_name }) => drug_name !== null);
  const byTicker = groupBy(named, ({ ticker }) => ticker);
  const unnamed = [...stated, ...refusals].filter(
    (one) =>
      one.drug_name === null &&
      !byTicker.get(one.ticker)?.some((other) => isNear(one.letter_date, other.letter_date)),
  );
  return [...named, ...unnamed];
}

/**
 * The day on which a letter became known. This is the day of the text that reports the letter, or
 * the day on which the list of published letters first contained the letter, whichever is earlier.
 */
function knownDate({ evidence, document_date, first_listed }: Letter): string | undefined {
  const days = [evidence ? document_date : null, first_listed];
  return days.filter((day) => typeof day === 'string').sort()[0];
}

/** Refusals among the imported decisions. */
function statedRefusals({ facts }: Refresh): readonly FiledCrl[] {
  return facts.all('decisions').flatMap((decision): FiledCrl | readonly FiledCrl[] => {
    if (!isCrl(decision.Decision)) return [];
    return {
      ticker: decision.Ticker,
      drug_name: decision.Drug || null,
      names: [decision.Drug ?? null],
      indication: decision.Indication ?? null,
      letter_date: decision.decision_date ?? decision['PDUFA Date'],
      reasons: null,
      origin: originOf('decisions', decision),
    };
  });
}

function isCrl(decision: string | null | undefined): boolean {
  return /\bcrl\b|complete response/i.test(decision ?? '');
}

/** Refusals in the calendar. Some of them are in no other source. */
function calendarRefusals(refresh: Refresh): readonly FiledCrl[] {
  return calendarDecisions(refresh)
    .filter(({ decision }) => isCrl(decision))
    .map(({ ticker, drug, names, indication, decided, origin }) => ({
      ticker,
      drug_name: drug,
      names,
      indication,
      letter_date: decided,
      reasons: null,
      origin,
    }));
}

/** The dates of the votes, CRLs and designations of a drug, up to the day `asOf`. */
export function evidenceDays(evidence: DrugEvidence, asOf: string): readonly string[] {
  const days = [
    ...evidence.votes.map((vote) => vote.meeting_date),
    ...evidence.crls.map((crl) => crl.known_date ?? crl.letter_date),
    ...evidence.designations.map((one) => lastDayOf(one.designation_date) ?? ''),
  ];
  return days.filter((day) => day !== '' && day <= asOf);
}

/**
 * Designations that were not withdrawn. Our choice: a withdrawn designation is left out even for
 * days before its withdrawal, because no source states the date of the withdrawal.
 */
function heldDesignations({ facts, universe }: Refresh) {
  return facts.all('designations').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    if (!ticker || !fact.drug_name || /withdraw|revok|rescind/i.test(fact.status ?? '')) return [];
    const { drug_name, designation_type, designation_date, indication = null } = fact;
    return [{ ticker, drug_name, designation_type, designation_date, indication }];
  });
}

/** A name. Absent or null if the source does not state it. */
type Stated = string | null | undefined;

interface Indicated {
  readonly indication?: Stated;
}
