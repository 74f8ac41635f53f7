import { expect, test } from 'vitest';
import type { ChannelTemplate } from '#contract/channels/calls.ts';
import { groupTemplates } from './template-groups.ts';

const template = (name: string, language: string, own: Partial<ChannelTemplate> = {}): ChannelTemplate => ({
  name,
  language,
  category: 'UTILITY',
  status: 'approved',
  reason: null,
  body: `${name} in ${language}`,
  parameterCount: 0,
  media: null,
  hasMedia: false,
  isFillable: true,
  buttons: [],
  ...own,
});

test('the languages of a template are grouped, shown in the language of the cabinet', () => {
  const groups = groupTemplates(
    [template('reminder', 'en'), template('reminder', 'pt_BR'), template('reminder', 'ru'), template('review', 'ru')],
    'pt_br',
  );
  expect(groups.map(({ shown, languages }) => [shown.body, languages])).toEqual([
    ['reminder in pt_BR', ['en', 'pt_BR', 'ru']],
    ['review in ru', ['ru']],
  ]);
});

test('a refused language is listed apart with its reason', () => {
  const groups = groupTemplates(
    [template('reminder', 'en'), template('reminder', 'ru', { status: 'rejected', reason: 'PROMOTIONAL' })],
    'ru',
  );
  expect(groups.map(({ shown }) => [shown.language, shown.status])).toEqual([
    ['en', 'approved'],
    ['ru', 'rejected'],
  ]);
});
