import { expect, test } from 'vitest';
import type { SenderId } from '#contract/senders/calls.ts';
import { ordered } from './ordered.ts';

const id = (name: string) => name as SenderId; // no more than a name here
const senders = ['a', 'b', 'c'].map((name) => ({ senderId: id(name) }));
const names = (order: string[]) => ordered(senders, order.map(id)).map(({ senderId }) => senderId);

test('senders that an order names come first, the others as they were', () => {
  expect(names([])).toEqual(['a', 'b', 'c']);
  expect(names(['c'])).toEqual(['c', 'a', 'b']);
  expect(names(['gone', 'b', 'a'])).toEqual(['b', 'a', 'c']);
});
