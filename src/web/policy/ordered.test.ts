import { expect, test } from 'vitest';
import type { FlowId } from '#contract/flows.ts';
import { ordered } from './ordered.ts';

const id = (name: string) => name as FlowId; // no more than a name here
const flows = ['a', 'b', 'c'].map((name) => ({ flowId: id(name) }));
const names = (order: string[]) => ordered(flows, order.map(id)).map(({ flowId }) => flowId);

test('flows that an order names come first, the others as they were', () => {
  expect(names([])).toEqual(['a', 'b', 'c']);
  expect(names(['c'])).toEqual(['c', 'a', 'b']);
  expect(names(['gone', 'b', 'a'])).toEqual(['b', 'a', 'c']);
});
