import { APPLICATION, CLAUSE, FAR, type Grammar, gap, LOOSE, NEAR, words } from '../rule.ts';

/** Refusals and withdrawals; committees that meet to advise. */

const crl: Grammar = {
  type: 'crl',
  hint: /\bCRL\b|\bcomplete response|\bFDA review|\bapprovable|ready for approval|turn(?:s|ed) away|\breject|\bdecline|\brefus|turn(?:s|ed) down|\bdeni|\bdeny|\bspurn|\bsnub|says no|not approve|\bunable to approve/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'received a CRL from the FDA; the FDA issued a CRL',
      pattern: words(
        `\\b(?:receiv\\w+|issu(?:es?(?! (?:raised|cited|identified|in|with|outlined|noted|related|described))|ed|ing|ance)|receipt of|get|gets|got|announc\\w+|sent|sends|hands|handed|hit with|slapped with|provided|delivers)\\b${gap(CLAUSE)}\\bCRL\\b`,
      ),
    },
    {
      says: 'FDA CRL for Zelvora; a third CRL sinks the drug; tanks on CRL to the NDA',
      pattern: words(
        "\\b(?:FDA(?:'s)? CRL|(?:second|third|another|new|a) CRL (?:sinks|for|to|on)|CRL (?:to|relates? to|for|from (?:the )?FDA|on))\\b",
      ),
      confidence: LOOSE,
    },
    {
      says: 'the FDA rejects the NDA; FDA declines to approve Zelvora',
      pattern: words(
        "\\b(?:FDA|EC|EMA|CHMP|MHRA|the agency)(?: has| have| had| also| once| again)* (?:reject(?:s|ed)|decline[sd] (?:to approve|approval)|refuse[sd] (?:to approve|approval|marketing authori[sz]ation)|turn(?:s|ed) (?:down|away)|den(?:y|ies|ied) (?:approval|the application|the NDA|the BLA)|says no to|spurn(?:s|ed)|snub(?:s|bed)|said it (?:cannot|can't) approve|(?:says )?(?:it )?(?:cannot|can't|could not|will not|did not|was unable to|is unable to) approve)\\b|\\bFDA\\b[^.;]{0,60}?\\b(?:cannot|can't|could not|is unable to|was unable to|not ready to) (?:be )?approve",
      ),
    },
    {
      says: 'fails FDA review; the application is not ready for approval in its present form',
      pattern: words(
        `\\bfail(?:s|ed) FDA review\\b|\\b(?:${APPLICATION}|applications?)\\b${gap(CLAUSE)}\\b(?:is|was) not (?:ready for approval|approvable)\\b|\\bdraw(?:s|n)? (?:an? )?(?:FDA )?CRL\\b`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'FDA issues second complete response to Zelvora',
      pattern: words(
        '\\b(?:rejected|turned down|turned away|denied|refused|snubbed|spurned) by (?:the )?(?:FDA|EMA|EC|CHMP)\\b|\\bFDA (?:has )?(?:issue[sd]?|sends?|sent) (?:an? |its |another |second |third )*complete response\\b(?! (?:rates?|in|of|by)\\b)',
      ),
      confidence: LOOSE,
    },
    {
      says: "FDA Rejection; FDA's Zelvora Rejection",
      pattern: words("\\bFDA(?:'s)?(?: [A-Z]\\w+)? (?:rejection|denial|refusal)\\b(?! to)"),
      confidence: LOOSE,
    },
  ],
  unless: [
    { match: /\b(?:may|might|could(?! not approve)|would|can(?!'t)|if|receives or)\b/i },
    {
      before:
        /\b(?:may|might|could|would|can|if|would not|should|not|never|avoid|possibility of|risk of|potential|either|generally|typically|sometimes|often)\b[^,;]{0,25}$/i,
    },
    {
      before:
        /\b(?:will|(?<!\b(?:surprised|disappointed|frustrated|sorry) )to|or|no)\b[^,;]{0,25}$/i,
      match: /^(?:issu|receiv|get|FDA reject|FDA declin|receipt|sen[dt])/i,
    },
    {
      sentence:
        /\bCRL (?:generally|usually|typically|may|will)\b|\b(?:if|whether) (?:the )?FDA\b[^;]{0,80}\bCRL/i,
    },
    { after: /^ (?:generally|usually|typically|may|will|would|could)\b/i },
    {
      match: /reject/i,
      after: /^[^,;]{0,25}\b(?:bid|offer|proposal|motion|claim|petition|request)\b/i,
    },
    { sentence: /\bcriteria\b[^;]{0,40}\bCRL\b/i },
    {
      before:
        /\b(?:response|responds?|responding|respon\w+|resubmi\w+|addressing|address|resolve|issues|deficienc\w+|raised|cited|identified|noted|outlined|related to|matters|in)\b[^,;]{0,30}\b(?:in|to|by)? ?(?:the |its |our )?$/i,
      match: /^(?:FDA(?:'s)? )?CRL/i,
    },
  ],
  status: {
    historical: [
      // But a refusal "of the resubmitted NDA" is of the new review.
      {
        sentence: /\bresubmi\w+\b/i,
        after: /^(?! (?:for|to|on|regarding) (?:its |the |our )?(?:\w+ )?resubmi)/i,
      },
      {
        sentence:
          /\b(?:previously (?:announced|disclosed|received|issued)|following receipt|in response to (?:the |its |an? |that )?(?:\w+ )?CRL|since receiving|formerly|investors?\b[^;]{0,60}\b(?:impact|scrutiny)|according to the complaint|legal probes?|class period)\b/i,
      },
      {
        before:
          /\b(?:previously|following(?: the)?|since|prior|earlier|original|first)\b[^,;]{0,30}$/i,
        match: /^(?:issu|receiv|receipt|CRL|FDA)/i,
      },
      { before: /\bafter (?:the|its|an?) $/i, match: /^(?:issu|receiv|receipt|CRL)/i },
      { sentence: /\b(?:Will Impact|Hagens|probes?)\b/ },
      // "FDA feedback on the path forward after the CRL"
      {
        match:
          /\b(?:after|following|since|despite|regarding|path forward|respon\w+ to|feedback)\b[^,;]{0,25}CRL$/i,
      },
    ],
  },
};

const withdrawn: Grammar = {
  type: 'withdrawn',
  hint: /\bwithdr|\bpull(?:s|ed|ing)\b/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'voluntarily withdrew the BLA',
      pattern: words(
        `\\bwithdr(?:ew|aws?|awn|awal of|awing)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|indication|accelerated approval|approval|from (?:the )?(?:all |US |global |European )*markets?|marketing authori[sz]ation)\\b`,
      ),
      detail: (match) => ({
        what:
          /indication|approval|market|authori/i.exec(match[0])?.[0]?.toLowerCase() ?? 'application',
      }),
    },
    {
      says: 'the BLA has been voluntarily withdrawn',
      pattern: words(
        `\\b(?:${APPLICATION}|indication|accelerated approval|marketing authori[sz]ation)\\b${gap(FAR)}${gap(CLAUSE)}\\b(?:(?:has been|was|were|is being|been|be) )?(?:voluntarily )?withdrawn\\b`,
      ),
      detail: (match) => ({
        what: /indication|approval|authori/i.exec(match[0])?.[0]?.toLowerCase() ?? 'application',
      }),
    },
    {
      says: 'pulls Zelvora from the market; withdraws application for Zelvora',
      pattern: words(
        `\\b(?:pull(?:s|ed)|withdraws|withdrew) (?:[\\w'-]+ )?(?:its |the |FDA |US |European |EU |an? )*(?:application|filing|NDA|BLA|MAA|submission)\\b|\\b(?:pull(?:s|ed|ing)|withdr(?:ew|aws?|awn|awing))\\b${gap(CLAUSE)}\\bfrom (?:the )?(?:US |global |European |EU )*market\\b|\\bwithdr(?:ew|aws?|awn|awing|awal of) (?:its |the |our |an? )?(?:European |US |EU )*applications? for\\b`,
      ),
      detail: (match) => ({ what: /application/i.test(match[0]) ? 'application' : 'product' }),
    },
    {
      says: 'voluntarily withdrew Zelvora',
      pattern: words(
        '\\bvoluntar(?:ily|y) withdr(?:ew|aws?|awal of|awing)\\b(?= (?:the |its )?(?:drug\\b|[A-Z]))|\\bwithdraws (?:\\w+ )?drug\\b(?! (?:application|from (?:the )?(?:trial|study)))',
      ),
      detail: () => ({ what: 'product' }),
      confidence: LOOSE,
    },
  ],
  unless: [
    {
      match:
        /\b(?:registration statement|offer|plans?|guidance|nomin\w+|consent|symptoms?|may|could|IND)\b|\b(?:patients?|subjects?) (?:who )?withdr|withdr\w+ (?:patients|subjects)/i,
    },
    {
      before:
        /\b(?:may|might|could|can|would|if|or|(?<!^[A-Z]\w+ )(?<!\b(?:decided|elected|chosen|agreed) )to|not|whether|patients|subjects|require us to|be)\b[^,;]{0,30}$/i,
    },
    { before: /\bFDA\b[^,;]{0,20}$/, match: /^withdrawal of/i },
    { before: /\b(?:recommend\w*|propos\w*|consider\w*|weigh\w*)\b[^,;]{0,20}$/i },
    { match: /\b(?:may|can|could|might) be (?:voluntarily )?withdrawn/i },
    { after: /^ (?:from )?(?:cash|funds|the (?:study|trial))\b/i },
  ],
  status: {
    historical: [{ before: /\b(?:previously|formerly|historically|context:)\b[^;]{0,60}$/i }],
  },
};

const committee: Grammar = {
  type: 'adcomm_date',
  hint: /\bAdComm\b|\bcommittee\b|\bpanel\b|\badvis[eo]rs\b|\bexperts\b/i,
  dating: 'meeting',
  drug: true,
  rules: [
    {
      says: 'an advisory committee will review Zelvora on 6 May',
      pattern: words(
        `\\b(?:FDA|Drugs?|Products?|Therapies|Biological|Oncologic|Vaccines|Allergenic)[^.;]{0,40} AdComm\\b|\\bAdComm\\b`,
      ),
    },
    {
      says: 'an FDA panel will review Zelvora',
      pattern: words(
        "\\bFDA(?:'s)? (?:advisory |expert |outside )?panel (?=(?:to|will|is|has|set|scheduled|meeting|meets|convenes|review|date)\\b)|\\b(?:go(?:es)?|going|heads?|heading|(?:brings?|takes?|puts?)\\b[^.;]{0,60}) (?:before|to|in front of) (?:an? |the )?FDA(?:'s)? (?:advisory |expert |outside )?(?:panel|committee)\\b",
      ),
      confidence: LOOSE,
    },
    {
      says: 'FDA to convene outside experts; a panel of advisers to the FDA will weigh Zelvora',
      pattern: words(
        `\\bFDA (?:will |plans to |to |has )?(?:conven|schedul|assembl)\\w+ ${gap(NEAR)}\\b(?:experts|advis[eo]rs|panel)\\b|\\b(?:panel of (?:\\w+ ){0,2}(?:advis[eo]rs|experts)(?: to (?:the )?FDA)?|FDA(?:'s)? (?:outside |independent )?(?:advis[eo]rs|experts))(?= (?:will|to|are|is)\\b)|\\b(?:outside|expert|independent) (?:advis[eo]rs|experts) to (?:the )?FDA (?=(?:will |to )?(?:meet|convene)\\b)|\\bcommittee (?=(?:will|is (?:set|scheduled) to) (?:meet|convene)\\b[^.;]{0,60}\\b(?:s?NDA|s?BLA|FDA)\\b)`,
      ),
      confidence: LOOSE,
    },
  ],
  unless: [
    // Without a date or a plan it is a committee that has met, or any committee.
    {
      sentence:
        /^(?!.*\b(?:will|to (?:review|discuss|consider|meet|vote|convene|weigh|examine|assess|debate|evaluate|hear)|schedul\w*|plan\w*|upcoming|set for|notice of meeting|announces|conven\w+|meets|(?:brings?|takes?|puts?)\b[^.;]{0,60} (?:before|to|in front of)|tentativ\w*|expected|vote:|20\d\d)\b)/is,
    },
    {
      sentence:
        /\b(?:scientific|clinical|medical|patient|steering|community|city|strategic|business|investor|founder|mayor|school|board)(?:'s)? AdComm\b|\bAdComm on Immunization|\bACIP\b/i,
    },
    {
      sentence:
        /\b(?:device|devices panel|medical devices)\b[^;]{0,40}\bAdComm\b|\bmember of\b[^;]{0,60}\bAdComm\b|\b(?:serves?|served|chair\w*|appointed)\b[^;]{0,60}\bAdComm\b/i,
    },
    {
      sentence:
        /\b(?:may|might|could|if|whether|often|typically|generally|recommendations? of (?:an?|the) AdComm|not bound|refer)\b[^;]{0,60}\bAdComm\b|\bAdComm\b[^;]{0,40}\b(?:is not bound|recommendations?|typically|generally|may be)\b/i,
    },
  ],
  status: {
    negated: [
      { before: /\b(?:no|not|without|waive[sd]?|cancel\w*)\b[^;]{0,45}$/i },
      { sentence: /\b(?:not|no longer|without)\b[^;]{0,45}\bAdComm/i },
      {
        after:
          /^[^;]{0,60}\b(?:not (?:be )?(?:currently |now )?(?:needed|required|planned|necessary|held|scheduled|convened|anticipated)|is no longer|cancell?ed)\b/i,
      },
    ],
    historical: [
      // Put off: the day that was set is no longer one.
      {
        sentence:
          /^(?!.*\b(?:to|until) (?:[A-Z][a-z]{2,8}\.? \d))(?=.*\bpostpon\w+\b)(?=.*\bAdComm\b)/is,
      },
      {
        after:
          /^(?:'s)?[^;]{0,30}\b(?:voted|votes|vote (?:of|was)|verdict|recommended|recommends|backs|backed|endorses|favou?red|unanimous|was held|met on)\b/i,
      },
      {
        before:
          /\b(?:following|after|favou?rable|positive|negative|outcome of|previous)\b[^;]{0,30}$/i,
      },
      { before: /\b(?:votes?|voted|awaits?)\b[^;]{0,60}$/i },
    ],
  },
};

export const decisionGrammars: readonly Grammar[] = [crl, withdrawn, committee];
