import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import type { Block } from './blocks.ts';
import { blocksOf } from './office-blocks.ts';
import { parseDocument } from './parsing.ts';

/** The value of the header `content-type`; empty: none. */
export type PageOptions = { contentType: string };

/** Bytes in which a page names its encoding: the HTML standard's prescan. */
const PRESCAN_BYTES = 4_096;

// NOTE: the parser loads its parts when it first reads a file, and the process may load nothing once this module is there.
await parseDocument(Buffer.from('<p>a</p>'), 'html').catch(() => undefined);

/** Reads the text of a web page and the addresses it refers to; scripts are not run. This is the module of `pageReader`. */
export const read: ReadFile<PageOptions, Block> = async function* (file, { contentType }) {
  const bytes = await buffer(file);
  const html = decode(bytes, contentType);
  if (/^text\/plain\b/i.test(contentType)) {
    for (const text of html.split(/\n{2,}/)) if (text.trim()) yield { kind: 'text', text: text.trim(), place: null };
    return;
  }
  yield* blocksOf(await parseDocument(Buffer.from(html), 'html'), { isPage: true });
};

function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, PRESCAN_BYTES).toString('latin1');
  const named = /charset=["']?([\w-]+)/i.exec(contentType) ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start);
  try {
    return new TextDecoder(named?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
