import { type Day, isoOf, partsOf } from './days.ts';
import { named, type Program } from './programs.ts';
import { randomOf } from './random.ts';
import { type Facts, held, type Story, type World } from './world.ts';

export function pressRelease({ company }: Story, day: Day): string {
  return `https://${company.stem.toLowerCase()}.example/press/${isoOf(day)}`;
}

/**
 * Generates the past FDA decisions on a company's applications. If the company is in no list of
 * companies, generates only approvals.
 */
export function decisionsOf(_: World, story: Story): Facts<'decisions'> {
  const decided = held(story, 'decision').filter(
    ({ result }) => result === 'positive' || !story.company.isUnknown,
  );
  return decided.map(({ program, planned, day, result }) => {
    const { application, ticker, drug, indication, expansion } = program!;
    return {
      _id: `${application}-${planned}`,
      Ticker: ticker,
      Drug: drug,
      Indication: indication.disease,
      'PDUFA Date': isoOf(planned),
      Decision: result === 'positive' ? 'Approved' : 'CRL',
      decision_date: isoOf(day),
      application_type: `${expansion ? 's' : ''}${application.slice(0, 3)}`,
      source_url: pressRelease(story, day),
    };
  });
}

/**
 * Generates approvals. Some are followed by a supplement that changes the label. Drug names are in
 * capitals, as in Drugs@FDA.
 */
export function approvalsOf({ today }: World, { company, programs }: Story): Facts<'approvals'> {
  return programs.flatMap((program) => {
    const { approved, application, biologic, drug, indication, expansion, priority } = program;
    if (approved === null) return [];
    const approval = {
      ticker: program.ticker,
      drug_name: drug.toUpperCase(),
      active_ingredients: [drug.toUpperCase()],
      approval_date: isoOf(approved),
      ...(company.isUnlisted ? {} : { indication: indication.disease }),
      application_type: application.slice(0, 3),
      submission_type: expansion ? 'SUPPL (Efficacy)' : 'ORIG',
      ...(expansion ? {} : { efficacy_supplements: `S-002 ${isoOf((approved + today) >> 1)}` }),
      other_supplements: `S-001 ${isoOf((approved + today) >> 1)} labeling`,
      products: biologic ? 'injection, subcutaneous: 50 mg/mL' : 'tablet, oral: 20 mg',
      ...(biologic && approved % 2 === 0 ? { reference_product: 'Altorvex (altorvimab)' } : {}),
      review_designation: priority ? 'Priority Review' : 'Standard',
      application_number: application,
      sponsor_name: biologic ? `${company.name} Ireland Ltd` : company.name,
      marketing_status: 'Prescription',
    };
    const day = approved + 400 + ((7 * approved) % 1000);
    const supplement = { approval_date: isoOf(day), submission_type: 'SUPPL (Labeling)' };
    const isPast = day < Math.min(today, company.last);
    return isPast ? [approval, { ...approval, ...supplement }] : [approval];
  });
}

