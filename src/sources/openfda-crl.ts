import { cutTo } from '../base/foreign-text.ts';
import { LETTER_FORM } from '../domain/events/statement.ts';
import { deficienciesIn, FURNITURE } from '../extract/refusal-letter.ts';
import { dayInWords, lastDayOf, listAt, listOrNone, textAt } from './formats/untrusted.ts';
import type { HostRule } from './hosts.ts';
import { asksRenewal, openFdaResults, pagedOn, renewalRequest, renewed } from './openfda.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { fromParsed, type SyncSource } from './source.ts';

const LETTERS = 'https://api.fda.gov/transparency/crl.json';

/** Complete response letters. If openFDA has newer data, all pages are requested. */
export function openfdaCrl(host: HostRule): SyncSource {
  return {
    name: 'openfda-crl',
    title: 'openFDA: complete response letters',
    fills: ['complete_response_letters', 'letter_deficiencies', 'news'],
    host,
    schedule: '15 12 * * *',
    zone: 'UTC',
    maxAgeMs: 36 * 3_600_000,
    unverified:
      'the section headings of letters in API responses (the headings in PDF letters are verified)',
    // Applicants are matched by company name.
    needsCompanies: true,
    alwaysRead: true,
    firstFill: () => ({ requests: 2, bytes: 1_200_000 }),
    asOf: (cursor) => cursor,
    plan: ({ now }) => [renewalRequest(LETTERS, now)],
    read({ text, headers, request }, context) {
      if (asksRenewal(request)) return renewed(LETTERS, text, context);
      const result = fromParsed(fdaCrl.parse(text, request.address));
      return result.failed === undefined ? { ...result, ...pagedOn(request, headers) } : result;
    },
  };
}

/**
 * Reads complete response letters (CRLs) from openFDA (transparency/crl).
 * - No field contains the drug, so it is read from the first sentence of the letter. If the drug is
 *   redacted or not legible, the file name or application number identifies the record.
 * - Other letters, such as rescissions of a CRL, are omitted.
 * - Records contain `company_name`. The ticker is looked up later.
 * - Deficiencies are separate records, because they may become known later than the refusal. A
 *   company may announce a refusal before the FDA publishes the letter.
 * - The text of a letter becomes a record of `news`. No statements are extracted from it.
 * - Missing fields are read from the text: the application and the applicant from the letterhead,
 *   and the date from the signature.
 * Our choices:
 * - No source states when the FDA published a letter. Therefore, a letter counts as public from the
 *   day of the first list that contains it. If the list has no day, the day of the import is used.
 * - A corrected letter has the date of the original letter. If its text does not state this date,
 *   the letter is omitted with an error message.
 */
export const fdaCrl: Connector = {
  name: 'fda-crl',
  title: 'openFDA: complete response letters',
  reads: 'JSON of api.fda.gov/transparency/crl.json',
  parse(text, _, __, today) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const { results, updated = today } = response;
    const facts = collector();
    if (results.length === 0) return facts.parsed();
    if (updated === undefined) return refused('does not say when it was last updated');
    results.forEach((result, at) => {
      for (const letter of lettersIn(result)) addLetter(facts, letter, `result ${at + 1}`, updated);
    });
    return facts.parsed();
  },
};

/**
 * Returns the letters in a result of openFDA. A result may contain the text of a PDF file with
 * several letters. Each letter ends with a signature page. Such a result has no `letter_date`.
 */
function lettersIn(letter: unknown): readonly unknown[] {
  const text = textAt(letter, 'text') ?? '';
  const parts = text.split(/(?<=^Signature Page \d+ of \d+)$(?=[\s\S]*^Dear )/m);
  if (parts.length < 2 || textAt(letter, 'letter_date') !== undefined) return [letter];
  // All letters come from the same file, so its name cannot identify one of them.
  return parts.map((part) => ({ ...Object(letter), text: part, file: null, file_name: null }));
}

