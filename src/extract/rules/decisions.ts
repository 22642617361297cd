import { APPLICATION, CLAUSE, FAR, type Grammar, gap, rule } from '../rule.ts';

/** Refusals, withdrawals and meetings of advisory committees. */

const crl: Grammar = {
  type: 'crl',
  hint: /\b(?:CRL\b|FDA review|approvable|reject|decline|refus|deni|deny|spurn|snub|unable to approve)|ready for approval|turn(?:s|ed) (?:away|down)|says no|not approve/i,
  dating: 'event',
  drug: true,
  rules: [
    rule(
      'received a CRL from the FDA; the FDA issued a CRL',
      `\\b(?:receiv\\w+|issu(?:es?(?! (?:raised|cited|in|with|noted|related))|ed|ing|ance)|receipt of|get|gets|got|announc\\w+|sent|sends|hands|handed|hit with|provided|delivers)\\b${gap(CLAUSE)}\\bCRL\\b`,
    ),
    rule(
      'FDA CRL for Zelvora; a third CRL sinks the drug; tanks on CRL to the NDA',
      "\\b(?:FDA(?:'s)? CRL|(?:second|third|another|new|a) CRL (?:sinks|for|to|on)|CRL (?:to|relates? to|for|from (?:the )?FDA|on))\\b",
    ),
    rule(
      'the FDA rejects the NDA; FDA declines to approve Zelvora',
      "\\b(?:FDA|EC|EMA|CHMP|MHRA)(?: has| have| had| also| once| again)* (?:reject(?:s|ed)|decline[sd] (?:to approve)|says no to|spurn(?:s|ed)|(?:says )?(?:it )?(?:cannot|can't|did not) approve)\\b",
    ),
    rule(
      "FDA Rejection; FDA's Zelvora Rejection",
      "\\bFDA(?:'s)?(?: [A-Z]\\w+)? (?:rejection|denial|refusal)\\b(?! to)",
    ),
  ],
  unless: [
    { before: /\bexpects?(?: to receive)?(?: an?)? $/i },
    {
      before:
        /\b(?:will|(?<!\b(?:surprised|disappointed|frustrated|sorry) )to|or|no)\b[^,;]{0,25}$/i,
      match: /^(?:issu|receiv|get|FDA reject|FDA declin|receipt|sen[dt])/i,
    },
    {
      match: /reject/i,
      after: /^[^,;]{0,25}\b(?:bid|offer|proposal|motion|claim|petition|request)\b/i,
    },
  ],
  status: {
    historical: [
      {
        sentence:
          /\b(?:following receipt|since receiving|formerly|investors?\b[^;]{0,60}\b(?:impact|scrutiny)|according to the complaint|legal probes?|class period)\b/i,
      },
    ],
  },
};

const withdrawn: Grammar = {
  type: 'withdrawn',
  hint: /\b(?:withdr|pull(?:s|ed|ing)\b)/i,
  dating: 'event',
  drug: true,
  detail: ({ 0: words }) => ({
    what:
      /\b(?:s?NDA|s?BLA|MAA)\b/.test(words) && !/indication/i.test(words)
        ? 'application'
        : (/indication|approval|market|authori|application/i.exec(words)?.[0].toLowerCase() ??
          'product'),
  }),
  rules: [
    rule(
      'voluntarily withdrew the BLA',
      `\\bwithdr(?:ew|aws?|awn|awal of|awing)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|indication|accelerated approval|approval|from (?:the )?(?:all |US |global |European )*markets?)\\b`,
    ),
    rule(
      'the BLA has been voluntarily withdrawn',
      `\\b(?:${APPLICATION}|indication|accelerated approval|marketing authori[sz]ation)\\b${gap(FAR)}${gap(CLAUSE)}\\b(?:(?:has been|was|were|is being|been|be) )?(?:voluntarily )?withdrawn\\b`,
    ),
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|can|would|if|or|(?<!^[A-Z]\w+ )(?<!\b(?:decided|elected|chosen|agreed) )to|not|whether|patients|subjects|require us to|be)\b[^,;]{0,30}$/i,
    },
  ],
};

const committee: Grammar = {
  type: 'adcomm_date',
  hint: /\b(?:AdComm|committee|panel|advis[eo]rs|experts)\b/i,
  dating: 'meeting',
  drug: true,
  rules: [
    rule(
      'an advisory committee will review Zelvora on 6 May',
      `\\b(?:FDA|Drugs?|Products?|Therapies|Biological|Oncologic|Vaccines|Allergenic)[^.;]{0,40} AdComm\\b|\\bAdComm\\b`,
    ),
  ],
  unless: [
    // Excludes a sentence that contains neither a year nor a plan. Such a sentence is about a past
    // meeting or about committees in general.
    {
      sentence:
        /^(?!.*\b(?:will|to (?:review|discuss|consider|meet|vote|convene|weigh|examine|assess|debate|evaluate|hear)|plan\w*|upcoming|set for|notice of meeting|conven\w+|meets|expected|vote:|20\d\d)\b)/is,
    },
    {
      sentence:
        /\b(?:scientific|clinical|medical|patient|steering|community|city|strategic|business|investor|founder|mayor|school|board)(?:'s)? AdComm\b|\bAdComm on Immunization|\bACIP\b/i,
    },
    {
      sentence:
        /\b(?:may|might|could|if|whether|often|typically|generally|recommendations? of (?:an?|the) AdComm|not bound|refer)\b[^;]{0,60}\bAdComm\b/i,
    },
  ],
  status: {
    negated: [
      { before: /\b(?:no|not|without|waive[sd]?|cancel\w*)\b[^;]{0,45}$/i },
      { sentence: /\b(?:not|no longer|without)\b[^;]{0,45}\bAdComm/i },
      // A postponement to a new date does not match: "was postponed to April 21".
      {
        sentence:
          /\bAdComm\b[^;]*\b(?:postponed|cancel(?:l?ed|s)|called off)\b(?![^;]{0,30}\b(?:to|until) )/i,
      },
    ],
    historical: [
      {
        after:
          /^(?:'s)?[^;]{0,30}\b(?:voted|votes|vote (?:of|was)|verdict|recommended|recommends|backs|backed|endorses|favou?red|unanimous|was held|met on)\b/i,
      },
      {
        before:
          /\b(?:following|after|favou?rable|positive|negative|outcome of|previous)\b[^;]{0,30}$|\b(?:votes?|voted|awaits?)\b[^;]{0,60}$/i,
      },
    ],
  },
};

export const decisionGrammars: readonly Grammar[] = [crl, withdrawn, committee];
