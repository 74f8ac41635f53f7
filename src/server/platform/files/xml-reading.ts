import { SaxesParser } from 'saxes';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';

/**
 * Bounds of XML that strangers wrote; documents of Office stay far below. The parser itself keeps a name, a value or a
 * text until it ends, however long it is.
 */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 128;
const LONGEST_NAME = 256;
const LONGEST_VALUE = 32_767;
/** Letters from one tag, text or comment to the next: a text of 32,767 letters may be written with eight for each. */
const LONGEST_GAP = 524_288;

export type XmlTag = { name: string; attributes: Readonly<Record<string, string>> };

/** Receives the tags and texts; names come without their prefix (`x:row`), which is the program's choice. */
export type XmlHandler = { open?(tag: XmlTag): void; text?(text: string): void; close?(name: string): void };

/**
 * Parses XML in UTF-8 piece by piece; yields after each piece.
 *
 * @throws {UnreadableFile} when it is damaged, or exceeds a bound
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  const bounds = guard(parser);
  parser.on('error', (cause) => {
    throw new UnreadableFile('damaged', 'Its XML is damaged', { cause });
  });
  parser.on('opentag', (tag) => {
    bounds.enter();
    handler.open?.(tag.name.includes(':') ? { ...tag, name: bareName(tag.name) } : tag);
  });
  parser.on('text', (text) => {
    bounds.reset();
    handler.text?.(text);
  });
  parser.on('cdata', (text) => {
    bounds.reset();
    handler.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    bounds.leave();
    handler.close?.(bareName(name));
  });
  for await (const chunk of bytes) {
    bounds.take(chunk.length);
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.close();
  yield;
}

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Ends the reading of XML that exceeds a bound while it is read, before the parser has collected it. */
function guard(parser: SaxesParser) {
  let [gap, depth, attributes] = [0, 0, 0];
  const refuse = (what: string) => {
    throw new UnreadableFile('too_much', `Its XML has ${what}`);
  };
  const reset = () => {
    gap = 0;
  };
  parser.on('doctype', () => refuse('a document type, which documents of Office have not'));
  parser.on('comment', reset);
  parser.on('processinginstruction', reset);
  parser.on('opentagstart', ({ name }) => {
    attributes = 0;
    if (name.length > LONGEST_NAME) refuse('a name that is too long');
  });
  parser.on('attribute', ({ name, value }) => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse('a tag with too many attributes');
    if (name.length > LONGEST_NAME || value.length > LONGEST_VALUE) refuse('an attribute that is too long');
  });
  return {
    reset,
    enter() {
      reset();
      depth += 1;
      if (depth > MAX_DEPTH) refuse('too many levels');
    },
    leave() {
      reset();
      depth -= 1;
    },
    take(bytes: number) {
      gap += bytes;
      if (gap > LONGEST_GAP) refuse('a tag or a text that does not end');
    },
  };
}
