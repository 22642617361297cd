import type { Case } from './announced.ts';

/** Licences and sales of rights, acquisitions; old ones, and other agreements. */
export const licenceCases: readonly Case[] = [
  [
    'Ablenor and Corvexa Enter Into Exclusive License Agreement for ABX-101 in Greater China',
    'licence - ABX-101',
  ],
  [
    'Ablenor Grants Corvexa Exclusive License to Develop and Commercialize ABX-101 in Japan',
    'licence - ABX-101',
  ],
  ['Ablenor Out-Licenses ABX-101 to Corvexa', 'licence - ABX-101'],
  ['Ablenor licenses ABX-101 to Corvexa for $40 million upfront', 'licence - ABX-101'],
  ['Corvexa pays $60M upfront for rights to Ablenor’s ABX-101', 'licence - ABX-101'],
  ['Corvexa bets $1.2B on Ablenor’s ABX-101 in licensing pact', 'licence - ABX-101'],
  [
    'Ablenor announced that it has granted Corvexa an exclusive license to ABX-101 outside the United States.',
    'licence - ABX-101',
  ],
  [
    'On November 16, 2026, Ablenor entered into a License and Collaboration Agreement with Corvexa.',
    'licence 2026-11-16 -',
  ],
  [
    'On November 16, 2026, Ablenor entered into a license agreement (the “License Agreement”) with Corvexa pursuant to which Ablenor granted Corvexa an exclusive license to ABX-101.',
    'licence 2026-11-16 ABX-101',
  ],
  [
    'Under the terms of the agreement, Ablenor will receive an upfront payment of $30 million and is eligible for up to $400 million in milestones. Ablenor and Corvexa signed the licensing agreement on November 18, 2026.',
    'licence 2026-11-18 -',
  ],
  ['Ablenor Announces Worldwide License Agreement with Corvexa for ABX-101', 'licence - ABX-101'],
  ['Ablenor inks pact with Corvexa for global rights to ABX-101', 'licence - ABX-101'],
  ['Corvexa Exercises Option to License ABX-101 from Ablenor', 'licence - ABX-101'],
  ['Ablenor has acquired exclusive worldwide rights to ABX-101 from Corvexa.', 'licence - ABX-101'],
  ['Ablenor Acquires Global Rights to ABX-101 from Corvexa', 'licence - ABX-101'],
  [
    'Ablenor and Corvexa Announce Strategic Collaboration to Develop and Commercialize ABX-101',
    'licence - ABX-101',
  ],
  ['Ablenor in-licenses Phase 2 drug ABX-101 from Corvexa', 'licence - ABX-101'],
  ['Corvexa to license Ablenor’s ABX-101 in deal worth up to $700 million', 'licence - ABX-101'],
  ['Ablenor announced an exclusive option and license agreement with Corvexa.', 'licence - -'],
  [
    'Ablenor entered into an exclusive sublicense agreement with Corvexa for zelvotinib in South Korea.',
    'licence - zelvotinib',
  ],
  [
    'Corvexa will receive exclusive rights to commercialize zelvotinib in Europe under an agreement announced today.',
    'licence 2026-11-20 zelvotinib',
  ],
  [
    'Ablenor Announces Exclusive Distribution and License Agreement for Zelvotinib in the Middle East',
    'licence - Zelvotinib',
  ],
  ['Ablenor signs exclusive licence with Corvexa for ABX-101', 'licence - ABX-101'],
  [
    'Corvexa has licensed ABX-101 from Ablenor, the companies said today.',
    'licence 2026-11-20 ABX-101',
  ],
  // None
  ['Ablenor received a $10 million milestone payment under its license agreement with Corvexa.'],
  ['Under our license agreement with Corvexa, we owe royalties on net sales.'],
  ['We licensed ABX-101 from Example University in 2019.'],
  ['ABX-101 is licensed from Example University.'],
  ['Revenue under the license agreement with Corvexa was $4.2 million for the quarter.'],
  ['Ablenor announced the termination of its license agreement with Corvexa.'],
  ['The patents are licensed to third parties.'],
  ['Ablenor may enter into licensing agreements in the future.'],
  ['Ablenor is seeking a partner to license ABX-101 outside the United States.'],
  ['The company holds a license to manufacture controlled substances.'],
  ['Ablenor amended its existing license agreement with Corvexa.'],
  ['Corvexa holds commercial rights to zelvotinib in Europe.'],
  ['Ablenor retains full worldwide rights to ABX-101.'],
  [
    'Ablenor is eligible to receive up to $200 million in milestones under its 2022 collaboration with Corvexa.',
  ],
  ['Ablenor announced a clinical trial collaboration and supply agreement with Corvexa.'],
  ['Ablenor regained the rights to ABX-101 in 2024.'],
  ['The license agreement may be terminated by either party.'],
  ['Ablenor announced a research collaboration with Example University to study biomarkers.'],
  // Companies bought
  ['Corvexa Inc. to Acquire Ablenor for $45 per Share in Cash', 'acquisition - -'],
  ['Ablenor Enters into Definitive Agreement to Be Acquired by Corvexa', 'acquisition - -'],
  ['Corvexa to snap up Ablenor for $2.4B', 'acquisition - -'],
  ['Ablenor agrees to $2.4 billion buyout by Corvexa', 'acquisition - -'],
  ['Corvexa strikes $2.4 billion deal to buy Ablenor', 'acquisition - -'],
  ['Ablenor and Corvexa announce merger agreement', 'acquisition - -'],
  ['Corvexa completes tender offer for Ablenor', 'acquisition - -'],
  [
    'On November 16, 2026, Ablenor entered into an Agreement and Plan of Merger with Corvexa Inc. and Merger Sub.',
    'acquisition 2026-11-16 -',
  ],
  [
    'Ablenor and Tindra Bio announced that they have entered into a definitive merger agreement to combine the companies in an all-stock transaction.',
    'acquisition - -',
  ],
  ['Ablenor in talks to be acquired by Corvexa'],
  ['Corvexa makes unsolicited bid for Ablenor'],
  ['Ablenor acquired new laboratory equipment during the quarter.'],
  ['Ablenor was acquired by Corvexa in 2021.'],
  ['Dr. Example was chief executive of Tindra Bio until it was acquired by Corvexa in 2019.'],
  [
    'Prior to joining Ablenor, she led Tindra Bio through its acquisition by Corvexa for $1.2 billion.',
  ],
  ['The rights agreement is intended to deter any person from acquiring control of Ablenor.'],
  ['Customers acquired through the program are retained for two years.'],
  ['Corvexa shares rose after analysts said it could acquire Ablenor.'],
];
