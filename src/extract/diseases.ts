import { areaOfDisease } from '../domain/approval/therapeutic-area.ts';
import { oneOf } from './one-of.ts';

const ENDINGS = oneOf(
  'itis|osis|oses|emia|aemia|pathy|pathies|(?<!gen)oma|omas|algia|plegia|uria|penia|trophy',
  'plasia|mania|phobia|edema|rrhea|rrhoea|sthenia|kinesia|lepsy|sclerosis|fibrosis|syndromes?',
  'diseases?|disorders?|deficiency|failure|injury|hypertension|hives|malaria|dependence',
  'impairment|dystrophy|gravis|areata|vitiligo|endometriosis|stenosis|amyloidosis|porphyria',
  'sickness|spasms|rejection|sedation|agitation|contraception|thyroidism',
);
/**
 * Matches endings of disease names, and disease words that are missing from the table of
 * therapeutic areas.
 */
const named = new RegExp(`${ENDINGS}\\b`, 'i');
const VAGUE = oneOf(
  'growth|weight|vision|iron|insulin|glucose|blood|skin|hair|eye|brain|labou?r|alcohol',
  'vaccin\\w*|vein|virus\\w*|viral|bone|dental|oncology|neurology|immun\\w*|substance|mental',
  'sleep|calcium|hormon\\w*|nutrition|vitamin\\w*|inflamm\\w*|metabol\\w*|respirat\\w*',
  'cardi\\w*|liver|kidney|lung|heart|pulmonary|hepatic|renal|ocular|clinical|infants?',
);
/** Matches words that are in the table of therapeutic areas but usually do not mean a disease. */
const vague = new RegExp(`^${VAGUE}$`, 'i');

/** Whether a phrase contains the name of a disease or condition. */
export function isDisease(phrase: string): boolean {
  return named.test(phrase) || (!vague.test(phrase) && areaOfDisease(phrase) !== null);
}
