import { readWhen } from './when.ts';

/** The date of birth that a text states, as `YYYY-MM-DD`; null: it states none with its year. */
export function readBirthday(text: string): string | null {
  const [whole] = /(?<!\d)(?:19|20)\d\d(?!\d)/u.exec(text) ?? [];
  const [, short] = /\d{1,2}[./]\d{1,2}[./](\d\d)(?!\d)/u.exec(text) ?? [];
  const year = whole ?? (short === undefined ? undefined : `${Number(short) > 30 ? 19 : 20}${short}`);
  if (year === undefined) return null;
  const { day } = readWhen(text, { day: `${year}-01-01`, minutes: 0 });
  return day?.startsWith(year) ? day : null;
}
