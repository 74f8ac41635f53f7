import { expect, test } from 'vitest';
import { seenKind } from './rules.ts';

test.each([
  ['file', 'video/mp4', 'video'],
  ['image', 'video/mp4', 'video'],
  ['image', 'image/webp', 'sticker'],
  ['image', 'image/jpeg', 'image'],
  ['file', 'application/pdf', 'file'],
  ['file', null, 'file'],
  ['text', null, 'text'],
] as const)('a received %s of type %s is seen as a %s', (kind, mime, seen) => {
  expect(seenKind(kind, mime)).toBe(seen);
});
