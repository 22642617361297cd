import { anyOf } from '../../patterns.ts';

export type EndpointKind =
  | 'survival'
  | 'safety'
  | 'pharmacokinetics'
  | 'response'
  | 'patient-reported'
  | 'event'
  | 'laboratory or imaging'
  | 'function or score'
  | 'other';

/** Maximum number of characters to read from a trial's outcomes. */
const MAX_OUTCOMES = 4_000;

/**
 * The kind of a trial's primary endpoint, found by words in its primary outcomes. Our choice: the
 * first outcome that matches a kind is used. If it matches several kinds, the one that `ENDPOINTS`
 * lists first is used.
 * @returns null if no outcome is stated
 */
export function endpointKind(outcomes: string | null | undefined): EndpointKind | null {
  const stated = (outcomes ?? '')
    .slice(0, MAX_OUTCOMES)
    .split(';')
    .filter((one) => one.trim() !== '');
  if (stated.length === 0) return null;
  for (const outcome of stated) {
    const kind = ENDPOINTS.find(([pattern]) => pattern.test(outcome))?.[1];
    if (kind) return kind;
  }
  return 'other';
}

const ENDPOINTS: readonly (readonly [RegExp, EndpointKind])[] = [
  [
    /\bsurvival\b|\btime to (?:death|progression)|\bPFS\b|\bDFS\b|\bEFS\b|\bmortality\b|\ball-cause death/i,
    'survival',
  ],
  [
    /\badverse|\bsafety\b|\btolera|\btoxicit|\bDLTs?\b|\bMTD\b|\bmaximum[- ]tolerated|\brecommended phase|\bRP2D\b|\bside effect|\bimmunogenicity of .* safety/i,
    'safety',
  ],
  [
    anyOf(
      'i',
      /\bpharmacokinetic|\bPK\b|\bAUC|\bCmax\b|\bTmax\b|\bhalf-life\b|\bbioavailab|\bbioequival/,
      /\b(?:plasma|serum) concentration/,
      /\bmaximum (?:observed )?(?:plasma|serum|blood)?\s?concentration|\barea under the\b/,
    ),
    'pharmacokinetics',
  ],
  [
    anyOf(
      'i',
      /\brespon(?:se|der)s?\b|\bORR\b|\bremission\b|\bACR ?\d|\bPASI\b|\bEASI\)? ?-?\d/,
      /\bpathologic\w* (?:complete )?response|\bMPR\b|\bp?CR rate|\bclearance\b|\bcure\b/,
      /\bseroconver|\bseroprotect|\bantibody titer|\bGMT\b|\bimmunogenic/,
    ),
    'response',
  ],
  [
    /\bquality of life|\bpatient[- ]reported|\bquestionnaire|\bdiary|\bpain (?:score|intensity|rating)|\bvisual analog|\bVAS\b|\bself[- ]report/i,
    'patient-reported',
  ],
  [
    anyOf(
      'i',
      /\bexacerbation|\brelapse|\bhospitali[sz]|\bincidence of|\boccurrence/,
      /\btime to (?:first|onset)|\bevents?\b|\bstroke\b|\binfarction|\bseizure|\battack/,
      /\brecurrence|\bepisodes?\b|\bMACE\b|\b(?:migraine|headache) days/,
    ),
    'event',
  ],
  [
    anyOf(
      'i',
      /\bHbA1c|\bglyc|\bcholesterol|\bLDL|\btriglycerid|\blevels?\b|\bblood pressure/,
      /\bviral load|\bRNA\b|\bbiomarker|\bthickness|\bMRI\b|\bPET\b|\bimaging|\bbone mineral/,
      /\begfr\b|\bproteinuria|\bh(?:a)?emoglobin|\bconcentration|\bdensity|\bcount\b|\bvolume\b/,
      /\bweight\b|\bBMI\b|\bbody mass|\bvascular resistance|\bSUV/,
    ),
    'laboratory or imaging',
  ],
  [
    /\bscores?\b|\bscale\b|\bindex\b|\bwalk|\bFEV1?\b|\bforced expiratory|\bvisual acuity|\bBCVA\b|\bfunction|\brating\b|\bADAS|\bUPDRS|\bMADRS|\bPANSS/i,
    'function or score',
  ],
];

export type Comparator = 'placebo' | 'active' | 'no treatment' | 'other arms' | 'none';

/**
 * The comparator of the tested drug, found by the roles of the arms. Our choice: if there are
 * several comparators, the first one in this order is used: placebo or sham, active comparator, arm
 * without treatment, other experimental arms (doses).
 * @returns null if no arm states its role
 */
export function comparatorOf(roles: readonly string[] | null): Comparator | null {
  const stated = (roles ?? []).filter((role) => role !== '');
  if (stated.length === 0) return null;
  const has = (role: string) => stated.includes(role);
  if (has('PLACEBO_COMPARATOR') || has('SHAM_COMPARATOR')) return 'placebo';
  if (has('ACTIVE_COMPARATOR')) return 'active';
  if (has('NO_INTERVENTION')) return 'no treatment';
  return stated.length > 1 ? 'other arms' : 'none';
}

/** Maximum number of characters to read from titles and conditions. */
const MAX_WORDS = 2_000;

/**
 * Whether a trial selects patients by a biomarker, according to its title and conditions
 * (`HER2-positive`, `BRAF V600 mutated`). Our choice: a trial whose title and conditions contain no
 * marker does not select patients.
 */
export function isBiomarkerSelected(words: string): boolean {
  const text = words.slice(0, MAX_WORDS);
  if (SELECTED.test(text)) return true;
  return [...text.matchAll(MARKERS)].some(({ index, 0: marker }) => {
    const end = index + marker.length;
    return QUALIFIER.test(text.slice(end, end + QUALIFIER_REACH));
  });
}

/** The qualifier of a marker must follow the marker within this number of characters. */
const QUALIFIER_REACH = 30;

/** The pattern is case-sensitive, because the markers MET and RET are also words in lower case. */
const MARKERS =
  /\b(?:HER-?2|EGFR|ALK|ROS1|BRAF|KRAS|NRAS|PD-?L1|BRCA[12]?|FLT3|IDH[12]|NTRK|RET|MET|FGFR\d?|PIK3CA|TP53|CLDN18|MSI-H|dMMR|TROP-?2|BCR-?ABL|Ph)(?![a-z])/g;

const QUALIFIER =
  /^[^a-z]{0,3}(?:[\w.]+\W){0,2}?(?:positive|negative|mutat|mutant|amplif|fusion|rearrang|express|alter|overexpress|low\b|high\b|\+)/i;

const SELECTED =
  /\b(?:mutation|biomarker|antigen|receptor)[- ]positive\b|\bmicrosatellite instability|\bmismatch repair|\b(?:with|carrying|harbou?ring)(?: \w+){0,3}? mutations?\b/i;
