import { isComputed } from '#contract/csv-cells.ts';
import type { ImportField, RejectionReason } from '#contract/imports/calls.ts';
import { LONGEST_TAG } from '#contract/contacts/values.ts';
import type { Language } from '#contract/primitives.ts';
import { isBirthDate } from '#server/contacts/book/rules.ts';
import { type Country, normalisePhone, phoneCountryDiffers } from '#server/tenants/rules.ts';

/** A row of a file as a contact; absent values are null. */
export type ImportedRow = {
  phone: string;
  name: string | null;
  email: string | null;
  birthDate: string | null;
  language: Language | null;
  tags: string[];
  note: string | null;
};

type ReadRow = { contact: ImportedRow } | { reason: RejectionReason };

/** How rows are read. */
export type RowReading = {
  fields: readonly (ImportField | null)[];
  country: Country;
  allowsForeign: boolean;
  now: Temporal.Instant;
};

/** Several numbers in one cell; what is longer is another column. */
const LONGEST_PHONES = 200;
const LONGEST_NAME = 120;
const LONGEST_EMAIL = 254;
const LONGEST_NOTE = 1_000;

/** Reads the cells of a row as a contact, or returns the reason why they are none. */
export function readRow(cells: readonly string[], { fields, country, allowsForeign, now }: RowReading): ReadRow {
  const cell = (field: ImportField): string => {
    const text = bareText(cells[fields.indexOf(field)] ?? '');
    return isBlank(text) ? '' : text;
  };
  if (fields.some((field) => field && cell(field).includes('\uFFFD'))) return { reason: 'letters_lost' };
  const phone = readPhone(cell('phone'), country, allowsForeign);
  if ('reason' in phone) return phone;
  const [name, email, born, spoken, note] = [
    cell('name').replaceAll(/\s+/g, ' '),
    cell('email'),
    cell('birth_date'),
    cell('language'),
    cell('note'),
  ];
  if (name.length > LONGEST_NAME || note.length > LONGEST_NOTE) return { reason: 'too_long' };
  if (email && (email.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)))
    return { reason: 'email_wrong' };
  const birthDate = born ? readBirthDate(born) : null;
  if (born && (birthDate === null || !isBirthDate(birthDate, now))) return { reason: 'birth_date_wrong' };
  const language = spoken ? readLanguage(spoken) : null;
  if (spoken && language === null) return { reason: 'language_unknown' };
  const tags = splitTags(cell('tags'));
  if (tags.some(({ length }) => length > LONGEST_TAG)) return { reason: 'too_long' };
  return {
    contact: {
      phone: phone.phone,
      name: name || null,
      email: email || null,
      birthDate,
      language,
      tags,
      note: note || null,
    },
  };
}

/** The text of a cell without what marks it as text: `="79161112233"`, or an apostrophe before a formula. */
function bareText(cell: string): string {
  const text = cell.trim();
  const isMarked = text.startsWith("'") && isComputed(text.slice(1));
  return (/^="(.*)"$/.exec(text)?.[1] ?? (isMarked ? text.slice(1) : text)).trim();
}

/** Cells by which people mean "nothing", and errors of spreadsheet programs. */
function isBlank(text: string): boolean {
  return /^([-–—.]+|n\/a|null|none|нет|немає|#(n\/a|н\/д|ref!|value!|name\?|div\/0!|null!|num!))$/i.test(text);
}

/** A number as 7.9E+10, or of more digits than a spreadsheet keeps, which are 15. A round number may be right. */
const IS_ROUNDED = /^\+?\d+([.,]\d+)?e\+?\d+$|^\d{15,}0$/i;

function readPhone(
  text: string,
  country: Country,
  allowsForeign: boolean,
): { phone: string } | { reason: RejectionReason } {
  if (text === '') return { reason: 'phone_empty' };
  if (IS_ROUNDED.test(text.replaceAll(/\s/g, ''))) return { reason: 'phone_digits_lost' };
  if (text.length > LONGEST_PHONES) return { reason: 'phone_wrong' };
  const phones = text.split(/[,;/\n]+/).flatMap((part) => normalisePhone(part, country) ?? []);
  const [phone] = phones;
  if (phone === undefined) return { reason: 'phone_wrong' };
  return !allowsForeign && phoneCountryDiffers(phone, country) ? { reason: 'phone_foreign' } : { phone };
}

/** Tags of one cell, divided by commas, semicolons or bars; each once. */
function splitTags(text: string): string[] {
  return [...new Set(text.split(/[,;|]/).flatMap((tag) => tag.trim() || []))];
}

/** Years of two digits above this are of the last century. */
const PIVOT_YEAR = 30;

/**
 * Reads a day: `2000-12-31`, `31.12.2000`, `31/12/2000`, `12/31/2000` where the day shows the order, or a spreadsheet's
 * number of days.
 *
 * @returns `YYYY-MM-DD`; null when it is no day
 */
export function readBirthDate(text: string): string | null {
  const bare = text.trim().split(/[T\s]/)[0] ?? '';
  if (/^\d{5}$/.test(bare)) return plainDate(1899, 12, 30, Number(bare));
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/.exec(bare) ?? [];
  if (a.length === 4) return plainDate(Number(a), Number(b), Number(c));
  if (a === '' || a.length > 2 || c.length === 3) return null;
  const short = Number(c);
  const year = c.length === 4 ? short : short + (short > PIVOT_YEAR ? 1900 : 2000);
  const isAmerican = Number(a) <= 12 && Number(b) > 12;
  return isAmerican ? plainDate(year, Number(a), Number(b)) : plainDate(year, Number(b), Number(a));
}

function plainDate(year: number, month: number, day: number, laterDays = 0): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).add({ days: laterDays }).toString();
  } catch {
    return null;
  }
}

const LANGUAGES: readonly [Language, RegExp][] = [
  ['ru', /^(ru|rus|рус|russ)/],
  ['uk', /^(uk|ua|укр)/],
  ['en', /^(en|eng|англ|анг|ingl)/],
  ['pt_br', /^(pt|por|порт|br)/],
];

function readLanguage(text: string): Language | null {
  return LANGUAGES.find(([, pattern]) => pattern.test(text.toLowerCase()))?.[0] ?? null;
}