function addLetter(facts: Collector, letter: unknown, where: string, updated: string): void {
  const type = textAt(letter, 'letter_type')?.trim();
  if (type && !/^(?:corrected )?complete response(?: letter)?$/i.test(type)) return;
  const text = textAt(letter, 'text') ?? '';
  const opening = text.slice(0, OPENING_LENGTH).replace(/\s+/g, ' ');
  const stated = textAt(letter, 'letter_date');
  const signed = stated === undefined ? signatureDay(text) : lastDayOf(stated);
  const isCorrected = /corrected complete response/i.test(`${type} ${opening}`);
  const original = isCorrected ? originalDay(opening) : signed;
  if (!original && isCorrected) {
    facts.problem(
      where,
      'is a corrected letter that does not state the date of the original letter',
    );
    return;
  }
  const listed = listAt(letter, 'application_number').flatMap(
    (number) => textAt(number)?.replace(/\s+/g, '') ?? [],
  );
  const applications = listed.length > 0 ? listed : applicationIn(text);
  const file_name = (textAt(letter, 'file_name') ?? textAt(letter, 'file'))?.trim() || undefined;
  const drug = drugOf(opening);
  const first_listed = [signed ?? '', updated].sort().at(-1);
  const letter_id = file_name ?? `${applications[0] ?? drug?.drug_name} ${original}`;
  const body = bodyOf(text);
  if (!drug && !file_name && !applications[0]) {
    facts.problem(where, 'has no drug, application or file name');
    return;
  }
  const record = {
    ...(drug ?? { letter_id }),
    letter_date: original,
    corrected_date: isCorrected ? signed : undefined,
    application_number: applications[0],
    other_application_numbers: applications.length > 1 ? applications.slice(1) : undefined,
    company_name: textAt(letter, 'company_name') ?? applicantIn(text),
    file_name,
    first_listed,
    text_id: original && body ? letter_id : undefined,
    source_url: file_name && `${LETTERS}?search=file_name:%22${encodeURIComponent(file_name)}%22`,
  };
  facts.add('complete_response_letters', where, record, { needsTicker: true });
  if (!original) return;
  const { company_name, source_url } = record;
  if (body) {
    const about = [drug?.drug_name ?? file_name, applications[0], company_name].filter(Boolean);
    facts.add('news', where, {
      id: letter_id,
      title: `Complete response letter: ${about.join(', ')}`,
      issuer_name: company_name,
      drugs: listOrNone(drug ? [drug.drug_name] : []),
      form: LETTER_FORM,
      source_url,
      summary: body,
      published_at: original,
      first_listed,
    });
  }
  const deficiencies = deficienciesIn(text);
  if (deficiencies.length === 0) return;
  const read = {
    letter_id,
    ...(drug ? { drug_name: drug.drug_name } : {}),
    application_number: applications[0],
    company_name,
    letter_date: original,
    first_listed,
    deficiencies,
  };
  facts.add('letter_deficiencies', where, read, { needsTicker: true });
}

/**
 * Number of characters at the start of a letter that are searched for the letterhead and the first
 * sentences.
 */
const OPENING_LENGTH = 4_000;

const DAY =
  '((?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}, ?\\d{4})';

/**
 * Matches the application in the letterhead or in the header of a page: `NDA 217225/S-001`, `STN:
 * BL 125842/0`, `BLA 761303/Original 2`, `NDA 123456 Page 3`.
 */
const LETTERHEAD =
  /^(?:Our STN: *)?s?(NDA|BLA?|ANDA) (\d{5,6})(?:\/\S*(?: \d+)?)?(?:,? Page \d+)?(?: COMPLETE RESPONSE)?\s*$/im;

/** Maximum characters of the text of a letter. */
const MAX_BODY = 60_000;

/** Returns the text of a letter without page headers and footers. Empty for a scanned letter. */
function bodyOf(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const told = lines.filter((line) => /\w/.test(line) && !FURNITURE.test(line));
  return cutTo(told.join(' ').replace(/\s+/g, ' '), MAX_BODY);
}

