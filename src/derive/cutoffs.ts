import { lateAnnouncements } from './approval/realised-move.ts';
import type { Cutoffs } from './refresh.ts';
import { foreignTickers } from './universe.ts';

/**
 * What many records use and few changes of facts alter, by the name under which a refresh keeps its
 * digest for the next.
 */
export const cutoffs: Cutoffs = {
  'foreign sponsors': { compute: foreignTickers, keepsResult: true },
  'late announcements': { compute: lateAnnouncements },
};
