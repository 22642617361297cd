import type { Case } from './announced.ts';

/** Holds of trials, and other things that are held or halted. */
export const holdCases: readonly Case[] = [
  [
    'Tindra Bio Announces FDA Clinical Hold on Phase 1/2 Trial of ABX-101',
    'clinical_hold - ABX-101',
  ],
  ['Tindra Bio Announces Clinical Hold on ABX-101 Program', 'clinical_hold - ABX-101'],
  ['Tindra Bio Receives Clinical Hold Letter from FDA for ABX-101', 'clinical_hold - ABX-101'],
  [
    'On November 17, 2026, Tindra Bio received a letter from the FDA placing a full clinical hold on the IND application for ABX-101.',
    'clinical_hold 2026-11-17 ABX-101',
  ],
  [
    'Tindra Bio was informed by the FDA via teleconference that its IND for ABX-101 has been placed on clinical hold.',
    'clinical_hold - ABX-101',
  ],
  [
    'The FDA has notified the Company that the ABX-101 trial has been put on a partial clinical hold.',
    'clinical_hold - ABX-101',
  ],
  ['ABX-101 trial placed on clinical hold by FDA', 'clinical_hold - ABX-101'],
  ['FDA places Tindra’s gene therapy trial on clinical hold', 'clinical_hold - -'],
  ['FDA puts the brakes on Tindra’s ABX-101 trial with clinical hold', 'clinical_hold - ABX-101'],
  ['Tindra plunges on FDA clinical hold for ABX-101', 'clinical_hold - ABX-101'],
  ['Tindra stock falls after FDA places hold on ABX-101 trial', 'clinical_hold - ABX-101'],
  ['Tindra sinks as FDA halts ABX-101 study', 'clinical_hold - ABX-101'],
  ['FDA orders halt to Tindra’s trial of ABX-101', 'clinical_hold - ABX-101'],
  ['FDA stops Tindra’s ABX-101 trial after patient death', 'clinical_hold - ABX-101'],
  [
    'The FDA imposed a clinical hold on the trial after a patient developed liver injury, Tindra said Thursday.',
    'clinical_hold - -',
  ],
  ['Tindra’s Phase 3 trial of ABX-101 hit with FDA clinical hold', 'clinical_hold - ABX-101'],
  ['Clinical hold on ABX-101 imposed by FDA; Tindra shares drop', 'clinical_hold - ABX-101'],
  [
    'The Company today announced that the FDA has issued a clinical hold on its IND application for ABX-101.',
    'clinical_hold 2026-11-20 ABX-101',
  ],
  [
    'Tindra announced today that it has received notice from the FDA of a clinical hold affecting the LUMEN study.',
    'clinical_hold 2026-11-20 -',
  ],
  [
    'Tindra disclosed that U.S. regulators have placed a hold on its ABX-101 trial.',
    'clinical_hold - ABX-101',
  ],
  ['FDA slaps clinical hold on Tindra’s ABX-101 trials', 'clinical_hold - ABX-101'],
  ['US FDA pauses Tindra’s trial of ABX-101', 'clinical_hold - ABX-101'],
  ['US FDA puts Tindra’s gene editing trial on hold', 'clinical_hold - -'],
  ['Tindra’s ABX-101 IND placed on clinical hold', 'clinical_hold - ABX-101'],
  [
    'The U.S. Food and Drug Administration placed a hold on two late-stage trials of ABX-101, the company said on Monday.',
    'clinical_hold - ABX-101',
  ],
  ['FDA puts partial hold on Tindra cancer trial', 'clinical_hold - -'],
  // Lifted
  ['FDA Lifts Clinical Hold on ABX-101', 'hold_lifted - ABX-101'],
  ['Tindra Bio Announces FDA Removes Clinical Hold on ABX-101 Trial', 'hold_lifted - ABX-101'],
  [
    'The FDA has removed the partial clinical hold on the Phase 2 trial of ABX-101.',
    'hold_lifted - ABX-101',
  ],
  ['Tindra surges after FDA lifts hold on ABX-101 trial', 'hold_lifted - ABX-101'],
  ['FDA clears Tindra to resume trial of ABX-101', 'hold_lifted - ABX-101'],
  ['FDA allows Tindra to restart ABX-101 trial', 'hold_lifted - ABX-101'],
  [
    'Tindra Bio was notified by the FDA that the clinical hold on ABX-101 has been lifted.',
    'hold_lifted - ABX-101',
  ],
  ['Clinical hold on ABX-101 lifted by FDA', 'hold_lifted - ABX-101'],
  ['FDA releases ABX-101 from clinical hold', 'hold_lifted - ABX-101'],
  // Neither
  ['Tindra voluntarily paused dosing in its trial of ABX-101 to review safety data.'],
  ['The FDA could place our trials on clinical hold.'],
  ['We cannot assure that our IND will not be placed on clinical hold.'],
  [
    'Tindra submitted a complete response to the clinical hold letter and expects a reply within 30 days.',
  ],
  ['The company is working with the FDA to resolve the clinical hold.'],
  ['In 2023, the FDA placed a clinical hold on the ABX-101 IND, which was lifted in 2024.'],
  ['The trial has been on clinical hold since March 2025.'],
  ['ABX-101 remains on clinical hold.'],
  ['The stock was halted on Nasdaq pending news.'],
  ['Analysts downgraded the stock to hold.'],
  ['Tindra will hold a conference call to discuss clinical data.'],
  ['The data safety monitoring board recommended pausing enrollment.'],
  ['Trading in the shares of Tindra was suspended for one hour.'],
  ['A clinical hold is an order issued by the FDA to delay a proposed investigation.'],
  ['The patent office suspended proceedings in the trial of the dispute.'],
  [
    'Tindra expects to submit its response to the FDA in the first quarter of 2027 to seek removal of the clinical hold.',
  ],
  ['Shares of Corvexa fell in sympathy after a rival’s trial was placed on clinical hold.'],
  ['Law firm investigates Tindra after the FDA placed its trial on clinical hold.'],
];
