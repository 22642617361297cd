/**
 * Statements in their inflections: of each `[a|b|c]` one is said, in every combination. Corvane,
 * Ostelle and Halmora are fictional, as is CVN-118.
 */

/** What states a fact of the type, whatever else it states. */
export const statements: Readonly<Record<string, readonly string[]>> = {
  pdufa_date: [
    'The FDA [has |]assigned [a|the application a] [PDUFA target action date|target action date|PDUFA date|PDUFA goal date|goal date|Prescription Drug User Fee Act (PDUFA) date|target PDUFA date|PDUFA action date] of March 5, 2027.',
    '[A|The] [PDUFA target action date|target action date|PDUFA date|FDA action date|PDUFA goal date] [has been set for|is set for|was set for|is|has been assigned as|is scheduled for|falls on] March 5, 2027.',
    'The [FDA|agency] [set|has set|gave|provided|established] a [PDUFA date|target action date|goal date|decision date|review goal date] [of|for|as] March 5, 2027.',
    '[With|Ahead of] [a|its] March 5, 2027 [PDUFA date|PDUFA target action date|action date|target action date|FDA decision date|goal date], Corvane is preparing to launch CVN-118.',
    'The FDA [is expected to|is scheduled to|plans to|expects to|will|is due to|is set to] [make a decision|decide|issue a decision|complete its review|rule on the application|act on the application] by March 5, 2027.',
    "[An FDA|A regulatory|The FDA's] decision [on CVN-118 |on the NDA |][is expected|is anticipated|is due|is slated|is scheduled] [by|on|on or before] March 5, 2027.",
    'CVN-118 ([PDUFA|PDUFA date|PDUFA:|PDUFA date:|FDA action date|target action date] March 5, 2027)',
  ],
  pdufa_extended: [
    'The FDA [has |]extended [the PDUFA date|the review period|its review|the review timeline|the target action date|the goal date|its review period|the PDUFA target action date] [for|of] [the NDA for CVN-118|CVN-118] [by three months|to June 5, 2027].',
    '[PDUFA date|Goal date|Target action date|Review|Review period] for CVN-118 [extended|has been extended|was extended|pushed back|delayed] [by three months|to June 5, 2027].',
    "FDA [extends|delays|pushes back|postpones] [review of|decision on|PDUFA date for|action date for|review period for] [CVN-118|Corvane's CVN-118|Corvane's NDA for CVN-118].",
    'Corvane [announces|announced|said] [an |a three-month ]extension of [the |]FDA [review|review period|review timeline] for CVN-118.',
  ],
  adcomm_date: [
    "[The FDA's |The ][Oncologic Drugs|Psychopharmacologic Drugs|Cellular, Tissue, and Gene Therapies|Endocrinologic and Metabolic Drugs] Advisory Committee [will meet|is scheduled to meet|will convene|plans to meet|will review CVN-118] on March 5, 2027.",
    '[An|The|A virtual] [FDA advisory committee|advisory committee meeting|AdCom|AdComm meeting|FDA advisory panel] [is scheduled for|has been scheduled for|is set for|will be held on|is planned for|will take place on] March 5, 2027.',
    'The FDA [plans to hold|will hold|has scheduled|intends to convene|will convene|is planning to hold] an advisory committee [meeting |]on March 5, 2027 to discuss [the NDA|CVN-118|the application].',
  ],
  readout_expected: [
    '[We expect|The company expects|Corvane expects|Corvane anticipates|Corvane plans|We plan|Corvane remains on track|Corvane is on track|Corvane continues to expect|We anticipate|Corvane intends] [to report|to announce|to release|to share|to disclose|reporting|announcing] [topline data|topline results|interim data|initial results|preliminary data|data|full data] from [the|its] [Phase 3|Phase 1/2|Phase 2b|pivotal|LANTERN] [trial|study] [in Q2 2027|in the second quarter of 2027|in the first half of 2027|by mid-2027|in early 2027|in 1H 2027|in 2027].',
    '[Topline data|Topline results|Interim results|Data|Initial data|Results|Primary endpoint data|A readout|Readout|Final data|Updated data] [from|for|of|in] [the|its] [Phase 3|Phase 2] [trial|study|program] [of CVN-118 |][are expected|are anticipated|expected|anticipated|remain on track|on track|are planned|are due|is expected|will be reported|will be available|will be announced|should be available|are targeted] [in|by|for|during] [Q2 2027|the second quarter of 2027|mid-2027|1H27|early 2027|late 2027].',
    '[Phase 3|Phase 2b|Pivotal|Topline|Interim Phase 2] [data|results|readout] [in|expected in|by|due in|slated for|targeted for|anticipated in|coming in|planned for] [Q2 2027|1H 2027|mid-2027|the first half of 2027|second half of 2027].',
    'The [trial|study|Phase 3 trial] is [expected to|on track to|anticipated to|projected to] [read out|report data|report topline results|deliver data|yield topline data|generate topline data|produce results] in [Q2 2027|the second half of 2027].',
  ],
  filing_expected: [
    '[Corvane|We|The company] [plans|plan|expects|expect|intends|aims|remains on track|is on track|anticipates] [to submit|to file|to complete the submission of|submitting|filing|submission of|to resubmit] [a|its|the] [NDA|BLA|New Drug Application|Biologics License Application (BLA)|sNDA|MAA|marketing application|supplemental NDA|marketing authorization application] [for CVN-118 |to the FDA |with the FDA |][in Q2 2027|in the second half of 2027|by year-end 2027|in early 2027|by mid-2027].',
    '[NDA|BLA|sBLA|The NDA|A BLA|Rolling NDA|NDA resubmission|An NDA filing|BLA submission] [submission |][is expected|is planned|expected|planned|on track|targeted|anticipated|remains on track|is anticipated] [in|for|by] [Q2 2027|the second half of 2027|mid-2027|early 2027].',
  ],
  nda_bla_submitted: [
    'Corvane [submits|submitted|has submitted|files|filed|has filed|announced submission of|announced the submission of|announces submission of|completes submission of|completed submission of|has completed the submission of|announced that it has submitted|resubmits|has resubmitted|completed its submission of] [its |a |an |the |][NDA|BLA|New Drug Application (NDA)|Biologics License Application|sNDA|supplemental New Drug Application|MAA|marketing authorization application] [for CVN-118|to the FDA for CVN-118|to U.S. FDA seeking approval of CVN-118].',
    '[The|A|Its] [NDA|BLA|sNDA|New Drug Application|marketing application] for CVN-118 [was|has been] [submitted|filed|resubmitted] [to the FDA|with the FDA|to the EMA].',
  ],
  nda_bla_accepted: [
    "[The FDA|FDA|U.S. FDA|The U.S. Food and Drug Administration (FDA)|EMA|China's NMPA] [accepts|accepted|has accepted|has accepted for review|accepted for filing|has accepted for filing|accepts for priority review|accepts for review|has accepted for substantive review] [the|Corvane's|its|the company's] [NDA|BLA|New Drug Application|sBLA|application|resubmission of the NDA|marketing application|supplemental New Drug Application|resubmitted BLA] for CVN-118.",
    "[The NDA|The BLA|The application|Corvane's NDA|The resubmission|Its marketing application] for CVN-118 [was accepted|has been accepted|is accepted] [by the FDA|for review|for filing|for filing by the FDA|for review by the FDA|for priority review].",
    "Corvane [announces|announced|announced the|receives|reported] [FDA acceptance|acceptance|FDA filing acceptance|FDA's acceptance] [of|for] [its|the] [NDA|BLA|New Drug Application|resubmitted NDA|sNDA] for CVN-118.",
  ],
  approval: [
    "[The FDA|FDA|U.S. FDA|The U.S. Food and Drug Administration|The European Commission|Health Canada|Japan's MHLW|China's NMPA|The MHRA] [approves|approved|has approved|today approved|has granted approval to|granted approval for|grants full approval to|granted accelerated approval to|has granted marketing authorization for|grants approval of] CVN-118 for [adults with example disease|the treatment of example disease].",
    '[Corvane|The company] [receives|received|has received|wins|won|secures|obtains|gains|gets|announces|announced|announced that it has received] [FDA approval|U.S. FDA approval|approval from the FDA|FDA accelerated approval|European Commission approval|approval by the European Commission|marketing authorization from the European Commission] [for|of] CVN-118.',
    'CVN-118 [was|has been|is now] [approved|granted approval|granted accelerated approval] by the [FDA|European Commission|U.S. FDA].',
    "[Corvane's |]CVN-118 [wins|gains|receives|gets|secures|scores|lands|earns|nabs] [FDA approval|U.S. approval|FDA nod|FDA green light|EU approval|FDA OK|Japanese approval|accelerated approval from the FDA].",
  ],
  crl: [
    '[Corvane|The company] [receives|received|has received|gets|got|announced receipt of|announces receipt of|announced it received|was issued|disclosed receipt of] [a|] [complete response letter|Complete Response Letter (CRL)|CRL] [from the FDA |from U.S. FDA |][for|regarding|on|related to|in response to|relating to] [CVN-118|its NDA for CVN-118|the BLA for CVN-118].',
    "[The FDA|FDA|The agency|U.S. FDA] [rejects|rejected|has rejected|declines to approve|declined to approve|has declined to approve|refuses to approve|issued a complete response letter for|issues complete response letter for|has issued a CRL for|turns down|turned down|denies approval for|snubs|spurns] [CVN-118|Corvane's CVN-118|Corvane's NDA for CVN-118|the BLA for CVN-118].",
  ],
  clinical_hold: [
    "[The FDA|FDA|U.S. FDA] [places|placed|has placed|puts|put|has put] [the IND for CVN-118|CVN-118|the Phase 1 trial|Corvane's CVN-118 study|its Phase 2 trial of CVN-118|the CVN-118 program|enrollment in the trial] on [clinical hold|a clinical hold|partial clinical hold|full clinical hold].",
    "[The FDA|FDA] [imposes|imposed|issued|issues|has placed|placed|places|has imposed] a [clinical hold|partial clinical hold|full clinical hold] on [the trial|CVN-118|the IND|Corvane's Phase 2 study|the Phase 1/2 trial of CVN-118|the program].",
    '[Corvane|The company] [announced|announces|said|was notified|has been notified|was informed] [that |by the FDA that |]the [FDA has placed|FDA placed] [the Phase 1 trial|the IND|CVN-118] on clinical hold.',
    '[The trial|The Phase 2 study|The IND|CVN-118|The program] [was|has been] placed on [clinical hold|a partial clinical hold] by the FDA.',
  ],
  hold_lifted: [
    "[The FDA|FDA|U.S. FDA|The agency] [lifts|lifted|has lifted|removes|removed|has removed|releases|has released] [the |][clinical hold|partial clinical hold|full clinical hold|clinical holds|hold] on [the trial|CVN-118|the IND|Corvane's Phase 2 study|the Phase 1/2 trial of CVN-118|the program].",
    "[The clinical hold|The partial clinical hold|The FDA's clinical hold] on [CVN-118|the Phase 2 trial|the IND] [was|has been] [lifted|removed|released].",
    'Corvane [announces|announced] [removal of|lifting of|FDA removal of|FDA lifts|that the FDA has lifted|that the FDA has removed|FDA has lifted] [the |][clinical hold|partial clinical hold] on [CVN-118|the Phase 2 trial].',
  ],
  designation: [
    "[The FDA|FDA|U.S. FDA|The EMA|The European Commission] [grants|granted|has granted|awards|awarded|has awarded] [Fast Track|Breakthrough Therapy|Orphan Drug|RMAT|Rare Pediatric Disease] [designation|Designation] to [CVN-118|Corvane's CVN-118].",
    '[Corvane|The company] [receives|received|announces|announced|secures|obtains|wins|announced receipt of] [FDA |U.S. FDA |][Fast Track|Breakthrough Therapy|Orphan Drug|Rare Pediatric Disease] [Designation|designation] [for|from the FDA for] CVN-118.',
    '[Fast Track|Orphan Drug|Breakthrough Therapy] designation [granted|awarded|was granted] to CVN-118 [by the FDA|for example disease].',
    'CVN-118 [receives|received|granted|awarded|wins|gets|earns] [FDA |][Fast Track|Orphan Drug|Breakthrough Therapy|RMAT] [designation|Designation|status][ from the FDA| for example disease|].',
  ],
  trial_result: [
    "[Corvane's |]CVN-118 [meets|met|misses|missed|fails to meet|failed to meet|did not meet|hits|achieves|achieved] [the |its |][primary endpoint|main goal|primary goal|primary endpoints|main endpoint] in [Phase 3|a Phase 3|a late-stage|the pivotal] [trial|study], Corvane said.",
    '[Corvane|The company] [announces|announced|reports|reported|today announced|today reported] [positive|negative|encouraging|statistically significant|favorable|strong] [topline |interim |initial |][results|data] from [the|its|a] [Phase 3|Phase 2|pivotal|LANTERN|Phase 1/2] [trial|study] of CVN-118.',
    '[The |The Phase 3 ][trial|study] [met|did not meet|failed to meet|missed|achieved] [its|the] primary endpoint, the company [said|announced|reported].',
    'The primary endpoint [was met|was not met|was achieved|was not achieved|has been met] in the Phase 3 trial, Corvane announced.',
  ],
  offering: [
    '[Corvane|The company] [announces|announced|announced today] [pricing of|the pricing of|closing of|the closing of|proposed|launch of|commencement of|a proposed|upsized pricing of|the launch of] [its |a |][public offering|underwritten public offering|$50 million public offering|registered direct offering|upsized public offering|$50 million registered direct offering|private placement|initial public offering|offering] of [common stock|ordinary shares|shares|American Depositary Shares|common stock and warrants].',
    '[Corvane|The company] [prices|priced|closes|closed|launches|completes|completed|raises $50 million in|raised $50 million in|announces] [a |its |][$50 million |upsized |][public offering|registered direct offering|private placement|IPO|stock offering|underwritten offering].',
    '[Corvane|The company] [enters into|entered into|has entered into] [a |][securities purchase agreement|securities purchase agreements|underwriting agreement|definitive agreements|subscription agreements] [with investors |with institutional investors |][for|relating to|providing for] the [sale|issuance and sale|purchase and sale] of 5,000,000 shares of common stock in a [private placement|registered direct offering].',
  ],
  acquisition: [
    'Ostelle [to acquire|acquires|will acquire|agrees to acquire|has agreed to acquire|buys|to buy|agrees to buy|completes acquisition of|announces acquisition of|announced the acquisition of|has acquired|signs agreement to acquire|enters into agreement to acquire|entered into a definitive agreement to acquire|to purchase|snaps up|announces agreement to acquire|announces definitive agreement to acquire|announced it will acquire|completes its acquisition of|has completed its acquisition of|closes acquisition of] [Corvane|Corvane Therapeutics] for $1.2 billion.',
    'Corvane [to be acquired by|agrees to be acquired by|has agreed to be acquired by|enters into agreement to be acquired by|announces agreement to be acquired by|will be acquired by|enters into merger agreement with|signs definitive merger agreement with|entered into a merger agreement with|acquired by|to be bought by|announces merger with|to merge with] Ostelle.',
  ],
  licence: [
    'Corvane [enters|enters into|entered into|signs|signed|announces|announced|inks|strikes|executes|has entered into|announced an|expands] [exclusive license agreement|an exclusive license agreement|a licensing deal|a license and collaboration agreement|license agreement|an exclusive licensing agreement|a global license agreement|an exclusive worldwide license agreement|option and license agreement|an exclusive sublicense agreement] with Ostelle for CVN-118.',
    '[Ostelle|Corvane] [licenses|in-licenses|out-licenses|acquires rights to|acquires global rights to|obtains exclusive rights to|secures rights to|gains rights to|buys rights to|gets rights to|acquires exclusive license to] CVN-118 [from Halmora|in a $500 million deal|for $50 million upfront|in Japan].',
  ],
  withdrawn: [
    'Corvane [withdraws|withdrew|has withdrawn|voluntarily withdraws|announces withdrawal of|announced the withdrawal of|is withdrawing|will withdraw|has voluntarily withdrawn] [its|the] [NDA|BLA|New Drug Application|marketing authorization application|application] for CVN-118.',
  ],
  exchange_deficiency: [
    '[Corvane|The Company] [received|receives|has received|announced receipt of|announces receipt of|was notified by] [a |][notice|letter|notification|deficiency letter|written notice|deficiency notice|non-compliance notice|delisting notice|delisting determination|staff determination letter] from [Nasdaq|the Nasdaq Stock Market|NYSE American|the Listing Qualifications Department of Nasdaq] [regarding the minimum bid price requirement|that it is not in compliance with the minimum bid price rule|stating that the Company does not meet the continued listing standards].',
  ],
  deficiency_cured: [
    '[Corvane|The Company] [regains|has regained|regained|announced it has regained|announces it has regained] compliance with [Nasdaq|the Nasdaq minimum bid price requirement|NYSE American continued listing standards|Nasdaq listing rules|the minimum bid price requirement].',
  ],
  reverse_split: [
    'Corvane [announces|announced|will effect|to effect|to implement|will implement|effects|announced that it will effect|announced a] [a |]1-for-20 reverse [stock split|share split|split][ effective December 4, 2026|, effective on December 4, 2026| of its common stock].',
  ],
  going_concern: [
    "[There is|These conditions raise|These factors raise|Management has identified|The Company disclosed|These matters raise|Recurring losses raise] substantial doubt about [the Company's|our|its] ability to continue as a going concern.",
  ],
};

