/** A text split at its difference: before it, the part itself, after it. */
export type ChangedText = { before: string; changed: string; after: string };

/** Splits two versions of a text where they differ, at whole words. */
export function changedParts(from: string, to: string): [ChangedText, ChangedText] {
  const [was, is] = [wordsOf(from), wordsOf(to)];
  const fewer = Math.min(was.length, is.length);
  const head = countSame(fewer, (index) => was[index] === is[index]);
  const tail = countSame(fewer - head, (index) => was.at(-1 - index) === is.at(-1 - index));
  return [parted(was, head, tail), parted(is, head, tail)];
}

/** Splits a text into words and separators. */
const wordsOf = (text: string) => text.split(/(\s+)/);

function countSame(most: number, isSame: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isSame(count)) count += 1;
  return count;
}

function parted(words: readonly string[], head: number, tail: number): ChangedText {
  const end = words.length - tail;
  return {
    before: words.slice(0, head).join(''),
    changed: words.slice(head, end).join(''),
    after: words.slice(end).join(''),
  };
}
