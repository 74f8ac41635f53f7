import { expect, test } from 'vitest';
import { OTHER_FIELDS } from '#contract/connections/values.ts';
import { boundedCounts, countsOf, fieldsBeyond, fieldsNamed } from './fields.ts';

const KNOWN = { ...fieldsNamed('id any'), client: fieldsNamed('name phone') };

test.each([
  ['nothing', { id: 1, client: { name: 'A' } }, []],
  ['a field, by its path', { client: { mood: 1 }, age: 2 }, ['client.mood', 'age']],
  ['a field of each in a list, once', { client: [{ mood: 1 }, { mood: 2 }, { name: 'A' }] }, ['client.mood']],
  ['nothing inside of what nobody looks into', { any: { deep: { deeper: 1 } } }, []],
  ['no field of what is no object', { client: 'A', id: [[{ x: 1 }]] }, []],
  [
    'a key that is a phone or an address, without it',
    { '79265550001': 1, 'a@b.example': 2, client: { id79265550001: 1 } },
    ['*', 'client.*'],
  ],
  ['a very long name, cut', { ['a'.repeat(200)]: 1 }, ['a'.repeat(80)]],
] as const)('beyond what is known there is: %s', (_, payload, fields) => {
  expect(fieldsBeyond(payload, KNOWN)).toEqual(fields);
});

test('at most twenty fields of one object are returned', () => {
  const payload = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 1]));
  expect(fieldsBeyond(payload, KNOWN)).toHaveLength(20);
});

test('a field named like a property of every object is a field like others', () => {
  expect(fieldsBeyond(JSON.parse('{"constructor": 1, "__proto__": 2}'), KNOWN)).toEqual(['constructor', '__proto__']);
});

test('names beyond the bound are counted together; known ones are still counted by name', () => {
  const counts = countsOf(['new', 'b', 'newer', 'b', 'newest']);
  expect(boundedCounts(counts, new Set(['a', 'b']), 3)).toEqual([
    ['b', 2],
    ['new', 1],
    [OTHER_FIELDS, 2],
  ]);
});
