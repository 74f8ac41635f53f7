import { DOMParser, type ParseRule, type Schema } from '@tiptap/pm/model';
import { toMessage } from './message-document.ts';

type Point = { node: Node; offset: number; pos?: number };

/**
 * Reads a drawn text as it was written since.
 *
 * @returns `selection` in positions of the editor's document; null where nothing of the text is selected
 */
export function readDrawn(
  schema: Schema,
  field: HTMLElement,
): { message: string; selection: { from: number; to: number } | null; isFocused: boolean } {
  const isFocused = document.activeElement === field;
  const points = pointsIn(field);
  const { rules } = DOMParser.fromSchema(schema);
  const read = new DOMParser(schema, [FILLER, ...rules]).parse(field, {
    preserveWhitespace: 'full',
    findPositions: points,
  });
  const [anchor, head] = points.map(({ pos }) => pos);
  const selection =
    anchor === undefined || head === undefined ? null : { from: Math.min(anchor, head), to: Math.max(anchor, head) };
  return { message: toMessage(read.toJSON()), selection, isFocused };
}

/** The break that a browser needs in an empty line, or after a line's last word; another is a new line. */
const FILLER: ParseRule = { tag: 'br', ignore: true, getAttrs: (node) => (node.nextSibling === null ? {} : false) };

function pointsIn(field: HTMLElement): Point[] {
  const selection = getSelection();
  const { anchorNode, focusNode, anchorOffset = 0, focusOffset = 0 } = selection ?? {};
  if (!anchorNode || !focusNode || !field.contains(anchorNode) || !field.contains(focusNode)) return [];
  return [
    { node: anchorNode, offset: anchorOffset },
    { node: focusNode, offset: focusOffset },
  ];
}
