import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import type { Block } from './blocks.ts';
import { blocksOf } from './office-blocks.ts';
import { parseDocument } from './parsing.ts';

const MAX_PAGES = 500;
/** A page with fewer letters is a picture of one. */
const FEWEST_LETTERS = 20;

const EMPTY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
`;

// NOTE: the parser loads its parts when it first reads a file, and the process may load nothing once this module is there.
await parseDocument(Buffer.from(EMPTY_PDF), 'pdf').catch(() => undefined);

/** Reads a PDF page by page. This is the module of `pdfReader` and runs in its process. @throws UnreadableFile */
export const read: ReadFile<null, Block> = async function* (file) {
  const ast = await parseDocument(await buffer(file), 'pdf');
  const pages = ast.content.filter(({ type }) => type === 'page');
  let scanned = 0;
  for (const [at, page] of pages.slice(0, MAX_PAGES).entries()) {
    const blocks = [...blocksOf({ ...ast, metadata: at === 0 ? ast.metadata : {}, content: [page] })];
    if (countLetters(blocks) < FEWEST_LETTERS) scanned += 1;
    yield* blocks;
    yield { kind: 'progress', done: at + 1, total: Math.min(MAX_PAGES, pages.length) };
  }
  if (scanned > 0 && scanned === Math.min(MAX_PAGES, pages.length)) {
    throw new UnreadableFile('no_text', 'It has pictures of pages without their text');
  }
  if (scanned > 0) yield { kind: 'omission', what: 'scanned_pages' };
  if (pages.length > MAX_PAGES) yield { kind: 'omission', what: 'pages' };
};

function countLetters(blocks: readonly Block[]): number {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'row') return block.cells;
    return block.kind === 'text' || block.kind === 'heading' ? [block.text] : [];
  });
  return texts.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
