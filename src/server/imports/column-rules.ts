import type { ImportField } from '#contract/imports/calls.ts';
import { REPEATABLE_FIELDS } from '#contract/imports/values.ts';
import { type Country, normalisePhone, splitPhones } from '#server/tenants/rules.ts';
import { isUnknown, readConsent, readEmail, readLanguage } from './cell-rules.ts';
import { readBirthDate } from './day-rules.ts';
import { allowsInference, isPlainName, isTitled } from './title-rules.ts';

/** Headings of a whole table above its titles, at most. */
const MAX_HEADINGS = 5;

/**
 * Counts the rows above the contacts: titles, where the first row has text and no phone, and above them headings of one
 * cell, which is often merged.
 */
export function inferTitleRows(rows: readonly (readonly string[])[], country: Country): number {
  const isTitles = (row: readonly string[] = []) =>
    row.some((cell) => /\p{L}/u.test(cell)) && !row.some((cell) => isPhone(cell, country));
  const width = (row: readonly string[] = []) => row.filter((cell) => cell.trim() !== '').length;
  if (!isTitles(rows[0])) return 0;
  let headings = 0;
  while (headings < MAX_HEADINGS && width(rows[headings]) === 1 && isTitles(rows[headings + 1])) headings += 1;
  return headings > 0 && width(rows[headings]) === 1 ? 1 : headings + 1;
}

/** Whether a table has a column of phones. */
export function hasPhones(rows: readonly (readonly string[])[], country: Country): boolean {
  const titleRows = inferTitleRows(rows, country);
  return inferColumns(rows[titleRows - 1] ?? [], rows.slice(titleRows), country).some(
    (field, index) =>
      field === 'phone' &&
      rows.slice(titleRows).some((row) => splitPhones(row[index] ?? '').some((cell) => isPhone(cell, country))),
  );
}

/**
 * Guesses what each column means, by its title and by its first cells, which count for more: a column whose title names
 * emails and whose cells have none is no column of emails.
 */
export function inferColumns(
  titles: readonly string[],
  sample: readonly (readonly string[])[],
  country: Country,
): (ImportField | null)[] {
  const width = Math.max(titles.length, ...sample.map(({ length }) => length), 0);
  const cells = Array.from({ length: width }, (_, at) =>
    sample.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '' && !isUnknown(cell)),
  );
  const fields = Array.from({ length: width }, (): ImportField | null => null);
  const title = (at: number) => titles[at] ?? '';
  const share = (at: number, field: ImportField) => {
    const all = sample.map((row) => row[at]?.trim() ?? '').filter(Boolean);
    const counted = field === 'consent' ? all : (cells[at] ?? []);
    return counted.length === 0 ? null : counted.filter(TESTS[field]).length / counted.length;
  };
  const give = (field: ImportField, fits: (at: number) => boolean) => {
    const isRepeatable = REPEATABLE_FIELDS.some((one) => one === field);
    for (const [at, taken] of fields.entries()) {
      if (taken !== null || !fits(at)) continue;
      if (!isRepeatable && fields.includes(field)) return;
      fields[at] = field;
    }
  };
  const isTitledAs = (field: ImportField) => (at: number) =>
    isTitled(title(at), field) && (share(at, field) ?? 1) >= 0.5;
  const has = (field: ImportField) => fields.some((one, at) => one === field && (cells[at]?.length ?? 0) > 0);
  const hasCellsOf = (field: ImportField) => (at: number) =>
    allowsInference(title(at)) && (share(at, field) ?? 0) > 0.5;
  const hasPhoneCells = (at: number) => {
    const all = cells[at] ?? [];
    const phones = all.filter((cell) => splitPhones(cell).some((part) => isPhone(part, country)));
    return allowsInference(title(at)) && phones.length > all.length / 2;
  };
  const hasBirthdays = (at: number) => {
    const days = (cells[at] ?? []).map((cell) => readBirthDate(cell)).filter((day) => day !== null && day >= '1900');
    return title(at).trim() === '' && days.length > (cells[at]?.length ?? 0) / 2;
  };

  give('last_name', isTitledAs('last_name'));
  give('middle_name', isTitledAs('middle_name'));
  give('first_name', isTitledAs('first_name'));
  if (fields.includes('last_name'))
    give('first_name', (at) => isPlainName(title(at)) && (share(at, 'first_name') ?? 1) >= 0.5);
  for (const field of ['email', 'birth_date', 'phone'] as const) give(field, isTitledAs(field));
  if (!has('phone')) giveByContent(fields, 'phone', hasPhoneCells);
  if (!fields.includes('phone')) give('phone', (at) => isTitled(title(at), 'phone'));
  if (!has('email')) give('email', hasCellsOf('email'));
  if (!fields.includes('birth_date')) give('birth_date', hasBirthdays);
  for (const field of ['consent', 'language', 'tags', 'note'] as const) give(field, isTitledAs(field));
  give('name', (at) => isPlainName(title(at)) && isTitledAs('name')(at));
  give('name', isTitledAs('name'));
  if (!['name', 'first_name'].some((one) => fields.includes(one as ImportField))) {
    const surname = fields.indexOf('last_name');
    if (surname !== -1) fields[surname] = 'name';
    else if (titles.length === 0) give('name', hasCellsOf('name'));
  }
  return fields;
}

/** Gives a meaning to the first column that fits it by its cells. */
function giveByContent(fields: (ImportField | null)[], field: ImportField, fits: (at: number) => boolean): void {
  const at = fields.findIndex((taken, index) => taken === null && fits(index));
  if (at === -1) return;
  for (const [index, one] of fields.entries()) if (one === field) fields[index] = null;
  fields[at] = field;
}

const isName = (cell: string) =>
  /\p{L}/u.test(cell) && !cell.includes('@') && cell.replaceAll(/\D/g, '').length < 5 && !/^https?:/.test(cell);

/** Whether a cell may have each meaning. */
const TESTS: Readonly<Record<ImportField, (cell: string) => boolean>> = {
  phone: (cell) => /\d{5}/.test(cell.replaceAll(/\D/g, '')) && !cell.includes('@') && !/\d{4}-\d\d-\d\d/.test(cell),
  name: isName,
  first_name: isName,
  middle_name: isName,
  last_name: isName,
  email: (cell) => readEmail(cell) !== null,
  birth_date: (cell) => readBirthDate(cell) !== null,
  language: (cell) => readLanguage(cell) !== null,
  tags: () => true,
  note: () => true,
  consent: (cell) => readConsent(cell) !== null,
};

function isPhone(cell: string, country: Country): boolean {
  return cell.replaceAll(/\D/g, '').length >= 7 && normalisePhone(cell, country) !== null;
}
