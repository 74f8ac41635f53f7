import type { ImportField } from '#contract/imports/calls.ts';
import { IMPORT_FIELDS } from '#contract/imports/values.ts';
import { type Country, normalisePhone } from '#server/tenants/rules.ts';
import { readBirthDate } from './row-rules.ts';

/** Titles of columns in the languages of the product, without regard to case. */
const TITLES: Readonly<Record<ImportField, RegExp>> = {
  phone: /phone|mobile|whats|^tel|телефон|^тел|номер|мобіл|мобил|celular|telefone|n[uú]mero/,
  name: /name|^client|^customer|имя|фио|клиент|^ім|піб|клієнт|прізвище|фамилия|nome|cliente/,
  email: /mail|почта|пошта/,
  birth_date: /birth|^dob|рожд|народж|nascimento|anivers/,
  language: /lang|язык|язик|мова|idioma|l[ií]ngua/,
  tags: /^tag|categor|group|тег|метк|мітк|груп|категор|etiqueta|grupo/,
  note: /note|comment|коммент|комент|замет|примеч|приміт|нотат|observ|^nota/,
};

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

/** Guesses what each column means, by its title and then by its first cells; each meaning is given once. */
export function inferColumns(
  titles: readonly string[],
  sample: readonly (readonly string[])[],
  country: Country,
): (ImportField | null)[] {
  const width = Math.max(titles.length, ...sample.map(({ length }) => length), 0);
  const cellsOf = (index: number) => sample.map((row) => row[index]?.trim() ?? '').filter(Boolean);
  const fields = Array.from({ length: width }, (): ImportField | null => null);
  const give = (field: ImportField, fits: (index: number) => boolean) => {
    if (fields.includes(field)) return;
    const index = fields.findIndex((taken, at) => taken === null && fits(at));
    if (index !== -1) fields[index] = field;
  };
  const mostly = (test: (cell: string) => boolean) => (index: number) => {
    const cells = cellsOf(index);
    return cells.length > 0 && cells.filter(test).length > cells.length / 2;
  };
  const titled = (field: ImportField) => (index: number) =>
    TITLES[field].test(titles[index]?.trim().toLowerCase() ?? '');
  give('phone', (index) => titled('phone')(index) && mostly((cell) => /\d{5}/.test(cell.replaceAll(/\D/g, '')))(index));
  for (const field of IMPORT_FIELDS) give(field, titled(field));
  give(
    'phone',
    mostly((cell) => isPhone(cell, country)),
  );
  give(
    'email',
    mostly((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)),
  );
  give(
    'birth_date',
    mostly((cell) => readBirthDate(cell) !== null),
  );
  if (titles.length === 0)
    give(
      'name',
      mostly((cell) => /^[\p{L}\s.'’-]{2,}$/u.test(cell)),
    );
  return fields;
}

function isPhone(cell: string, country: Country): boolean {
  return cell.replaceAll(/\D/g, '').length >= 7 && normalisePhone(cell, country) !== null;
}
