/**
 * Managers who invest in this trade above all: the CIK under which each reports, and a word of the
 * name that the SEC has for it. A CIK that bears another name is not asked further.
 */
export const specialistManagers: readonly { readonly cik: string; readonly word: string }[] = [
  { cik: '1263508', word: 'baker bros' },
  { cik: '1346824', word: 'ra capital' },
  { cik: '1224962', word: 'perceptive' },
  { cik: '1009258', word: 'deerfield' },
  { cik: '1055951', word: 'orbimed' },
  { cik: '1425738', word: 'redmile' },
  { cik: '1056807', word: 'bvf' },
  { cik: '1587114', word: 'ecor1' },
  { cik: '1493215', word: 'rtw' },
  { cik: '1583977', word: 'cormorant' },
];
