import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import {
  aContainer,
  aLockedPdf,
  anOldDocument,
  anOldPresentation,
  anOldWorkbook,
  aPdf,
  aPresentation,
  aWordDocument,
} from '#server/testing/rows/documents.ts';
import { archiveOf, aWorkbookOf } from '#server/testing/rows/workbooks.ts';
import type { Block } from './blocks.ts';
import { detectDocumentContainer, formatOfMime } from './document-format.ts';
import { DOCUMENT_READERS, pageReader } from './document-readers.ts';
import { passageMaker } from './passage-rules.ts';

async function blocksOf(bytes: Buffer): Promise<Block[]> {
  const detector = detectDocumentContainer();
  detector.take(bytes);
  const format = formatOfMime(detector.kind()?.mime ?? '');
  if (!format) throw new Error('no document');
  const open = () => Promise.resolve(Readable.from([bytes]));
  return readIsolated(DOCUMENT_READERS[format], { key: 'tenant', options: null, open }, (blocks) =>
    Array.fromAsync(blocks),
  );
}

async function textsOf(bytes: Buffer): Promise<string[]> {
  const maker = passageMaker();
  const passages = [...(await blocksOf(bytes)).flatMap((block) => maker.take(block)), ...maker.rest()];
  return passages.map(({ text, headings, place }) => {
    const where = place && ('number' in place ? `${place.kind} ${place.number}` : place.kind);
    return `${headings.join(' > ')}|${where ?? ''}|${text}`;
  });
}

const PRICES = [
  ['Услуга', 'Цена'],
  ['Стрижка', '1 500 ₽'],
  ['Маникюр', '2 000 ₽'],
];

test('a document of Word is read with its headings and the rows of its tables', async () => {
  const bytes = await aWordDocument([{ level: 1, text: 'Прайс' }, { rows: PRICES }, 'Работаем каждый день.']);
  expect(await textsOf(bytes)).toEqual([
    'Прайс||Услуга: Стрижка; Цена: 1 500 ₽\nУслуга: Маникюр; Цена: 2 000 ₽\nРаботаем каждый день.',
  ]);
});

test('a presentation is read slide by slide', async () => {
  const bytes = await aPresentation([
    ['Акции', 'Скидка 10 % в день рождения'],
    ['Контакты', 'Ленина, 5'],
  ]);
  expect(await textsOf(bytes)).toEqual(['|slide 1|Акции\nСкидка 10 % в день рождения\nКонтакты\nЛенина, 5']);
});

test('a PDF is read page by page, and pages that are pictures are named', async () => {
  const blocks = await blocksOf(aPdf([['Стрижка 1500 рублей, укладка 900 рублей'], []]));
  expect(blocks).toContainEqual({
    kind: 'text',
    text: 'Стрижка 1500 рублей, укладка 900 рублей',
    place: { kind: 'page', number: 1 },
  });
  expect(blocks).toContainEqual({ kind: 'omission', what: 'scanned_pages' });
});

test('a workbook is read by the sheets that are shown, with the titles of their columns', async () => {
  const bytes = await aWorkbookOf([
    { name: 'Женский зал', rows: [['Прайс 2026'], ...PRICES] },
    {
      name: 'Расчёты',
      isHidden: true,
      rows: [
        ['Закупка', 'Сумма'],
        ['Краска', 99],
      ],
    },
    {
      name: 'Мужской зал',
      rows: [
        ['Услуга', 'Цена'],
        ['Борода', 700],
      ],
    },
  ]);
  const texts = (await textsOf(bytes)).join('\n');
  expect(texts).toContain('Услуга: Маникюр; Цена: 2 000 ₽');
  expect(texts).toContain('Мужской зал\nУслуга: Борода; Цена: 700');
  expect(texts).not.toContain('Краска');
});

test('files of Word, Excel and PowerPoint before 2007 are read', async () => {
  expect(await textsOf(anOldDocument('Мы открыты с 9 до 21.\rБез выходных.'))).toEqual([
    '||Мы открыты с 9 до 21.\nБез выходных.',
  ]);
  expect(await textsOf(anOldWorkbook(PRICES))).toEqual([
    '|row 2|Услуга: Стрижка; Цена: 1 500 ₽\nУслуга: Маникюр; Цена: 2 000 ₽',
  ]);
  expect(await textsOf(anOldPresentation(['Первый слайд', 'Второй слайд']))).toEqual(['||Первый слайд\nВторой слайд']);
});

