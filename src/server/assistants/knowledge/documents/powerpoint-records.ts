/** Types of records: [MS-PPT] 2.13.24. */
const SLIDE = 1_006;
const SLIDE_LIST_WITH_TEXT = 4_080;
const TEXT_IN_UTF16 = 4_000;
const TEXT_IN_LATIN = 4_008;
/** Notes, master slides and handouts repeat what slides have, or have placeholders. */
const LEFT_OUT: readonly number[] = [1_008, 1_016, 4_041];

const HEAD_BYTES = 8;
const MAX_DEPTH = 40;
/** Low bits of the first word: the record holds other records. */
const IS_CONTAINER = 0x0f;

/** Yields the texts of the slides of a presentation of PowerPoint 97 to 2003, in the order in which they are stored. */
export function* readPowerPoint(stream: Buffer): Generator<string> {
  yield* textsIn(stream, { from: 0, to: stream.length, isSlide: false, depth: 0 });
}

type Part = { from: number; to: number; isSlide: boolean; depth: number };

function* textsIn(stream: Buffer, { from, to, isSlide, depth }: Part): Generator<string> {
  let at = from;
  while (at + HEAD_BYTES <= to) {
    const type = stream.readUInt16LE(at + 2);
    const next = at + HEAD_BYTES + stream.readUInt32LE(at + 4);
    if (next > to) return;
    const content = at + HEAD_BYTES;
    const isContainer = ((stream[at] ?? 0) & IS_CONTAINER) === IS_CONTAINER;
    at = next;
    if (isContainer) {
      if (depth >= MAX_DEPTH || LEFT_OUT.includes(type)) continue;
      const isWithin = isSlide || type === SLIDE || type === SLIDE_LIST_WITH_TEXT;
      yield* textsIn(stream, { from: content, to: next, isSlide: isWithin, depth: depth + 1 });
    } else if (isSlide && type === TEXT_IN_UTF16) yield stream.toString('utf16le', content, next);
    else if (isSlide && type === TEXT_IN_LATIN) yield stream.toString('latin1', content, next);
  }
}
