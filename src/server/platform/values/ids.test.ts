import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './ids.ts';

test('ids are in the order they were made in, also within a millisecond, and all differ', () => {
  const Id = z.uuidv7().brand<'Id'>();
  const ids = Array.from({ length: 50_000 }, () => newId(Id));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