/** Returns the application number in the letterhead or in a page header. */
function applicationIn(text: string): readonly string[] {
  const [, type = '', number = ''] = LETTERHEAD.exec(text) ?? [];
  return number ? [`${type === 'BL' ? 'BLA' : type.toUpperCase()}${number.padStart(6, '0')}`] : [];
}

/**
 * Returns the addressee of a letter, which is the first line after the words `COMPLETE RESPONSE`
 * and the date.
 */
function applicantIn(text: string): string | undefined {
  return /COMPLETE RESPONSE\s+(?:[A-Z]+ \d{1,2}, \d{4}\s+)?(\S[^\n]{1,100})\n(?:[^\n]*\n){0,6}? *Attention:/i
    .exec(text.slice(0, OPENING_LENGTH))?.[1]
    ?.trim();
}

/**
 * Returns the day of the electronic signature at the end of a letter. If there is no signature,
 * returns the date in the letterhead.
 */
function signatureDay(text: string): string | undefined {
  const signed = text.slice(text.lastIndexOf('/s/')).match(/\b\d{2}\/\d{2}\/\d{4}\b/)?.[0];
  const head = new RegExp(`COMPLETE RESPONSE\\s+${DAY}`, 'i').exec(text.slice(0, OPENING_LENGTH));
  return signed ? lastDayOf(signed) : dayInWords(titled(head?.[1]));
}

function titled(day: string | undefined): string | undefined {
  return day && day[0] + day.slice(1).toLowerCase();
}

/** Returns the date of the original letter, which a corrected letter may state. */
function originalDay(opening: string): string | undefined {
  const named =
    new RegExp(`action date will remain ${DAY}`, 'i').exec(opening)?.[1] ??
    new RegExp(`(?:complete response|action) letter dated ${DAY}`, 'i').exec(opening)?.[1];
  return dayInWords(named);
}

/**
 * Finds the drug in `… submitted under section 505(b) of the Federal Food, Drug, and Cosmetic Act
 * for Barhemsys (amisulpride) injection, 5 mg/2 mL.`. The section and the name of the Act may be
 * missing. The generic name is in parentheses after the brand name. Without parentheses, the words
 * before the dosage form are the drug.
 */
function drugOf(opening: string): { drug_name: string; generic_name?: string } | undefined {
  const named =
    /(?:Cosmetic Act|Public Health Service Act|FDCA|FD&C Act|PHS Act|PHSA)(?: \([^)]{1,20}\))?,? for (.{2,160})/i.exec(
      opening,
    )?.[1] ??
    /submitted (?:under|pursuant to)\b[^.]{0,120}? for (.{2,160})/i.exec(opening)?.[1] ??
    /\((?:NDA|BLA|ANDA)\).{0,200}? for (.{2,160})/.exec(opening)?.[1] ??
    /(?:New Drug|Biologics License) Application for (?!the |your |an? )(.{2,160})/i.exec(
      opening,
    )?.[1];
  if (!named || /^(?:\(b\) ?\(4\)|\[)/.test(named)) return undefined;
  const [, brand, generic] = /^([^(),.;]{2,80}?) ?\(([^()]{2,80})\)/.exec(named) ?? [];
  if (brand && generic && generic !== 'b') {
    return { drug_name: brand.trim(), generic_name: generic.trim() };
  }
  // Some letters have the name in parentheses: `for (tivozanib hydrochloride) capsules`.
  const words = /^\(?([^(),.;]{2,80})/
    .exec(named)?.[1]
    ?.replace(dosageForm, '')
    .replace(/ \d[\d,.]* ?(?:mg|mcg|g|mL|%|units)\b.*$/i, '')
    .trim();
  return words && words.split(' ').length <= LONGEST_NAME ? { drug_name: words } : undefined;
}

/** Our choice: maximum number of words in the name of a drug. More words are part of a sentence. */
const LONGEST_NAME = 5;

const dosageForm =
  / (?:(?:delayed|extended)[- ]release |ophthalmic |nasal |topical |oral |for )*(?:tablets?|capsules?|injection|solution|suspension|cream|gel|ointment|powder|spray|emulsion|granules|patch|implant)\b.*$/i;
