/** `23.11.2026` or `23/11/2026`, as the language writes it; empty for no day. */
export function writtenDay(day: string, language: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return '';
  const format = new Intl.DateTimeFormat(language || 'en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T12:00:00Z`)).replace(/[^\d]+$/, '');
}

const DAY_FIRST = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})$|^(\d\d)(\d\d)(\d{4})$/;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/**
 * Reads a day as people write it, the day before the month in every language of the product; also as `2026-11-23`.
 *
 * @returns `2026-11-23`; null for what is no day
 */
export function dayIn(text: string): string | null {
  const written = text.trim();
  const ofYear = YEAR_FIRST.exec(written);
  const [, a, b, c, d, e, f] = DAY_FIRST.exec(written) ?? [];
  const [year, month, day] = ofYear ? ofYear.slice(1) : [c ?? f, b ?? e, a ?? d];
  if (!year || !month || !day) return null;
  const key = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isReal = new Date(`${key}T00:00:00Z`).toJSON()?.slice(0, 10) === key;
  return isReal ? key : null;
}
