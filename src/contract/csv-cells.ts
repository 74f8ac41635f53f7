/**
 * Writes a cell of a CSV file. One that a spreadsheet program would compute gets an apostrophe (OWASP, CSV injection); a
 * phone loses its plus.
 *
 * All usual delimiters are quoted: the program may split lines by another than ours.
 */
export function csvCell(text: string): string {
  if (/^\+\d+$/.test(text)) return text.slice(1);
  const safe = isComputed(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Whether a spreadsheet program may take a text for a formula: it begins with the sign of one, perhaps full-width or after
 * blanks and invisible characters, or with a tab or an end of line.
 */
export function isComputed(text: string): boolean {
  return /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u.test(text);
}