/** Returns a date `years` after an approval, in the same month. `day` is the day of the month. */
function yearsAfter(approved: Day, years: number, day: number): string {
  const { year, month } = partsOf(approved);
  return `${year + years}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Generates the patents and the exclusivities of approved drugs. Some patents have a pediatric
 * extension.
 */
export function exclusivitiesOf(_: World, { programs }: Story): Facts<'exclusivities'> {
  return programs.flatMap(({ application, approved, biologic, expansion, indication }) => {
    if (approved === null || expansion) return [];
    const after = (years: number, day = 15) => yearsAfter(approved, years, day);
    const right = (code: string, expires: string, more: object = {}) => ({
      application_number: application,
      type: 'exclusivity',
      code,
      expires,
      listed_date: isoOf(approved),
      ...more,
    });
    const number = String(20_000_000 + (approved % 1_000_000));
    const patent = { type: 'patent', is_substance: true, product_numbers: ['001'] };
    const orphan = indication.rare ? [right(biologic ? 'ODE' : 'ODE-901', after(7))] : [];
    if (biologic) return [right('REF', after(12)), ...orphan];
    const pediatric =
      approved % 3 === 0 ? [right(`${number}*PED`, after(12, 20), { type: 'patent' })] : [];
    return [right('NCE', after(5)), ...orphan, right(number, after(12), patent), ...pediatric];
  });
}

export function adcommVotes(world: World, story: Story): Facts<'adcomm_votes'> {
  return held(story, 'adcomm').map(({ program, day, result }) => {
    const random = randomOf(world.seed, 'votes', program!.application);
    const counts = [random.integer(8, 12), random.integer(0, 6)];
    const [votes_yes, votes_no] = result === 'positive' ? counts : counts.toReversed();
    const question = `Do the benefits of ${program!.drug} outweigh its risks?`;
    const of = { ...named(program!), meeting_date: isoOf(day), question };
    return { ...of, votes_yes, votes_no, votes_abstain: random.integer(0, 1) };
  });
}

const letterReasons = ['manufacturing', 'efficacy', 'efficacy safety', 'manufacturing labeling'];

/**
 * Generates one complete response letter per rejected application. If the company is in no list of
 * companies, generates one letter that states neither a drug nor a reason.
 */
export function lettersOf(world: World, story: Story): Facts<'complete_response_letters'> {
  const { ticker, at, isUnknown } = story.company;
  const letter_date = isoOf(world.today - 120 - at);
  if (isUnknown) return [{ ticker, letter_date, application_number: `NDA98${at}` }];
  const rejected = held(story, 'decision').filter(({ result }) => result === 'negative');
  return rejected.map(({ program, day }) => ({
    ...named(program!),
    letter_date: isoOf(day),
    corrected_date: day % 2 === 0 ? isoOf(day + 3) : null,
    reasons: randomOf(world.seed, 'letter', program!.application).pick(letterReasons).split(' '),
    application_number: program!.application,
    text_id: day + 30 < world.today ? `CRL_${program!.application}_${isoOf(day)}` : null,
    source_url: pressRelease(story, day),
  }));
}

/**
 * Each entry is a deficiency that letters state. The entry contains the reason that the letter
 * gives, the kind of the deficiency, the heading of its section, the sentence that describes it,
 * and what the FDA requests.
 */
const sections: readonly (readonly [string, string, string | null, string | null, string?])[] = [
  ['manufacturing', 'facility', 'FACILITIES', 'The inspection found faults.', 'Resolve these.'],
  ['manufacturing', 'product_quality', 'PRODUCT QUALITY', null],
  ['efficacy', 'clinical', 'CLINICAL', 'The trial did not show an effect.', 'Submit a new trial.'],
  ['efficacy', 'statistical', 'CLINICAL', 'The primary endpoint was not significant.'],
  ['safety', 'safety', null, 'The safety concerns of the trial remain unresolved.'],
  ['labeling', 'labeling', 'PROPRIETARY NAME', 'The proposed name is unacceptable.'],
];

/**
 * Generates the deficiencies in complete response letters. Deficiencies become public a month after
 * the date of the letter. Some letters state no deficiency.
 */
export function deficienciesOf(world: World, story: Story): Facts<'letter_deficiencies'> {
  return lettersOf(world, story).flatMap((letter) => {
    const published = Date.parse(letter.letter_date) / 86_400_000 + 30;
    const { ticker, drug_name, application_number, letter_date, reasons, text_id } = letter;
    if (!text_id || !reasons) return [];
    const deficiencies = sections.flatMap(([reason, kind, heading, sentence, request = null]) =>
      reasons.includes(reason) ? { kind, heading, sentence, request } : [],
    );
    const subject = { letter_id: text_id, ticker, drug_name, application_number, letter_date };
    return { ...subject, first_listed: isoOf(published), deficiencies };
  });
}

/** Generates the texts of complete response letters. The texts state the deficiencies. */
export function letterTexts(world: World, story: Story): Facts<'news'> {
  return deficienciesOf(world, story).map(({ letter_id, ticker, deficiencies, ...letter }) => ({
    id: letter_id,
    title: `Complete response letter: ${letter.drug_name}`,
    tickers: [ticker],
    form: 'complete response letter',
    summary: deficiencies
      .map(({ kind, sentence }) => `${kind}: ${sentence ?? '(b) (4)'}`)
      .join(' '),
    published_at: letter.letter_date,
    first_listed: letter.first_listed,
  }));
}

/**
 * Each entry is an FDA designation. The entry contains the name, the fraction of eligible programs
 * that receive the designation, and whether a program is eligible.
 */
const grants: readonly (readonly [string, number, (program: Program) => boolean])[] = [
  ['Orphan Drug', 0.5, ({ indication }) => indication.rare],
  ['Fast Track', 0.25, () => true],
  ['Breakthrough Therapy', 0.14, () => true],
  ['RMAT', 0.5, ({ drugType }) => /CAR-T|Gene/.test(drugType)],
  ['Rare Pediatric Disease', 0.1, ({ indication }) => indication.rare],
  ['Priority Review', 1, ({ priority }) => priority],
];

/**
 * Generates FDA designations. If the company is in no list of companies, the designation states the
 * sponsor but no ticker.
 */
export function designationsOf(world: World, story: Story): Facts<'designations'> {
  const { company, programs, milestones } = story;
  return programs.flatMap((program) => {
    const { runs, approved, failed } = program;
    const { ticker, ...drug } = named(program);
    const random = randomOf(world.seed, 'designations', company.at, program.at);
    const filing = milestones.find((one) => one.kind === 'filing' && one.program === program);
    return grants.flatMap(([type, share, isEligible]) => {
      const during = runs[0]!.start + random.integer(20, 320);
      const day = type === 'Priority Review' ? (filing?.day ?? world.today) + 60 : during;
      const isPast = day < Math.min(world.today, company.last);
      if (!random.chance(share) || !isPast || !isEligible(program)) return [];
      const isOrphan = type === 'Orphan Drug' && approved !== null;
      const end = yearsAfter(approved ?? 0, 7, 15);
      const days = `approved ${isoOf(approved ?? 0)}, exclusive to ${end}`;
      const approved_indications = [`${days}: ${program.indication.disease}`];
      const fact = {
        ...drug,
        designation_type: type,
        designation_date: isoOf(day),
        nctId: runs[0]!.nctId,
        status: isOrphan ? 'Designated/Approved' : 'Designated',
        ...(failed !== null && day % 5 === 0 ? { status: 'Withdrawn' } : {}),
        ...(isOrphan
          ? { status_date: isoOf(approved), exclusivity_ends: [end], approved_indications }
          : {}),
        sponsor_name: company.name,
      };
      return [company.isUnknown ? fact : { ticker, ...fact }];
    });
  });
}