test('macros of a document are not read', async () => {
  const bytes = anOldDocument('Прайс на ноябрь', { more: { 'Macros/VBA/Module1': Buffer.from('Sub AutoOpen()') } });
  expect(await textsOf(bytes)).toEqual(['||Прайс на ноябрь']);
});

const aBomb = () =>
  archiveOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': Buffer.alloc(320 * 1_048_576, ' ') });

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['a PDF with a password', aLockedPdf, 'locked'],
  ['a document of Word 97 with a password', () => anOldDocument('Тайна', { isEncrypted: true }), 'locked'],
  ['a new document with a password', () => aContainer({ EncryptedPackage: Buffer.alloc(5_000, 7) }), 'locked'],
  ['a PDF of scanned pages', () => aPdf([[], []]), 'no_text'],
  ['a PDF that is cut off', () => aPdf([['Стрижка']]).subarray(0, 40), 'damaged'],
  ['a document that is cut off', async () => (await aWordDocument(['Прайс'])).subarray(0, 300), 'damaged'],
  ['a container that is cut off', () => anOldDocument('Прайс').subarray(0, 700), 'damaged'],
  ['a document of 320 MB of spaces', aBomb, 'too_much'],
  ['an archive of pictures', () => archiveOf({ 'a.png': 'x' }), 'wrong_type'],
  ['a container of something else', () => aContainer({ Thumbs: Buffer.alloc(5_000, 7) }), 'wrong_type'],
])('%s is refused with its reason', async (_what, make, reason) => {
  await expect(blocksOf(await make())).rejects.toMatchObject({ name: 'UnreadableFile', reason });
});

test(
  'of a workbook of a million rows the first 50,000 are read, and the rest is named',
  { timeout: 240_000 },
  async () => {
    function* rows() {
      for (let n = 0; n < 1_000_000; n += 1) yield [n, n + 1];
    }
    const blocks = await blocksOf(await aWorkbookOf([{ name: 'A', rows: rows() }]));
    expect(blocks.filter(({ kind }) => kind === 'row')).toHaveLength(50_000);
    expect(blocks.at(-1)).toEqual({ kind: 'omission', what: 'rows' });
  },
);

async function readPage(html: string | Buffer, contentType = 'text/html') {
  const open = () => Promise.resolve(Readable.from([Buffer.from(html)]));
  return readIsolated(pageReader, { key: 'tenant', options: { contentType }, open }, (blocks) =>
    Array.fromAsync(blocks),
  );
}

test('a page is read without its scripts, styles and menus, with the addresses it refers to', async () => {
  const blocks =
    await readPage(`<!doctype html><html><head><title>Салон &amp; Ко</title><style>p{color:red}</style></head><body>
    <script>document.write('<p>from a script</p>')</script><a href="/prices?a=1#top">Цены</a>
    <h1>О нас</h1><p onclick="alert(1)">Мы открыты.<script>alert(2)</script></body></html>`);
  expect(blocks).toEqual([
    { kind: 'title', text: 'Салон & Ко' },
    { kind: 'heading', level: 1, text: 'О нас', place: null },
    { kind: 'text', text: 'Мы открыты.', place: null },
    { kind: 'link', url: '/prices?a=1#top' },
  ]);
});

test('a page in another encoding is read by what it names', async () => {
  const page = Buffer.concat([
    Buffer.from('<meta charset="windows-1251"><p>'),
    Buffer.from([0xd6, 0xe5, 0xed, 0xfb]),
    Buffer.from('</p>'),
  ]);
  expect(await readPage(page)).toEqual([{ kind: 'text', text: 'Цены', place: null }]);
});

test('a page of a hundred thousand nested parts is refused or read, and ends', async () => {
  const page = `${'<div>'.repeat(100_000)}дно`;
  await readPage(page).catch((error: unknown) => expect(error).toMatchObject({ name: 'UnreadableFile' }));
});
