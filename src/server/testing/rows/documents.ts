import * as XLSX from '@e965/xlsx';
import { archiveOf } from './workbooks.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SLIDES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"';

/** A part of a document of Word: a paragraph, a heading of a level, or a table. */
export type WordPart = string | { level: number; text: string } | { rows: readonly (readonly string[])[] };

/** A document of Word since 2007. */
export async function aWordDocument(parts: readonly WordPart[]): Promise<Buffer> {
  return archiveOf({
    '[Content_Types].xml': `${HEAD}<Types ${TYPES}><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships ${RELATIONS}><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document ${WORD}><w:body>${parts.map(wordPart).join('')}</w:body></w:document>`,
  });
}

function wordPart(part: WordPart): string {
  if (typeof part === 'string') return `<w:p><w:r><w:t>${escaped(part)}</w:t></w:r></w:p>`;
  if ('level' in part) {
    return `<w:p><w:pPr><w:pStyle w:val="Heading${part.level}"/></w:pPr><w:r><w:t>${escaped(part.text)}</w:t></w:r></w:p>`;
  }
  const rows = part.rows.map(
    (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${wordPart(cell)}</w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl>${rows.join('')}</w:tbl>`;
}

/** A presentation of PowerPoint since 2007: a list of texts for each slide. */
export async function aPresentation(slides: readonly (readonly string[])[]): Promise<Buffer> {
  const parts = slides.map((texts, at) => [
    `ppt/slides/slide${at + 1}.xml`,
    `${HEAD}<p:sld ${SLIDES} ${DRAWING}><p:cSld><p:spTree>${texts.map(shape).join('')}</p:spTree></p:cSld></p:sld>`,
  ]);
  const relations = slides.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/slide" Target="slides/slide${at + 1}.xml"/>`,
  );
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`);
  return archiveOf({
    '[Content_Types].xml': `${HEAD}<Types ${TYPES}><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships ${RELATIONS}><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    'ppt/presentation.xml': `${HEAD}<p:presentation ${SLIDES} xmlns:r="${OFFICE}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `${HEAD}<Relationships ${RELATIONS}>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(parts),
  });
}

const shape = (text: string): string =>
  `<p:sp><p:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

/** A PDF with the lines of each page; its letters stand for themselves, and a table maps them to Unicode. */
export function aPdf(pages: readonly (readonly string[])[], { encrypted = '' } = {}): Buffer {
  const objects: string[] = [];
  const add = (content: string) => objects.push(content);
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Kids[${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}]/Count ${pages.length}>>`);
  add('<</Type/Font/Subtype/Type0/BaseFont/Text/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 5 0 R>>');
  add(
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Text/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor<</Type/FontDescriptor/FontName/Text/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>',
  );
  add(streamOf(UNICODE_MAP));
  for (const [at, lines] of pages.entries()) {
    add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${7 + at * 2} 0 R>>`);
    const drawn = lines.map((line, row) => `BT /F 12 Tf 50 ${780 - row * 24} Td <${hexOf(line)}> Tj ET`);
    add(streamOf(drawn.join('\n')));
  }
  let body = '%PDF-1.5\n';
  const places = objects.map((content, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${content}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${encrypted}>>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** A PDF that asks for a password: the standard security handler with keys that no empty password fits. */
export const aLockedPdf = (): Buffer =>
  aPdf([['Secret']], {
    encrypted: `/ID[<${'0a'.repeat(16)}><${'0a'.repeat(16)}>]/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'1b'.repeat(32)}>/U<${'2c'.repeat(32)}>>>`,
  });

const UNICODE_MAP = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap end end`;

const streamOf = (content: string): string => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;

const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** A workbook of Excel before 2007. */
export function anOldWorkbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet');
  return XLSX.write(book, { type: 'buffer', bookType: 'biff8' });
}

/** A presentation of PowerPoint before 2007, with one text for each slide. */
export function anOldPresentation(texts: readonly string[]): Buffer {
  const slides = texts.map((text) =>
    record(1_006, record(4_000, Buffer.from(text, 'utf16le'), { isContainer: false })),
  );
  const master = record(1_016, record(4_000, Buffer.from('Placeholder', 'utf16le'), { isContainer: false }));
  return aContainer({ 'PowerPoint Document': Buffer.concat([record(1_000, Buffer.concat([master, ...slides]))]) });
}

function record(type: number, content: Buffer, { isContainer = true } = {}): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(isContainer ? 0x0f : 0, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** A container of the Office before 2007, with streams by their names. */
export function aContainer(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

/** A document of Word 97 whose text stands in one piece: [MS-DOC] 2.4.1. */
export function anOldDocument(text: string, { isEncrypted = false, more = {} } = {}): Buffer {
  const written = Buffer.from(text, 'utf16le');
  const start = 0x800;
  const block = Buffer.alloc(start);
  block.writeUInt16LE(0xa5_ec, 0);
  block.writeUInt16LE(0xc1, 2);
  block.writeUInt16LE(0x02_00 | (isEncrypted ? 0x01_00 : 0), 10);
  block.writeUInt16LE(0x0e, 0x20);
  block.writeUInt16LE(0x16, 0x3e);
  block.writeUInt32LE(text.length, 0x4c);
  block.writeUInt16LE(0x5d, 0x98);
  const pieces = Buffer.alloc(5 + 8 + 8);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(0, 5);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(start, 15);
  block.writeUInt32LE(0, 0x1_a2);
  block.writeUInt32LE(pieces.length, 0x1_a6);
  return aContainer({
    WordDocument: Buffer.concat([block, written, Buffer.alloc(4_096)]),
    '1Table': Buffer.concat([pieces, Buffer.alloc(4_096)]),
    ...more,
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
