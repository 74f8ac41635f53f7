import { expect, test } from 'vitest';
import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { LEAST_LIKENESS, likenessOf, subjectOf } from './likeness-rules.ts';

const areAlike = (one: string, other: string) =>
  likenessOf(subjectOf(SYNONYMS, one), subjectOf(SYNONYMS, other)) >= LEAST_LIKENESS;

test.each([
  ['Сколько стоит солярий?', 'а солярий у вас почём'],
  ['есть ли у вас татуировки', 'делаете татуировку?'],
  ['можно с собакой?', 'пустите с собачкой?'],
  ['do you have a solarium', 'Сколько стоит солярий?'],
])('%s and %s are of one group', (one, other) => {
  expect(areAlike(one, other)).toBe(true);
});

test.each([
  ['Сколько стоит солярий?', 'Сколько стоит татуировка?'],
  ['можно с собакой?', 'можно с ребёнком?'],
  ['можно ли у вас', 'где вы?'],
])('%s and %s are not', (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});
