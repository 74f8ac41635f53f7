import { expect, test } from 'vitest';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { readReplacement, replacementOf } from './text-search.ts';
import type { VariableNames } from '#web/texts/editor/variable-names.ts';

const names = {
  ...Object.fromEntries(TEXT_VARIABLES.map((name) => [name, name])),
  clientName: 'Имя клиента',
} as VariableNames;

test('a variable is searched and replaced by its title', () => {
  const state = readReplacement({ find: 'Здравствуйте, {имя клиента}', with: '{Имя клиента}, привет', whole: true });
  expect(replacementOf(state, names)).toEqual({
    find: 'Здравствуйте, {clientName}',
    replaceWith: '{clientName}, привет',
    isWholeWord: true,
    isCaseSensitive: false,
  });
});
