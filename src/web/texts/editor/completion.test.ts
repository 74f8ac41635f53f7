import { expect, test } from 'vitest';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import type { VariableNames } from './variable-names.ts';
import { matchVariables, typedQuery } from './completion.ts';

const names = {
  ...(Object.fromEntries(TEXT_VARIABLES.map((name) => [name, name])) as VariableNames), // NOTE: every variable is there
  clientName: 'Имя клиента',
  masterName: 'Мастер',
  branchPhone: 'Телефон филиала',
  businessName: 'Название компании',
};
const OFFERED = ['clientName', 'masterName', 'branchPhone', 'businessName'] as const;

test.each([
  ['Привет, {', { length: 1, query: '' }],
  ['Привет, {имя кл', { length: 7, query: 'имя кл' }],
  ['@', { length: 1, query: '' }],
  ['Да (@тел', { length: 4, query: 'тел' }],
  ['Да @имя кл', { length: 7, query: 'имя кл' }],
  ['anna@mail', null],
  ['{имя} ', null],
  ['{а}{б', { length: 2, query: 'б' }],
  ['просто', null],
])('before the cursor %j asks for %j', (before, query) => {
  expect(typedQuery(before)).toEqual(query);
});

test('what begins as it was typed comes first, then what has such a word, then what programs call it', () => {
  expect(matchVariables('им', OFFERED, names)).toEqual(['clientName']);
  expect(matchVariables('КОМП', OFFERED, names)).toEqual(['businessName']);
  expect(matchVariables('master', OFFERED, names)).toEqual(['masterName']);
  expect(matchVariables('м', OFFERED, names)).toEqual(['masterName', 'clientName', 'businessName']);
  expect(matchVariables('', OFFERED, names)).toEqual(OFFERED);
  expect(matchVariables('нет такого', OFFERED, names)).toEqual([]);
});
