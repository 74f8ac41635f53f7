import { expect, test } from 'vitest';
import type { Calls } from './calls.ts';

type NoCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /no/such/path`;

test('a call is known by its whole path: a made one is not widened to any text', () => {
  const isRefused: Extract<NoCall, keyof Calls> extends never ? true : false = true; // NOTE: the compiler checks it
  expect(isRefused).toBe(true);
});
