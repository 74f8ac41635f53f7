import { expect, test } from 'vitest';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { differencesOf } from './settings-fields.ts';

const notice = { when: 'Жалоба', answer: 'Передаю', notice: '{summary}' };
const save = (change: object = {}, title = 'Ника') => ({ title, settings: AssistantSettings.parse(change) });

test('every part of the settings that differs is listed with its values', () => {
  const differences = differencesOf(
    save({ model: 'fast', plugins: { yclients_salon: {} } }),
    save({ model: 'best', channelIds: [], plugins: { yclients_salon: { books: false } } }, 'Вера'),
  );
  expect(differences).toEqual([
    { name: 'title', before: { kind: 'text', text: 'Ника' }, after: { kind: 'text', text: 'Вера' } },
    { name: 'model', before: { kind: 'model', model: 'fast' }, after: { kind: 'model', model: 'best' } },
    {
      name: 'books',
      system: 'YCLIENTS',
      before: { kind: 'flag', isOn: true },
      after: { kind: 'flag', isOn: false },
    },
  ]);
});

test('a function that was added or removed is listed with its parts', () => {
  const names = differencesOf(save(), save({ plugins: { human_handoff: { notices: [notice] } } })).map(
    ({ name, before, after }) => [name, before === null, after === null],
  );
  expect(names).toContainEqual(['handoff', false, false]);
  expect(names).toContainEqual(['when', true, false]);
});

test('two saves that are alike do not differ', () => {
  expect(differencesOf(save({ instruction: 'x' }), save({ instruction: 'x' }))).toEqual([]);
});
