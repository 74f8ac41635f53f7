import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NoticeKind } from '#contract/onboarding/calls.ts';
import { ROOMS } from './rooms.ts';

const server = join(import.meta.dirname, '..');

test('every room that declares itself is listed under the name of its folder', () => {
  const declared = globSync('*/room.ts', { cwd: server }).map((file) => file.replace(/[/\\]room\.ts$/, ''));
  expect(declared.length).toBeGreaterThan(20);
  expect(ROOMS.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
});

test('every kind of notice is declared by one room', () => {
  const raised = ROOMS.flatMap(({ notices }) => notices ?? []);
  expect(raised.toSorted()).toEqual(NoticeKind.options.toSorted());
});

test('no two rooms declare the same kind of sender', () => {
  const kinds = ROOMS.flatMap(({ senders }) => senders ?? []).map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(3);
  expect(new Set(kinds).size).toBe(kinds.length);
});
