import type { ImportColumn, ImportField, ImportOmission, RejectionReason } from '#contract/imports/calls.ts';
import { LONGEST_OMITTED } from '#contract/imports/values.ts';
import { LONGEST_TAG } from '#contract/contacts/values.ts';
import { onOneLine, withoutInvisible } from '#contract/pasted-text.ts';
import type { Language } from '#contract/primitives.ts';
import { isBirthDate, LEAP_YEAR } from '#server/contacts/book/rules.ts';
import { type Country, normalisePhone, phoneCountryDiffers, splitPhones, wholeNumber } from '#server/tenants/rules.ts';
import { bareText, isBlank, isUnknown, readConsent, readEmail, readLanguage, splitTags } from './cell-rules.ts';
import { readBirthDate } from './day-rules.ts';
import { isMobileTitle, isRefusal } from './title-rules.ts';

/** A row of a file as a contact; absent values are null. */
export type ImportedRow = {
  phone: string;
  name: string | null;
  /** The first name, where the list has it apart. */
  givenName: string | null;
  email: string | null;
  birthDate: string | null;
  language: Language | null;
  tags: string[];
  note: string | null;
  consent: RowConsent;
};

/** The consent of a row and what is written in its cell; null where the list has no column for it. */
type RowConsent = { answer: 'yes' | 'no' | 'unknown'; stated: string } | null;

type Omitted = Omit<ImportOmission, 'rowNumber'>;

type ReadRow = { contact: ImportedRow; omitted: Omitted[] } | { reason: RejectionReason };

/** How rows are read. */
export type RowReading = {
  columns: readonly (Pick<ImportColumn, 'field'> & Partial<Pick<ImportColumn, 'title' | 'isMonthFirst'>>)[];
  country: Country;
  allowsForeign: boolean;
  now: Temporal.Instant;
};

/** Several numbers in one cell; what is longer is another column. */
const LONGEST_PHONES = 200;
const LONGEST_NAME = 120;
const LONGEST_NOTE = 1_000;

/**
 * Reads the cells of a row as a contact, or returns the reason why they are none. A cell beside the phone that cannot be
 * read is left out, and the contact is imported without it.
 */
export function readRow(cells: readonly string[], { columns, country, allowsForeign, now }: RowReading): ReadRow {
  const row = cellsOf(cells, columns);
  if (columns.some(({ field }, at) => field && cells[at]?.includes('\uFFFD'))) return { reason: 'letters_lost' };
  const phone = readPhone(row.all('phone'), country, allowsForeign);
  if ('reason' in phone) return phone;
  const omitted: Omitted[] = [];
  const omit = (field: Omitted['field'], text: string) => {
    if (omitted.some((one) => one.field === field)) return;
    omitted.push({ field, text: onOneLine(text).slice(0, LONGEST_OMITTED) });
  };
  const read = <Value>(field: Omitted['field'], reading: (text: string) => Value | null): Value | null => {
    const texts = row.all(field);
    for (const text of texts) {
      const value = reading(text);
      if (value !== null) return value;
    }
    if (texts[0] !== undefined) omit(field, texts[0]);
    return null;
  };
  const isMonthFirst = columns.find(({ field }) => field === 'birth_date')?.isMonthFirst ?? false;
  const tags = row.all('tags').flatMap((text) => splitTags(text.normalize('NFC')));
  for (const tag of tags) if (tag.length > LONGEST_TAG) omit('tags', tag);
  const note = row.all('note').join('\n').normalize('NFC');
  if (note.length > LONGEST_NOTE) omit('note', note);
  const { name, givenName } = readName(row);
  if (name.length > LONGEST_NAME) omit('name', name);
  const isNameStored = name !== '' && name.length <= LONGEST_NAME;
  const contact: ImportedRow = {
    phone: phone.phone,
    name: isNameStored ? name : null,
    givenName: isNameStored && givenName ? givenName : null,
    email: read('email', readEmail),
    birthDate: read('birth_date', (text) => birthDateOf(text, isMonthFirst, now)),
    language: read('language', readLanguage),
    tags: [...new Set(tags.filter((tag) => tag.length <= LONGEST_TAG))],
    note: note !== '' && note.length <= LONGEST_NOTE ? note : null,
    consent: readRowConsent(cells, columns),
  };
  if (contact.consent?.answer === 'unknown' && contact.consent.stated !== '') omit('consent', contact.consent.stated);
  return { contact, omitted };
}

type Row = {
  /** The texts of the cells of a meaning that are not empty, those of mobile phones first. */
  all(field: ImportField): string[];
};

