import { expect, test } from 'vitest';
import type { TimelineItem } from '#contract/insights/calls.ts';
import { foldedLines } from './folded.ts';

/** `.` a message; any other letter a decision against one, by its reason. */
const day = (types: string) =>
  [...types].map(
    (rule, index) =>
      ({ id: `${rule}${index}`, ...(rule === '.' ? { type: 'message' } : { type: 'verdict', rule }) }) as TimelineItem, // NOTE: the rest of a line is not looked at
  );
const shape = (types: string) =>
  foldedLines(day(types)).map((line) => (line.kind === 'fold' ? line.items.map(({ id }) => id) : line.item.id));

test.each([
  ['.sssc.', ['.0', 's1', 'c4', ['s2', 's3'], '.5']],
  ['sscsk', ['s0', 'c2', 'k4', ['s1', 's3']]],
  ['sc.sc', ['s0', 'c1', '.2', 's3', 'c4']],
  ['ss', ['s0', 's1']],
  ['......', ['.0', '.1', '.2', '.3', '.4', '.5']],
  ['', []],
])('%s: of decisions against a message the first for each reason is shown', (types, lines) => {
  expect(shape(types)).toEqual(lines);
});
