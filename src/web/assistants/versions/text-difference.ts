/** A part of two texts. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Longer texts are shown as replaced. */
const MOST_COMPARED = 4_000_000;

/** How a text became another: by its lines, and by words where one line took the place of another. */
export function textDifference(before: string, after: string): Piece[] {
  const pieces = compare(before.split('\n'), after.split('\n'), '\n');
  return pieces.flatMap((piece, at): Piece[] => {
    const next = pieces[at + 1];
    if (piece.kind === 'removed' && next?.kind === 'added')
      return [...compare(wordsOf(piece.text), wordsOf(next.text), '')];
    return piece.kind === 'added' && pieces[at - 1]?.kind === 'removed' ? [] : [piece];
  });
}

/** Words with the spaces after them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? [];

/** The longest common parts of two lists stay; what is removed stands before what is added. */
function compare(before: readonly string[], after: readonly string[], joint: string): Piece[] {
  if (before.length * after.length > MOST_COMPARED)
    return joined(
      [
        { kind: 'removed', parts: before },
        { kind: 'added', parts: after },
      ],
      joint,
    );
  const lengths = commonLengths(before, after);
  const groups: Group[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [one, other] = [before[i], after[j]];
    if (one !== undefined && one === other) {
      push(groups, 'same', one);
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(groups, 'removed', one ?? '');
      i += 1;
    } else {
      push(groups, 'added', other);
      j += 1;
    }
  }
  return joined(groups, joint);
}

type Group = { kind: Piece['kind']; parts: readonly string[] };

const at = (table: readonly Uint16Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row)
        row[j] =
          before[i] === after[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

/** Adds a part to the last group of its kind, up to the last part that is the same. */
function push(groups: Group[], kind: Piece['kind'], part: string): void {
  const open = groups.findLastIndex((group) => group.kind === 'same') + 1;
  const found =
    kind === 'same' ? groups.length - 1 : groups.findIndex((group, index) => index >= open && group.kind === kind);
  const group = groups[found];
  if (group?.kind === kind) groups[found] = { kind, parts: [...group.parts, part] };
  else if (kind === 'removed' && groups.at(-1)?.kind === 'added') groups.splice(-1, 0, { kind, parts: [part] });
  else groups.push({ kind, parts: [part] });
}

const joined = (groups: readonly Group[], joint: string): Piece[] =>
  groups.filter(({ parts }) => parts.length > 0).map(({ kind, parts }) => ({ kind, text: parts.join(joint) }));
