import { expect, test } from 'vitest';
import { describeTemplate } from './template-grammar.ts';

test('a template has its body, the number of its parameters, and its buttons', () => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Напоминание' },
    { type: 'BODY', text: '{{1}}, ждём вас {{2}}. {{1}}!', example: { body_text: [['Анна', '21.11 12:00']] } },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Подтвердить' }] },
  ];
  expect(describeTemplate(components)).toEqual({
    body: '{{1}}, ждём вас {{2}}. {{1}}!',
    parameterCount: 2,
    media: null,
    hasMedia: false,
    isFillable: true,
    buttons: [{ type: 'quick_reply', text: 'Подтвердить' }],
  });
  expect(describeTemplate('nonsense')).toMatchObject({ body: '', parameterCount: 0, media: null, isFillable: false });
});

const BODY = { type: 'BODY', text: '{{1}}, ждём вас {{2}}.' };
const LINK = { type: 'URL', text: 'Адрес', url: 'https://ex.test/1' };

test.each([
  ['a header of plain words', { type: 'HEADER', format: 'TEXT', text: 'Напоминание' }, true],
  ['a footer', { type: 'FOOTER', text: 'Салон' }, true],
  ['a link and a phone', { type: 'BUTTONS', buttons: [LINK, { type: 'PHONE_NUMBER', text: 'Звонок' }] }, true],
  ['a place in its header', { type: 'HEADER', format: 'TEXT', text: 'Привет, {{1}}' }, false],
  ['a picture', { type: 'HEADER', format: 'IMAGE' }, true],
  ['a document', { type: 'HEADER', format: 'DOCUMENT' }, true],
  ['a video', { type: 'HEADER', format: 'VIDEO' }, true],
  ['a place on the map', { type: 'HEADER', format: 'LOCATION' }, false],
  ['a place in its link', { type: 'BUTTONS', buttons: [{ ...LINK, url: 'https://ex.test/{{1}}' }] }, false],
  ['a code to copy', { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Код' }] }, false],
  ['cards', { type: 'CAROUSEL' }, false],
])('whether flows can fill a template with %s', (_, component, isFillable) => {
  expect(describeTemplate([BODY, component]).isFillable).toBe(isFillable);
});

test.each([
  ['IMAGE', 'image'],
  ['image', 'image'],
  ['DOCUMENT', 'document'],
  ['VIDEO', 'video'],
  ['TEXT', null],
])('what a header of the format %s wants of the message', (format, media) => {
  expect(describeTemplate([{ type: 'HEADER', format }, BODY]).media).toBe(media);
});

test('a template with named or non-consecutive parameters is not offered to flows', () => {
  expect(describeTemplate([{ type: 'BODY', text: '{{name}}, ждём вас.' }]).isFillable).toBe(false);
  expect(describeTemplate([{ type: 'BODY', text: '{{1}}, {{3}} — {{1}}!' }]).isFillable).toBe(false);
});
