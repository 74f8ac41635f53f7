import { spawnSync } from 'node:child_process';
import type { ImportFormat } from '#contract/imports/calls.ts';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { HOSTILE_WORKBOOKS } from '#server/testing/server/hostile-workbooks.ts';
import { aWorkbook, archiveOf } from '#server/testing/rows/workbooks.ts';
import { inferColumns, inferTitleRows } from '#server/imports/column-rules.ts';
import { inferFormat } from './file-reading.ts';
import { readRow } from '#server/imports/row-rules.ts';
import { read } from './sheet-reading.ts';

const RUSSIA = 1;
const now = Temporal.Instant.from('2026-03-01T08:00:00Z');

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const windows1251 = (text: string) =>
  Buffer.from([...text].map((sign) => (sign >= 'А' && sign <= 'я' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))));

const ENCODINGS = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'windows-1251': windows1251,
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16le with a mark': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be': utf16be,
  'utf-16be with a mark': (text: string) => utf16be(`\uFEFF${text}`),
};

const textRows = async (bytes: Buffer) => {
  const format = inferFormat(bytes, RUSSIA);
  return { format, rows: format && (await rowsOf(bytes, format)) };
};

const rowsOf = async (bytes: Buffer, format: ImportFormat | null) =>
  (await Array.fromAsync(read(Readable.from([bytes]), { format, sheet: null }))).map(({ cells }) => cells);

const workbookRows = (bytes: Buffer) => rowsOf(bytes, null);

test.each(
  Object.entries(ENCODINGS).flatMap(([name, encode]) => [';', ',', '\t'].map((sign) => ({ name, encode, sign }))),
)(
  'a list in $name divided by "$sign" is read without being asked how it is written',
  async ({ name, encode, sign }) => {
    const table = [
      ['Имя', 'Телефон', 'Группа'],
      ['Анна Петрова', '8 (916) 111-22-33', 'Постоянные'],
      ['Вера', '+79161112234', ''],
    ];
    const { format, rows } = await textRows(encode(table.map((row) => row.join(sign)).join('\r\n')));
    expect(format).toEqual({ encoding: name.split(' ')[0], delimiter: sign });
    expect(rows).toEqual(table);
  },
);

test('a list in UTF-8 with a few lines of Windows-1251 keeps its letters; those lines are named', async () => {
  const good = 'Имя;Телефон\nАнна;89161112233\nБорис;89161112234\n';
  const { format, rows } = await textRows(Buffer.concat([Buffer.from(good), windows1251('Вера;89161112235\n')]));
  expect(format?.encoding).toBe('utf-8');
  const reading = {
    columns: [{ field: 'name' }, { field: 'phone' }],
    country: RUSSIA,
    allowsForeign: true,
    now,
  } as const;
  expect(rows?.slice(1).map((row) => readRow(row, reading))).toMatchObject([
    { contact: { name: 'Анна' } },
    { contact: { name: 'Борис' } },
    { reason: 'letters_lost' },
  ]);
});

test.each([
  ['a page of a site', Buffer.from('<html><table><tr><td>89161112233</td></tr></table></html>')],
  ['a program', Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 7) % 256))],
])('%s is no table', (_what, bytes) => {
  expect(inferFormat(bytes, RUSSIA)).toBeNull();
});

test('a workbook gives digits of phones, days of serials, shared texts and the values of formulas', async () => {
  const rows = await workbookRows(
    await aWorkbook({
      rows: [
        ['Имя', 'Телефон', 'Родилась', 'Заметка'],
        ['Анна', 79_161_112_233, { serial: 33_238 }, { formula: 'A2&" и "&A3', value: 'Анна и Вера' }],
        ['Вера', '8 916 111 22 34', { serial: 45_292.5 }, { formula: '1+1', value: 2 }],
        ['Анна', 7.916_111_223_5e10, null, '=1+1'],
      ],
    }),
  );
  expect(rows).toEqual([
    ['Имя', 'Телефон', 'Родилась', 'Заметка'],
    ['Анна', '79161112233', '1990-12-31', 'Анна и Вера'],
    ['Вера', '8 916 111 22 34', '2024-01-01', '2'],
    ['Анна', '79161112235', '', '=1+1'],
  ]);
});

