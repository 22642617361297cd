import { describe, expect, it } from 'vitest';
import {
  isLegalForm,
  isTradeWord,
  withoutBranch,
  withoutTrade,
  wordsOf,
} from '../../../src/domain/companies/company-names.ts';

describe('words of a name', () => {
  it.each([
    ['Zorba Pharm', 'zorba pharmaceuticals'],
    ['Zorba Pharms', 'zorba pharmaceuticals'],
    ['Zorba Pharmaceutical', 'zorba pharmaceuticals'],
    ['Zorba Biopharm', 'zorba biopharma'],
    ['Zorba Biopharms', 'zorba biopharmaceuticals'],
    ['Zorba Biopharmaceutical', 'zorba biopharmaceuticals'],
    ['Zorba Therap', 'zorba therapeutics'],
    ['Zorba Theraps', 'zorba therapeutics'],
    ['Zorba Therapeutic', 'zorba therapeutics'],
    ['Zorba Biosci', 'zorba biosciences'],
    ['Zorba Biotech', 'zorba biotechnology'],
    ['Zorba Lab', 'zorba laboratories'],
    ['Zorba Labs', 'zorba laboratories'],
    ['Zorba Laboratory', 'zorba laboratories'],
    ['Zorba Medicine', 'zorba medicines'],
    ['Zorba Hlthcare', 'zorba healthcare'],
    ['Zorba Medcl', 'zorba medical'],
    ['Zorba Intl', 'zorba international'],
    ['Zorba Dev', 'zorba development'],
    ['Ørbæk Straße Łódź', 'orbaek strasse lodz'],
    ['Zorba and Sons', 'zorba sons'],
    ["St. Zorba's", 'st zorbas'],
  ])('%s are %s', (name, words) => {
    expect(wordsOf(name).join(' ')).toBe(words);
  });

  it.each(
    `inc incorporated corp corporation co company companies ltd limited llc lp llp plc gmbh mbh ag
     sa se nv bv bvba ab as asa oy oyj kk spa srl sas sarl aps pty pte dac ulc ltda sl public
     holdings holding`.split(/\s+/),
  )('lose the form %s', (form) => {
    expect(wordsOf(`Zorba ${form.toUpperCase()}`)).toEqual(['zorba']);
  });

  it('keep the form that tells two companies apart', () => {
    expect(wordsOf('Zorba KGaA')).toEqual(['zorba', 'kgaa']);
    expect(wordsOf('Zorba Inc Fen')).toEqual(['zorba', 'inc', 'fen']);
  });

  it.each(
    `pharmaceuticals pharma biopharma biopharmaceuticals immunopharma pharmaceutics therapeutics
     biotherapeutics immunotherapeutics therapies theranostics biosciences bioscience sciences
     science lifesciences neuroscience neurosciences bio biotech biotechnology biotechnologies
     biologics biologicals biomed biomedical biomedicines genomics genetics vaccines oncology
     medicines laboratories group`.split(/\s+/),
  )('%s says the trade alone', (word) => {
    expect(isTradeWord(word)).toBe(true);
    expect(withoutTrade(['zorba', word])).toEqual(['zorba']);
    expect(withoutTrade(['zorba', word, word])).toEqual(['zorba']);
  });

  it.each(['health', 'medical', 'diagnostics', 'life', 'zorba'])('%s says more', (word) => {
    expect(isTradeWord(word)).toBe(false);
  });
});

it.each([
  ['Inc.', true],
  ['inc', true],
  ['LTD', true],
  ['LLC', true],
  ['plc', true],
  ['GmbH', true],
  ['N.V.', true],
  ['S.A.', true],
  // Without a point these may be tickers.
  ['SE', false],
  ['ASA', false],
  ['AG', false],
  ['Limited', true],
  ['Zorba', false],
  ['', false],
])('%j is a legal form behind a comma: %s', (text, is) => {
  expect(isLegalForm(text)).toBe(is);
});

it.each([
  ['zorba usa', 'zorba'],
  ['zorba north america research development', 'zorba'],
  ['zorba manufacturing gmbh ireland', 'zorba manufacturing'],
  ['zorba gmbh ireland', 'zorba'],
  ['zorba', 'zorba'],
  ['zorba gmbh', 'zorba gmbh'],
  ['ireland zorba', 'ireland zorba'],
  ['usa', 'usa'],
])('%s without its branch is %s', (name, rest) => {
  expect(withoutBranch(name.split(' ')).join(' ')).toBe(rest);
});
