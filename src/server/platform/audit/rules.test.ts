import { expect, test } from 'vitest';
import { auditedFields, SECRET_MARK } from './rules.ts';

test('only fields that differ are kept', () => {
  expect(auditedFields({ a: 1, b: [1], c: null }, { a: 2, b: [1] })).toEqual({ before: { a: 1 }, after: { a: 2 } });
});

test('equal fields give no entry', () => {
  expect(auditedFields({ a: { b: 1 } }, { a: { b: 1 } })).toBeNull();
});

test('a secret is replaced by a mark, at any depth and on both sides', () => {
  const given = { password: 'one', inner: { apiKey: 'k', name: 'n' } };
  expect(auditedFields(given, { password: 'two', inner: { apiKey: 'z', name: 'n' } })).toEqual({
    before: { password: SECRET_MARK, inner: { apiKey: SECRET_MARK, name: 'n' } },
    after: { password: SECRET_MARK, inner: { apiKey: SECRET_MARK, name: 'n' } },
  });
});

test('a long text is cut', () => {
  const text = auditedFields(null, { text: 'x'.repeat(2_000) })?.after?.['text'];
  expect(String(text)).toHaveLength(501);
});