/** Fields of any text: words that state no value are none. In others they are left out, as all that cannot be read. */
const NAMED_FIELDS: ReadonlySet<ImportField> = new Set([
  'phone',
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'tags',
  'note',
]);

function cellsOf(cells: readonly string[], columns: RowReading['columns']): Row {
  const places = (field: ImportField) => {
    const found = columns.flatMap((column, at) => (column.field === field ? { ...column, at } : []));
    return field === 'phone'
      ? found.toSorted((a, b) => Number(isMobileTitle(b.title ?? '')) - Number(isMobileTitle(a.title ?? '')))
      : found;
  };
  return {
    all: (field) =>
      places(field).flatMap(({ at }) => {
        const text = bareText(cells[at] ?? '');
        const isNothing = NAMED_FIELDS.has(field) ? isUnknown(text) : isBlank(text);
        return isNothing || withoutInvisible(text).trim() === '' ? [] : [text];
      }),
  };
}

/** The whole name, and the first name where it is in a column of its own. */
function readName(row: Row): { name: string; givenName: string } {
  const part = (field: ImportField) => onOneLine(row.all(field)[0] ?? '');
  const [first, middle, last] = [part('first_name'), part('middle_name'), part('last_name')];
  const parts = [first, middle, last].filter((text) => text !== '').join(' ');
  return { name: part('name') || parts, givenName: first };
}

function birthDateOf(text: string, isMonthFirst: boolean, now: Temporal.Instant): string | null {
  const day = readBirthDate(withoutInvisible(text), isMonthFirst);
  if (day === null) return null;
  if (day < '1900') return `${LEAP_YEAR}${day.slice('0004'.length)}`;
  return isBirthDate(day, now) ? day : null;
}

function readRowConsent(cells: readonly string[], columns: RowReading['columns']): RowConsent {
  const at = columns.findIndex(({ field }) => field === 'consent');
  if (at === -1) return null;
  const title = columns[at]?.title ?? '';
  const cell = onOneLine(cells[at] ?? '');
  const stated =
    cell === ''
      ? ''
      : [title, cell]
          .filter((text) => text !== '')
          .join(': ')
          .slice(0, LONGEST_OMITTED);
  const answer = readConsent(cell);
  if (answer === null) return { answer: 'unknown', stated: cell };
  return { answer: answer === isRefusal(title) ? 'no' : 'yes', stated };
}

/** More digits than a spreadsheet keeps, which are 15. A round number may be right. */
const IS_ROUNDED = /^\+?\d{15,}0$/;
const IS_SHORTENED = /^\+?\d+([.,]\d+)?e\+?\d+$/i;

function readPhone(
  texts: readonly string[],
  country: Country,
  allowsForeign: boolean,
): { phone: string } | { reason: RejectionReason } {
  const typed = texts.map((text) => withoutInvisible(text).trim()).filter((text) => text !== '');
  if (typed.length === 0) return { reason: 'phone_empty' };
  const phones = typed.flatMap((text) => phonesIn(text, country));
  const [phone] = phones.filter((one) => allowsForeign || !phoneCountryDiffers(one, country));
  if (phone !== undefined) return { phone };
  if (phones.length > 0) return { reason: 'phone_foreign' };
  return { reason: typed.some(hasLostDigits) ? 'phone_digits_lost' : 'phone_wrong' };
}

function hasLostDigits(text: string): boolean {
  const bare = text.replaceAll(/\s/g, '');
  return IS_ROUNDED.test(bare) || (IS_SHORTENED.test(bare) && (wholeNumber(bare) ?? bare) === bare);
}

/** The phones of a cell: several of them, with words and brackets around. */
function phonesIn(typed: string, country: Country): string[] {
  if (typed.length > LONGEST_PHONES || hasLostDigits(typed)) return [];
  const text = wholeNumber(typed) ?? typed;
  const readOne = (part: string) =>
    (/\p{L}/u.test(part) ? normalisePhone(part.replaceAll(WORDS, ' '), country) : null) ??
    normalisePhone(part, country);
  if (!/[,;/\n]|:::/.test(text)) return [readOne(text) ?? []].flat();
  return splitPhones(text.replaceAll('/', '\n')).flatMap((part) => readOne(part) ?? []);
}

/** Words and brackets around a number: `моб. +7 916 …`, `+7 916 … (мама)`. */
const WORDS = /\([^()]*\p{L}[^()]*\)|\p{L}[\p{L}.:]*/gu;
