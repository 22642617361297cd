import type { Case } from './announced.ts';

/** Results of trials: what announces one, and what only speaks of one. */
export const resultCases: readonly Case[] = [
  // Announced by the company.
  [
    'Tindra Bio today announced that the Phase 3 BEACON-2 trial of tesolimab met its primary endpoint.',
    'trial_result 2026-11-20 tesolimab',
  ],
  [
    'Tindra Bio Announces Phase 3 BEACON-2 Trial of Tesolimab Met Primary and All Key Secondary Endpoints',
    'trial_result - Tesolimab',
  ],
  [
    'Tindra Bio Provides Update on Phase 3 BEACON-2 Trial: Tesolimab Did Not Meet Primary Endpoint',
    'trial_result - Tesolimab',
  ],
  [
    'On November 19, 2026, Tindra Bio issued a press release announcing that its Phase 2b trial of ABX-101 did not achieve its primary endpoint.',
    'trial_result 2026-11-19 ABX-101',
  ],
  [
    'On November 18, 2026, the Company announced topline results from its Phase 2 trial of ABX-101 in patients with example disease.',
    'trial_result 2026-11-18 ABX-101',
  ],
  [
    'Ablenor Reports Positive Interim Data From Phase 1/2 Study of ABX-101',
    'trial_result - ABX-101',
  ],
  [
    'Ablenor Announces Positive Topline Results from Pivotal Phase 3 Trial of Zelvotinib',
    'trial_result - Zelvotinib',
  ],
  ['Ablenor’s zelvotinib fails mid-stage trial', 'trial_result - zelvotinib'],
  ['Ablenor plunges as late-stage study of zelvotinib fails', 'trial_result - zelvotinib'],
  ['Ablenor scraps ABX-101 after Phase 2 miss', 'trial_result - ABX-101'],
  [
    'Ablenor’s Phase 3 trial of zelvotinib misses primary endpoint, shares sink',
    'trial_result - zelvotinib',
  ],
  ['Ablenor says zelvotinib succeeded in late-stage trial', 'trial_result - zelvotinib'],
  ['Ablenor drug zelvotinib meets main goal in late-stage study', 'trial_result - zelvotinib'],
  [
    'Ablenor Announces Discontinuation of Phase 3 Trial of Zelvotinib for Futility',
    'trial_result - Zelvotinib',
  ],
  [
    'Ablenor announced that an independent data monitoring committee recommended stopping the Phase 3 trial of zelvotinib for futility.',
    'trial_result - zelvotinib',
  ],
  [
    'Ablenor today announced that the trial of ABX-101 failed to demonstrate a statistically significant difference versus placebo on the primary endpoint.',
    'trial_result 2026-11-20 ABX-101',
  ],
  [
    'Ablenor Announces Statistically Significant Topline Results from Phase 2b Study of ABX-101',
    'trial_result - ABX-101',
  ],
  [
    'Ablenor shares tumble as ABX-101 falls short in mid-stage depression trial',
    'trial_result - ABX-101',
  ],
  ['Ablenor unveils positive mid-stage data for ABX-101', 'trial_result - ABX-101'],
  ['Ablenor Reports Topline Data from Phase 2 Trial of ABX-101', 'trial_result - ABX-101'],
  [
    'Ablenor (NASDAQ:ABLQZ) announced results from its Phase 3 trial of zelvotinib, which did not meet the primary endpoint.',
    'trial_result - zelvotinib',
  ],
  [
    'Ablenor announced positive results from the Phase 3 trial. The trial met its primary endpoint with p<0.001. “We are pleased that zelvotinib met its primary endpoint,” said the chief executive.',
    'trial_result - zelvotinib',
  ],
  [
    'Reported positive topline data from the Phase 2 RELAY trial of ABX-101 in November 2026.',
    'trial_result 2026-11-01..2026-11-30 ABX-101',
  ],
  [
    'The Phase 3 study of zelvotinib did not reach statistical significance on its primary endpoint, the company said on Thursday.',
    'trial_result - zelvotinib',
  ],
  [
    'Ablenor said on Friday its experimental drug, ABX-101, failed to meet the main goal of a late-stage trial.',
    'trial_result - ABX-101',
  ],
  [
    'Why Ablenor stock is falling: ABX-101 fails to beat placebo in Phase 2 trial',
    'trial_result - ABX-101',
  ],
  ['Ablenor’s ABX-101 Hits Primary Endpoint in Phase 2 Asthma Study', 'trial_result - ABX-101'],
  // Background of another event.
  [
    'The approval is based on the Phase 3 BEACON trial, which met its primary endpoint and all key secondary endpoints.',
  ],
  [
    'The NDA is supported by positive results from two Phase 3 trials, in which zelvotinib met the primary endpoint.',
  ],
  [
    'The FDA approved zelvotinib on the basis of a study that met its primary endpoint.',
    'approval - zelvotinib',
  ],
  [
    'Ablenor announced that the FDA has accepted the NDA for zelvotinib, which met the primary endpoint in the Phase 3 LUMEN trial.',
    'nda_bla_accepted - zelvotinib',
  ],
  [
    'Ablenor announced the publication in a peer-reviewed journal of positive results from the Phase 3 LUMEN trial of zelvotinib.',
  ],
  ['Ablenor Announces Publication of Phase 3 Results for Zelvotinib in Example Journal'],
  [
    'Ablenor will present positive Phase 3 results for zelvotinib at the American Example Society annual meeting.',
  ],
  ['Ablenor to Present New Zelvotinib Data at the Example Congress'],
  [
    'In the Phase 3 LUMEN trial, zelvotinib demonstrated a statistically significant improvement in the primary endpoint compared with placebo.',
  ],
  [
    'In 2024, Ablenor reported positive results from a Phase 2 trial of ABX-101 and has since started a Phase 3 trial.',
  ],
  ['Earlier this year, the company reported that the trial had met its primary endpoint.'],
  ['We previously reported positive topline data from our Phase 2 trial of ABX-101.'],
  [
    'Last year, Ablenor’s ABX-101 failed a Phase 2 trial in example disease, but the company has pressed on.',
  ],
  [
    'Following the positive Phase 2 results announced in March 2026, the company initiated a Phase 3 trial.',
  ],
  ['If the Phase 3 trial meets its primary endpoint, we plan to submit an NDA.'],
  ['Ablenor believes that the trial could succeed where others have failed.'],
  ['There is a risk that the trial will not meet its primary endpoint.'],
  ['The trial is powered to show a statistically significant improvement in the primary endpoint.'],
  ['Our trials may fail to meet their endpoints.'],
  ['The primary endpoint of the study is the change from baseline at week 24.'],
  ['Ablenor Reports Third Quarter 2026 Financial Results and Provides Corporate Update'],
  ['Ablenor announced positive preclinical data for ABX-101 in a mouse model.'],
  [
    'Ablenor announced the completion of enrollment in its Phase 3 trial of zelvotinib, with topline results expected in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 zelvotinib',
  ],
  [
    'The data monitoring committee reviewed unblinded safety data and recommended that the trial continue as planned.',
  ],
  ['Analysts expect positive results from the Phase 3 trial.'],
  ['Investors are awaiting results from the Phase 3 trial of zelvotinib.'],
  [
    'The company plans to report positive or negative topline data to the market as they become available.',
  ],
  ['Positive results in early trials do not ensure success in later trials.'],
  ['Ablenor met its enrollment goals for the Phase 3 trial ahead of schedule.'],
  ['Ablenor met its revenue goals for the quarter and raised its guidance.'],
  ['The study met its recruitment objective of 240 patients in October.'],
  [
    'Zelvotinib is approved for example disease on the strength of a trial that met its primary endpoint.',
  ],
  ['Corvexa, a rival, failed in a similar trial two years ago.'],
  ['The conference call will discuss the positive topline results announced earlier today.'],
  ['Dr. Example led the Phase 3 trials of zelvotinib, both of which met their primary endpoints.'],
  [
    'We reported positive data from the ongoing Phase 1 trial at the annual meeting of the Example Society in June 2026.',
  ],
  [
    'To date, data from more than 200 patients have demonstrated statistically significant improvements in the primary endpoint.',
  ],
  ['As previously announced, the Phase 2 trial of ABX-101 met its primary endpoint.'],
  ['Positive End-of-Phase 2 meeting with the FDA; Phase 3 trial of ABX-101 to begin in early 2027'],
  ['Positive Phase 2 data supported advancement into a registrational program.'],
  ['Based on the positive data from Phase 2, the company will start a pivotal trial.'],
  ['The failed Phase 2 trial of ABX-101 led to layoffs in 2025.'],
  ['ABX-101 has shown encouraging results in a Phase 1 study and is now in Phase 2.'],
  ['Ablenor to host conference call to discuss topline results from the LUMEN trial'],
  ['The FDA noted in the letter that one of the two studies did not meet its primary endpoint.'],
  ['The stock has doubled since the company reported positive Phase 2 results in May.'],
];
