import { dayFrom, listAt, textAt } from './formats/untrusted.ts';
import type { HostRule } from './hosts.ts';
import { asksRenewal, openFdaResults, pagedOn, renewalRequest, renewed } from './openfda.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { fromParsed, type SyncSource } from './source.ts';

const LETTERS = 'https://api.fda.gov/transparency/crl.json';

/** Complete response letters, all of them whenever openFDA says that its data are newer. */
export function openfdaCrl(host: HostRule): SyncSource {
  return {
    name: 'openfda-crl',
    title: 'openFDA: complete response letters',
    fills: ['complete_response_letters'],
    host,
    schedule: '15 12 * * *',
    zone: 'UTC',
    promise: 36 * 3_600_000,
    // Applicants are told by the companies' names.
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
 * Complete response letters (openFDA transparency/crl). The drug is no field of theirs and is read
 * from the letter's first sentence; a letter in which it cannot be told (redacted, lost by text
 * recognition) is kept without it, under the name of its file or its application. Other letters of the same list are left out, rescissions of a
 * CRL among them. Records carry `company_name` and need their ticker. Reasons are not read from the
 * text: its headings stand in every letter, whatever was refused.
 *
 * Our choice: a corrected letter is the refusal that it corrects, so it bears the day of the
 * original letter that its text names; where the text names none it is left out and told.
 */
export const fdaCrl: Connector = {
  name: 'fda-crl',
  title: 'openFDA: complete response letters',
  reads: 'JSON of api.fda.gov/transparency/crl.json',
  cut: { lists: ['results'] },
  parse(text, _, before = 0) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const found = collector();
    response.results.forEach((letter, at) => {
      addLetter(found, letter, `result ${before + at + 1}`);
    });
    return found.parsed();
  },
};

function addLetter(found: Collector, letter: unknown, where: string): void {
  const type = textAt(letter, 'letter_type')?.trim();
  if (type && !/^(?:corrected )?complete response(?: letter)?$/i.test(type)) return;
  const opening = (textAt(letter, 'text') ?? '').slice(0, OPENING_LENGTH).replace(/\s+/g, ' ');
  const signed = dayFrom(textAt(letter, 'letter_date'), 'MM/dd/yyyy');
  const isCorrected = /corrected complete response/i.test(`${type} ${opening}`);
  const original = isCorrected ? originalDay(opening) : signed;
  if (!original && isCorrected) {
    found.problem(where, 'corrects a letter whose day its text does not name');
    return;
  }
  const applications = listAt(letter, 'application_number').flatMap(
    (number) => textAt(number)?.replace(/\s+/g, '') ?? [],
  );
  const file_name = textAt(letter, 'file_name')?.trim() || undefined;
  const drug = drugOf(opening);
  if (!drug && !file_name && !applications[0]) {
    found.problem(where, 'names neither a drug nor an application nor its file');
    return;
  }
  const record = {
    ...(drug ?? { letter_id: file_name ?? `${applications[0]} ${original}` }),
    letter_date: original,
    corrected_date: isCorrected ? signed : undefined,
    application_number: applications[0],
    other_application_numbers: applications.length > 1 ? applications.slice(1) : undefined,
    company_name: textAt(letter, 'company_name'),
    file_name,
  };
  found.add('complete_response_letters', where, record, { needsTicker: true });
}

/** Characters of a letter in which its first sentences stand, letterhead and noise included. */
const OPENING_LENGTH = 4_000;

const DAY =
  '((?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}, ?\\d{4})';

/** The day on which the corrected letter was first sent, as its text says. */
function originalDay(opening: string): string | undefined {
  const named =
    new RegExp(`action date will remain ${DAY}`, 'i').exec(opening)?.[1] ??
    new RegExp(`(?:complete response|action) letter dated ${DAY}`, 'i').exec(opening)?.[1];
  const [, month = '', day = '', year = ''] = /^(\w+) (\d{1,2}), ?(\d{4})$/.exec(named ?? '') ?? [];
  return dayFrom(`${year} ${month.slice(0, 3)} ${day.padStart(2, '0')}`, 'yyyy MMM dd');
}

/**
 * The drug of `… submitted under section 505(b) of the Federal Food, Drug, and Cosmetic Act for
 * Barhemsys (amisulpride) injection, 5 mg/2 mL.`: the name before the bracket, and what stands in
 * it as the generic name; without a bracket, the words before the dosage form. The section and the
 * Act may be lost by redaction or text recognition (`submitted under for relacorilant capsules`).
 */
function drugOf(opening: string): { drug_name: string; generic_name?: string } | undefined {
  const named =
    /(?:Cosmetic Act|Public Health Service Act|FDCA|FD&C Act|PHS Act|PHSA)(?: \([^)]{1,20}\))?,? for (.{2,160})/i.exec(
      opening,
    )?.[1] ??
    /submitted (?:under|pursuant to)\b[^.]{0,120}? for (.{2,160})/i.exec(opening)?.[1] ??
    /\((?:NDA|BLA|ANDA)\).{0,200}? for (.{2,160})/.exec(opening)?.[1];
  if (!named || /^(?:\(b\) ?\(4\)|\[)/.test(named)) return undefined;
  const [, brand, generic] = /^([^(),.;]{2,80}?) ?\(([^()]{2,80})\)/.exec(named) ?? [];
  if (brand && generic && generic !== 'b') {
    return { drug_name: brand.trim(), generic_name: generic.trim() };
  }
  const words = /^([^(),.;]{2,80})/.exec(named)?.[1]?.replace(dosageForm, '').trim();
  return words && words.split(' ').length <= LONGEST_NAME ? { drug_name: words } : undefined;
}

/** Our choice: more words than this are a sentence, not a name. */
const LONGEST_NAME = 5;

const dosageForm =
  / (?:(?:delayed|extended)[- ]release |ophthalmic |nasal |topical |oral |for )*(?:tablets?|capsules?|injection|solution|suspension|cream|gel|ointment|powder|spray|emulsion|granules|patch|implant)\b.*$/i;
