import { decodedLines, decoderOf, type NumberedCells } from './csv-reading.ts';

const TITLES = ['Name', 'First name', 'Middle name', 'Last name', 'Phone', 'E-mail', 'Birthday', 'Tags', 'Notes'];

/** Divides several values of one cell, as in the tables of address books. */
const BETWEEN_VALUES = ' ::: ';

/** Whether a text begins as the cards of an address book do. */
export function isVCard(start: string): boolean {
  return /^\uFEFF?\s*begin:vcard/i.test(start);
}

type Property = { name: string; parameters: string; value: string };

/**
 * Reads the cards of an address book (vCard 2.1 to 4.0) as a table with a row of titles; the line of a card is that of its
 * beginning.
 *
 * @throws UnreadableFile
 */
export async function* readVCards(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<NumberedCells> {
  yield { line: 0, cells: TITLES, isBroken: false };
  let [line, startsAt] = [0, 0];
  let card: string[] = [];
  for await (const text of decodedLines(bytes, encoding)) {
    line += 1;
    if (/^begin:vcard/i.test(text.trim())) [card, startsAt] = [[], line];
    else if (/^end:vcard/i.test(text.trim())) yield { line: startsAt, cells: cellsOf(card), isBroken: false };
    else if (card.length < MAX_LINES) card.push(text);
  }
}

/** Lines of a card; those of a large picture are beyond it. */
const MAX_LINES = 20_000;

function cellsOf(lines: readonly string[]): string[] {
  const properties = unfolded(lines).flatMap((line) => propertyOf(line) ?? []);
  const valuesOf = (name: string) => properties.filter((one) => one.name === name);
  const all = (some: readonly Property[]) => some.map(({ value }) => unescaped(value)).join(BETWEEN_VALUES);
  const phones = valuesOf('TEL').toSorted((a, b) => Number(isMobile(b)) - Number(isMobile(a)));
  const [last = '', first = '', middle = ''] = (valuesOf('N')[0]?.value ?? '').split(/(?<!\\);/).map(unescaped);
  const [birthday] = valuesOf('BDAY');
  return [
    unescaped(valuesOf('FN')[0]?.value ?? ''),
    first,
    middle,
    last,
    all(phones).replaceAll(/tel:/gi, ''),
    all(valuesOf('EMAIL')),
    birthday?.value ?? '',
    all(valuesOf('CATEGORIES')),
    all(valuesOf('NOTE')),
  ];
}

const isMobile = ({ parameters }: Property): boolean => /cell|iphone|mobile/i.test(parameters);

/** Joins lines that were divided because of their length. */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    const isQuoted = before !== undefined && /quoted-printable/i.test(before) && before.endsWith('=');
    if (before !== undefined && isQuoted) whole[whole.length - 1] = before.slice(0, -1) + line.trimStart();
    else if (before !== undefined && /^[ \t]/.test(line)) whole[whole.length - 1] = before + line.slice(1);
    else whole.push(line);
  }
  return whole;
}

function propertyOf(line: string): Property | null {
  const [, name = '', parameters = '', value = ''] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/s.exec(line) ?? [];
  if (name === '') return null;
  const isQuoted = /quoted-printable/i.test(parameters);
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(parameters) ?? [];
  return { name: name.toUpperCase(), parameters, value: isQuoted ? unquoted(value, charset) : value };
}

/** Decodes the bytes of `=D0=90`; of an encoding that is not known as UTF-8. */
function unquoted(value: string, charset: string): string {
  const bytes = Buffer.from(
    value.replaceAll(/=([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
  try {
    return decoderOf(charset.toLowerCase()).decode(bytes);
  } catch {
    return decoderOf('utf-8').decode(bytes);
  }
}

const unescaped = (value: string): string =>
  value.replaceAll(/\\([nN,;:\\])/g, (_whole, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();