test('a merged heading above the titles and an empty column are no titles and no data', async () => {
  const rows = await workbookRows(
    await aWorkbook({
      rows: [
        ['Клиенты салона', null, null],
        ['Имя', null, 'Телефон'],
        ['Анна', null, 79_161_112_233],
        ['Вера', null, 79_161_112_234],
      ],
      merged: ['A1:C1'],
    }),
  );
  const titleRows = inferTitleRows(rows, RUSSIA);
  expect(titleRows).toBe(2);
  expect(inferColumns(rows[1] ?? [], rows.slice(2), RUSSIA)).toEqual(['name', null, 'phone']);
  expect(inferTitleRows([['Анна'], ['89161112233']], RUSSIA)).toBe(1);
  expect(inferTitleRows([['Имя'], ['Анна', 'Петрова']], RUSSIA)).toBe(2);
});

/**
 * Bytes by which a process grows while it fails to read a workbook. NOTE: one of its own, that keeps little garbage; a
 * worker's memory depends on the tests before.
 */
function memoryToRead(workbook: Buffer): number {
  const program = `
    import { Readable } from 'node:stream';
    import { buffer } from 'node:stream/consumers';
    import { read } from '#server/imports/reading/sheet-reading.ts';
    const bytes = await buffer(process.stdin);
    const before = process.memoryUsage.rss();
    await Array.fromAsync(read(Readable.from([bytes]), { format: null, sheet: null })).catch(() => {});
    console.log(process.memoryUsage.rss() - before);
  `;
  const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: workbook, encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return Number(stdout);
}

test('a bomb is given up while it is inflated, before it fills the memory', async () => {
  const sheet = `<worksheet><sheetData>${'<row></row>'.repeat(5_000_000)}</sheetData></worksheet>`;
  const bomb = await archiveOf({ 'xl/worksheets/sheet1.xml': sheet });
  expect(bomb.length).toBeLessThan(sheet.length / 100);
  await expect(workbookRows(bomb)).rejects.toThrow('too large when unpacked');
  expect(memoryToRead(bomb)).toBeLessThan(64 * 1_048_576);
  const many = await archiveOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`xl/${n}.xml`, ''])));
  await expect(workbookRows(many)).rejects.toThrow('too many parts');
});

test.each([
  ['a cell reference of 120 million letters', 'a tag or a text that does not end'],
  ['twenty million tags within each other', 'too many levels'],
  ['a tag of three million attributes', 'a tag with too many attributes'],
  ['39 million empty texts', 'too many texts'],
  ['a text of 150 million letters', 'a tag or a text that does not end'],
  ['a comment of 150 million letters', 'a tag or a text that does not end'],
  ['an entity that stands for others', 'a document type'],
])('%s are given up early, for what they are', async (name, message) => {
  const workbook = (await HOSTILE_WORKBOOKS[name]?.()) ?? Buffer.alloc(0);
  await expect(workbookRows(workbook)).rejects.toThrow(message);
});

test('rows whose only cell is in the last column are given up: there would be billions of empty ones', async () => {
  const row = '<row><c r="XFD1"><v>1</v></c></row>';
  const sparse = await archiveOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${row.repeat(1_600)}</worksheet>` });
  await expect(workbookRows(sparse)).rejects.toMatchObject({ reason: 'too_much', message: 'It has too many cells' });
});

test('a text of a workbook may be as long as a cell, and is read whole', async () => {
  const long = 'Ж'.repeat(32_767);
  expect(await workbookRows(await aWorkbook({ rows: [['Имя', long]] }))).toEqual([['Имя', long]]);
});

const phone = (text: string, allowsForeign = true) => {
  const read = readRow([text], { columns: [{ field: 'phone' }], country: RUSSIA, allowsForeign, now });
  return 'reason' in read ? read.reason : read.contact.phone;
};

test.each([
  ['89161112233', '+79161112233'],
  ['9161112233', '+79161112233'],
  ['="79161112233"', '+79161112233'],
  ["'+79161112233", '+79161112233'],
  ["'＋79161112233", '+79161112233'],
  ['+380 44 279 19 19', '+380442791919'],
  ['+55 11 98765-4321', '+5511987654321'],
  ['7.9E+10', 'phone_digits_lost'],
  ['7,91611E+10', 'phone_digits_lost'],
  ['79160000000', '+79160000000'],
  ['8916111223344550', 'phone_digits_lost'],
  ['нет', 'phone_empty'],
  ['#Н/Д', 'phone_empty'],
  ['12-34', 'phone_wrong'],
  ['1,'.repeat(10_000), 'phone_wrong'],
])('the phone %s of a Russian cabinet is %s', (text, outcome) => {
  expect(phone(text)).toBe(outcome);
});

test('numbers of other countries are left out where the member says so', () => {
  expect([phone('+380442791919', false), phone('89161112233', false)]).toEqual(['phone_foreign', '+79161112233']);
});
