import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';

/** Longest row, in characters: an unclosed quote would otherwise collect the rest of the file. */
const LONGEST_ROW = 200_000;

export type CsvFormat = { encoding: string; delimiter: string };

/**
 * Reads the rows of a CSV file as its bytes come; rows may differ in length. A quote within a cell is a letter.
 *
 * @throws {UnreadableFile} `row_too_long` also when it has too many columns; `damaged` when a quote is not closed
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: CsvFormat,
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  pipeline(Readable.from(decoded(bytes, encoding)), parser, () => {}); // NOTE: the loop below throws what fails
  try {
    for await (const row of parser) yield row as string[]; // NOTE: the parser's rows are untyped
  } catch (cause) {
    const isTooLong = cause instanceof CsvError && cause.code === 'CSV_MAX_RECORD_SIZE';
    if (isTooLong) throw new UnreadableFile('row_too_long', 'A row is too long', { cause });
    throw new UnreadableFile('damaged', 'It is no table', { cause });
  }
}

/** Decodes text in pieces; letters that the encoding lacks become U+FFFD. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