/** What looks like a statement of the type and announces nothing. */
export const noStatements: Readonly<Record<string, readonly string[]>> = {
  approval: [
    '[If|Once|When|Unless|Should] the FDA approves CVN-118, Corvane [will|would] launch it.',
    'Corvane [hopes|expects|plans|aims|hopes the FDA will approve CVN-118|is seeking|is working] to [receive|obtain|win|secure] FDA approval of CVN-118 in 2027.',
    '[There is no guarantee that|There can be no assurance that|It is uncertain whether|We cannot predict whether] the FDA will approve CVN-118.',
    'The FDA [has not|has yet to|may not|could|might|may] [approved|approve] CVN-118.',
    'CVN-118 [has not been|is not|is not yet|may be|could be|has yet to be] approved by the FDA.',
    '[Belmotinib|Zelvora®] [was approved|received FDA approval|was first approved] in [2019|March 2021|the United States in 2018].',
    '[In 2019|In March 2021|Two years ago], the FDA approved Zelvora®.',
    '[Since|Following|After|Despite] [FDA approval of Zelvora® in 2020|its approval by the FDA in 2021|the FDA approved Zelvora® in 2019], sales have grown.',
    '[Potential|Possible|Expected|Anticipated] FDA approval of CVN-118 [in 2027|in the first half of 2027|next year].',
    'Corvane prepares for [potential|possible|anticipated|a possible] [FDA approval|U.S. approval|approval and launch] of CVN-118.',
    "The FDA approved [the trial protocol|the IND|Corvane's IND application|the start of a Phase 1 trial|the design of the Phase 3 study|an expanded access program for CVN-118|the company's request for a meeting|a Phase 2 trial of CVN-118].",
    'Zelvora® is [approved|currently approved|the only drug approved] [by the FDA|in the U.S.|in 30 countries] for example disease.',
    '[No|Only two|Several|There are no] [drugs|therapies|treatments] [are approved|have been approved|approved] by the FDA for example disease.',
    'The [study|trial] will support [FDA approval|approval|an application for approval] of CVN-118.',
    '[Shareholders|The board|The court|Directors|Stockholders] approved the [merger|plan|proposal|settlement|incentive plan].',
  ],
  crl: [
    'The FDA [may|could|might|can] [issue|send] a complete response letter for CVN-118.',
    '[If|Should|Were] [the FDA issues|Corvane receives|the FDA were to issue|Corvane receive] a complete response letter, [it would|we would|the launch could] be delayed.',
    '[In 2023|In August 2024|Two years ago], [Corvane received|the FDA issued] a complete response letter for CVN-118.',
    '[Corvane plans to address|Corvane is addressing|The resubmission addresses|The company responded to|The application was resubmitted after] the [issues raised in the CRL|deficiencies cited in the complete response letter|CRL].',
    "Corvane [plans to|will|expects to|intends to|met with the FDA to] [resubmit|discuss] the application following the [CRL|complete response letter|FDA's rejection].",
    'The FDA [did not issue|has not issued] a complete response letter.',
  ],
  clinical_hold: [
    'The FDA [may|could|might|can] place [the trial|our trials|CVN-118] on clinical hold.',
    '[If|Should] the FDA [places|place] the trial on clinical hold, [development would be delayed|we may fail].',
    '[In 2022|In March 2023], the FDA placed the [trial|program|IND] on clinical hold[.|, which it lifted in 2024.]',
    'The [trial|IND|program] [remains|is still|continues to be] on clinical hold.',
    'The FDA [did not|has not|has never] [place|placed] the trial on clinical hold.',
    '[Corvane is working with the FDA to resolve|Corvane submitted a response to|The company is addressing] the clinical hold.',
  ],
  hold_lifted: [
    '[If|Once|When|Until|Unless] the FDA lifts the clinical hold, [Corvane will resume dosing|the trial will resume].',
    'Corvane [expects|hopes|plans|is working|aims] [the FDA to lift|to have lifted|to resolve|to remove] the clinical hold in 2027.',
    'The FDA [has not|has yet to|may not|could|might] [lifted|lift] the clinical hold.',
  ],
  designation: [
    'Corvane [plans to seek|has requested|has applied for|intends to apply for|submitted a request for|may seek|is seeking|expects to receive|hopes to receive] [Fast Track|Breakthrough Therapy|Orphan Drug] designation for CVN-118.',
    'CVN-118 [may|could|might|did not] [receive|qualify for|obtain] [Fast Track|Breakthrough Therapy|Orphan Drug] designation.',
    '[Fast Track|Orphan Drug|Breakthrough Therapy] designation [is granted to|is designed to|provides|does not guarantee|may not lead to|is intended to] [faster development|drugs for rare diseases|approval|help].',
    'CVN-118 [has|holds|has been granted|was granted] [Fast Track|Orphan Drug|Breakthrough Therapy] designation from the FDA.',
    '[In 2021|In March 2022|Previously], the FDA granted CVN-118 [Fast Track|Orphan Drug] designation.',
  ],
  nda_bla_submitted: [
    '[If|Once|After|When] [we submit|Corvane submits] an NDA, the FDA will have 60 days to decide.',
    'Corvane [has not submitted|has yet to submit|may not submit|may submit|could submit|would submit|did not submit] an NDA for CVN-118.',
    'Corvane [withdrew its plan to submit|delayed the submission of|postponed the filing of|is preparing] [an NDA|its BLA] for CVN-118.',
    '[In 2021|In March 2023], Corvane submitted an NDA for CVN-118.',
    'Corvane [submitted|has submitted|submits] [an IND application|a protocol amendment|a meeting request|Phase 3 data|a manuscript|an orphan drug application|a 510(k)] [to the FDA|for CVN-118].',
  ],
  nda_bla_accepted: [
    '[If|Once|Should|When|Whether] the FDA accepts the NDA[ for filing|], review will take ten months.',
    'The FDA [may not|might not|could|may refuse to] [accept|file] the NDA for filing.',
    'Corvane [expects|anticipates|awaits|is awaiting] FDA acceptance of the NDA in [January 2027|Q1 2027].',
    '[In 2021|In March 2023], the FDA accepted the NDA for CVN-118.',
    'The [abstract|manuscript|paper|IND] for CVN-118 was accepted [for publication|for presentation|by the FDA].',
  ],
  trial_result: [
    '[If|Unless|Should] CVN-118 [meets|meet] its primary endpoint, Corvane will file an NDA.',
    'The [trial|study] [is designed to|is powered to|aims to|will] [show|demonstrate|evaluate] [statistically significant improvement|superiority to placebo] on the primary endpoint.',
    '[In 2021|In an earlier study|In a previous Phase 2 trial|Previously], CVN-118 met its primary endpoint[.| in a Phase 2 trial.]',
    'The primary endpoint [is|will be|of the trial is|was defined as] overall survival.',
    'CVN-118 [may|could|might] [fail to meet|not meet|meet] its primary endpoint in the Phase 3 trial.',
    'Corvane [expects|hopes|plans] to report [positive topline results|results] from its Phase 3 trial.',
    'Corvane [met|achieved|exceeded] its [enrollment goal|sales goal|revenue goals|guidance|recruitment target].',
    '[Preclinical|Nonclinical|Animal|In vitro] [data|results|studies] [showed|demonstrated] [positive results|significant tumor reduction|statistically significant improvement].',
  ],
  offering: [
    'Corvane [may|could|might|intends to|expects to|will need to] [raise capital|sell shares|conduct offerings] through [public or private offerings|a public offering|private placements].',
    '[In 2022|In March 2023|In June 2025], Corvane [completed|closed|priced] [a public offering|an underwritten public offering|a private placement] of common stock.',
    '[Net proceeds|The proceeds|Proceeds] from the [offering|public offering|private placement] will be used for [clinical trials|working capital].',
    'The increase in cash was due to [our public offering|the private placement|proceeds from our March 2025 offering].',
  ],
  acquisition: [
    'Ostelle [may|could|might] acquire Corvane.',
    'Ostelle [is in talks to acquire|is considering buying|is weighing a bid for|explored acquiring|nears a deal to buy|has offered to buy|made a non-binding offer to acquire|held talks to acquire] Corvane.',
    '[In 2019|In March 2021], Ostelle acquired Corvane.',
    '[Analysts say|Analysts expect|Investors hope] Ostelle [could|will|may] acquire Corvane.',
    'Ostelle [acquires|bought|purchases] [a stake in Corvane|shares of Corvane|10% of Corvane|equipment|land|a voucher].',
  ],
  licence: [
    'Corvane [may|could|plans to|intends to|is seeking to|hopes to] [license|out-license] CVN-118 [to a partner|outside the U.S.].',
    '[In 2019|In March 2021], Corvane [entered into a license agreement|signed an exclusive license agreement] with Ostelle.',
    'Under the license agreement, Corvane [received|is eligible for|will pay] [a milestone payment|royalties|$10 million].',
    'Corvane [terminated|ended|amended|is in talks on|is negotiating] [a|the|its] license agreement with Ostelle.',
  ],
  pdufa_date: [
    '[If accepted|Assuming acceptance|If the NDA is accepted], [we would expect|Corvane expects|we anticipate] a PDUFA date in [late 2027|the second half of 2027].',
    'The [original|previous|prior|initial] PDUFA date [was|of] [August 14, 2026|March 5, 2026].',
    "[The EMA|The CHMP|Health Canada|Japan's PMDA|The MHRA] is expected to [make a decision|issue an opinion|decide] by March 5, 2027.",
  ],
  readout_expected: [
    '[The trial|The Phase 3 study] [is expected to|will] [begin|start|initiate|complete enrollment|enroll its first patient] in [Q2 2027|the first half of 2027].',
    'Corvane [expects|plans] to [initiate a Phase 3 trial|dose the first patient|complete enrollment|submit an IND|launch CVN-118|present preclinical data|report financial results|hold an investor day] in [Q1 2027|the first half of 2027].',
    'Corvane [reported|presented|announced] [positive|topline|interim] data from the Phase 2 trial in [March 2025|2024|the second quarter of 2025].',
    '[Enrollment|Dosing|Patient recruitment|Screening] in the [Phase 3 trial|study] is expected to be completed [in Q2 2027|by mid-2027].',
  ],
  filing_expected: [
    'Corvane [may|could|might] submit an NDA [in 2027|in the second half of 2027].',
    'Corvane [plans|expects] to submit [an IND|a CTA|an ANDA|a 510(k)|a meeting request|an orphan drug application|a briefing package] [in Q2 2027|in 2027].',
    'Corvane [submitted|filed] [an NDA|its BLA] in [March 2025|2024].',
    'A [pre-NDA|pre-BLA|Type B] meeting [is planned|is scheduled] for [Q1 2027|March 2027].',
  ],
  reverse_split: [
    '[Stockholders will vote on|The board may effect|The company is seeking approval for|Holders approved a proposal for] a reverse stock split [at a ratio between 1-for-5 and 1-for-20|in the range of 1-for-10 to 1-for-30].',
    '[In 2023|In March 2024], Corvane effected a 1-for-20 reverse stock split.',
  ],
  going_concern: [
    'There is [no|no longer any|no longer] substantial doubt about our ability to continue as a going concern.',
    '[If we cannot raise capital|If we fail to raise funds], there [may|could|would] be substantial doubt about our ability to continue as a going concern.',
  ],
  exchange_deficiency: [
    "[If we fail to comply|Failure to comply] with Nasdaq's minimum bid price rule, our stock [could|may] be delisted.",
    'Corvane is [in compliance with|in full compliance with] Nasdaq listing standards.',
  ],
};

/** The sentences of a template: about so many, spread over its combinations. */
export function sentencesOf(template: string, most: number): readonly string[] {
  const all = expanded(template);
  let step = Math.ceil(all.length / most);
  // A step that shares a factor with the number of choices would never say some of them.
  while (step > 1 && [2, 3, 5, 7, 11].some((factor) => step % factor === 0)) step += 1;
  return all.filter((_, index) => index % step === 0);
}

function expanded(template: string): readonly string[] {
  const choice = /\[([^[\]]*)\]/.exec(template);
  if (!choice) return [template.replace(/\s+/g, ' ').trim()];
  const before = template.slice(0, choice.index);
  const after = template.slice(choice.index + choice[0].length);
  return choice[1]!.split('|').flatMap((words) => expanded(before + words + after));
}
