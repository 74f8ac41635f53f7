import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { templateProblems } from '#contract/templates/rules.ts';
import { nameOfTitle, partsOfText, templateOfText, textOfTemplate } from './from-text.ts';

const words = { greeting: 'Hello, ', exampleOf: (name: string) => `<${name}>` };
const message = (text: string) => ({ text, buttons: [], imageId: null, fileMime: null });
const { templates: limits } = traitsOf('dialog360');

test('a text becomes a template that the provider accepts, with an example for each placeholder', () => {
  const { parts, parameters } = templateOfText(
    message('{clientName}, see you {recordDate}, {recordTime} at {branchTitle}\n{branchAddress}'),
    words,
  );
  expect(parts.body).toBe('Hello, {{1}}, see you {{2}} at {{3}}.');
  expect(parameters).toEqual(['{clientName}', '{recordDate}, {recordTime}', '{branchTitle}, {branchAddress}']);
  expect(parts.examples).toEqual(['<clientName>', '<recordDate>, <recordTime>', '<branchTitle>, <branchAddress>']);
  expect(limits && templateProblems(parts, limits)).toEqual([]);
});

test('both answers of a button come along, and a document stands in the heading', () => {
  const { parts } = templateOfText(
    {
      text: 'See you {recordDate} at noon',
      buttons: [
        { type: 'answer', title: 'Confirm', action: 'visit', declineTitle: 'Cancel' },
        { type: 'url', title: 'Map', url: 'https://example.test/map' },
      ],
      imageId: '0190a1b2-0000-7000-8000-000000000001',
      fileMime: 'application/pdf',
    },
    words,
  );
  expect(parts.buttons.map(({ type, title }) => [type, title])).toEqual([
    ['answer', 'Confirm'],
    ['answer', 'Cancel'],
    ['url', 'Map'],
  ]);
  expect(parts.header?.type).toBe('document');
});

test('a name is made of a title in any alphabet, and is not one that is taken', () => {
  expect(nameOfTitle('Акция: щётка −20 %', new Set())).toBe('aktsiia_shchetka_20');
  expect(nameOfTitle('Promoção', new Set(['promocao']))).toBe('promocao_2');
  expect(nameOfTitle('礼物', new Set())).toBe('message');
});

test('a name has no digits where the provider allows none, and there is none without a title', () => {
  expect(nameOfTitle('Акция 2026', new Set(['aktsiia']), false)).toBe('aktsiia_b');
  expect(nameOfTitle('  ', new Set())).toBe('');
});

const reading = {
  isKnown: (name: string) => ['clientName', 'recordDate', 'recordTime'].includes(name),
  exampleOf: (name: string) => `<${name}>`,
};
const EMPTY = { body: '', variables: [], examples: [] };

test('variables are written by name and become placeholders; an example that was given stays with its variable', () => {
  const made = partsOfText('Hi {clientName}, see you {recordDate} {recordTime} at noon, {clientName}.', EMPTY, reading);
  expect(made).toEqual({
    body: 'Hi {{1}}, see you {{2}} at noon, {{1}}.',
    variables: ['{clientName}', '{recordDate} {recordTime}'],
    examples: ['<clientName>', '<recordDate> <recordTime>'],
  });
  expect(textOfTemplate(made)).toBe('Hi {clientName}, see you {recordDate} {recordTime} at noon, {clientName}.');
  const given = { ...made, examples: ['Maria', 'tomorrow'] };
  expect(partsOfText('On {recordDate} {recordTime} we wait, {clientName}.', given, reading).examples).toEqual([
    'tomorrow',
    'Maria',
  ]);
});

test('placeholders of an existing template stay, and {{clientName}} is the variable; other names are left to be refused', () => {
  const known = { body: 'Order {{1}} costs {{2}}.', examples: ['12', '$5'] };
  expect(textOfTemplate(known)).toBe('Order {1} costs {2}.');
  expect(partsOfText('Order {1} costs {2}.', known, reading)).toEqual({ ...known, variables: ['', ''] });
  expect(partsOfText('Hi {{clientName}}!', EMPTY, reading).body).toBe('Hi {{1}}!');
  expect(partsOfText('Hi {{name}}, {foo}!', EMPTY, reading).body).toBe('Hi {{name}}, {foo}!');
});
