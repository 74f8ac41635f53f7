import { expect, test } from 'vitest';
import { type GivenFlowOptions, optionsOf } from '#contract/flows/options.ts';
import { FlowSettings } from '#contract/flows/calls.ts';
import { changesIn } from '#server/texts/replacing/replacing-rules.ts';
import { FLOW_TEXTS } from '#server/flows/settings/own-text-rules.ts';
import { textsOf, withTexts } from './place-rules.ts';

const CHANNEL = '01890000-0000-7000-8000-00000000000a';

function aFlow(content: Record<string, unknown>, title = 'Напоминание', options: GivenFlowOptions = {}) {
  const settings = FlowSettings.parse({
    conditions: {},
    timing: { delayMinutes: 0, window: { startHour: 0, endHour: 24 } },
    content: { texts: { default: 'Ждём вас' }, ...content },
    options: optionsOf('review_request', options),
  });
  return { title, settings };
}

const replace = (flow: ReturnType<typeof aFlow>, find: string, replaceWith: string, options = {}) =>
  changesIn(textsOf(FLOW_TEXTS, flow), { find, replaceWith, isWholeWord: false, isCaseSensitive: false, ...options });

test('a text is found in the title, every language, buttons, addresses and template parameters', () => {
  const flow = aFlow(
    {
      texts: { default: 'Салон Локон', en: 'Локон salon' },
      buttons: [
        { type: 'answer', title: 'В Локон', action: 'visit', declineTitle: 'Не в Локон' },
        { type: 'url', title: 'Локон', url: 'https://локон.example/' },
      ],
      templates: [
        { channelId: CHANNEL, name: 'a', language: 'ru', parameters: ['{recordDate}', 'Локон, {recordTime}'] },
      ],
    },
    'Локон: напоминание',
  );
  const changes = replace(flow, 'локон', 'Волна');
  expect(changes.map(({ path }) => path)).toEqual([
    'title',
    'content.texts.default',
    'content.texts.en',
    'content.buttons.answer.title',
    'content.buttons.answer.declineTitle',
    'content.buttons.url.title',
    'content.buttons.url.url',
    `content.templates.${CHANNEL}/ru.parameters.1`,
  ]);
  const replaced = withTexts(FLOW_TEXTS, flow, new Map(changes.map(({ path, after }) => [path, after])));
  expect(JSON.stringify(replaced)).not.toMatch(/локон/iu);
  expect(replaced.settings.content).toMatchObject({
    texts: { default: 'Салон Волна', en: 'Волна salon' },
    templates: [{ parameters: ['{recordDate}', 'Волна, {recordTime}'] }],
  });
});

test('a change reports the place of the found and of the new text', () => {
  const [change] = replace(aFlow({ texts: { default: 'да и да' } }), 'да', 'конечно');
  expect(change).toMatchObject({
    before: 'да и да',
    after: 'конечно и конечно',
    found: [
      [0, 2],
      [5, 2],
    ],
    put: [
      [0, 7],
      [10, 7],
    ],
  });
});

test.each([
  ['мастер', { isWholeWord: true }, 'мастера и коллега'],
  ['МАСТЕР', { isWholeWord: true, isCaseSensitive: true }, null],
  ['мастер', {}, 'коллегаа и коллега'],
  ['Мастер', { isCaseSensitive: true }, null],
])('%s with %o', (find, options, expected) => {
  const [change] = replace(aFlow({ texts: { default: 'мастера и мастер' } }), find, 'коллега', options);
  expect(change?.after ?? null).toBe(expected);
});

test('the searched text and its replacement are literal texts, not patterns', () => {
  const flow = aFlow({ texts: { default: 'Цена (1.5)? 1x5' } });
  expect(replace(flow, '(1.5)?', '$&$1')[0]?.after).toBe('Цена $&$1 1x5');
  expect(replace(flow, '.', '')[0]?.after).toBe('Цена (15)? 1x5');
});

test('the phone of a button is searched too, and stays a phone', () => {
  const flow = aFlow({ buttons: [{ type: 'call', title: 'Позвонить', phone: '+74950000000' }] });
  const [change] = replace(flow, '+74950000000', '+74951112233');
  expect(change).toMatchObject({ path: 'content.buttons.call.phone', after: '+74951112233', trouble: null });
  const replaced = withTexts(FLOW_TEXTS, flow, new Map([['content.buttons.call.phone', change?.after ?? '']]));
  expect(replaced.settings.content.buttons).toMatchObject([{ title: 'Позвонить', phone: '+74951112233' }]);
  expect(replace(flow, '+7495', '8 495 ')).toMatchObject([{ trouble: 'invalid' }]);
});

test('tags in a replacement become marks of the message, as in the editor', () => {
  const flow = aFlow({
    texts: { default: 'Ждём вас' },
    templates: [{ channelId: CHANNEL, name: 'a', language: 'ru', parameters: ['вас'] }],
  });
  const changes = replace(flow, 'вас', '<b>только вас</b><script>x()</script>');
  expect(changes.map(({ after }) => after)).toEqual(['Ждём *только вас*', 'только вас']);
});

test('a text that stays the same is not a change', () => {
  expect(replace(aFlow({ texts: { default: 'Ждём вас' } }), 'вас', 'вас')).toEqual([]);
});

test.each([
  ['an emptied message', { texts: { default: 'вас' } }, 'вас', '', { trouble: 'required' }],
  ['a message over 1024', { texts: { default: 'я'.repeat(1000) } }, 'яя', 'яяя', { trouble: 'too_long', limit: 1024 }],
  [
    'a button over 20',
    { buttons: [{ type: 'call', title: 'Звонок', phone: '+74950000000' }] },
    'Звонок',
    'Позвонить администратору',
    { trouble: 'too_long', limit: 20 },
  ],
  [
    'an address that is none',
    { buttons: [{ type: 'url', title: 'А', url: 'https://a.example/' }] },
    'https://a',
    'a',
    { trouble: 'url' },
  ],
  [
    'an address that runs a program',
    { buttons: [{ type: 'url', title: 'А', url: 'https://a.example/' }] },
    'https://',
    'javascript:',
    { trouble: 'url' },
  ],
  [
    'a misspelt variable',
    { texts: { default: 'Здравствуйте, {clientName}' } },
    'clientName',
    'clientNam',
    { trouble: 'unknown_variable', names: ['clientNam'] },
  ],
  [
    'half of a variable',
    { texts: { default: 'Здравствуйте, {clientName}' } },
    'Name}',
    'X',
    { trouble: 'torn_variable' },
  ],
])('%s cannot be saved', (...[, content, find, replaceWith, expected]) => {
  expect(replace(aFlow(content), find, replaceWith)).toMatchObject([expected]);
});

test('properties of an API event may be used in a text about the event', () => {
  const flow = aFlow({ texts: { default: 'Баллы: {points}' } });
  const replacement = { find: 'points', replaceWith: 'bonuses', isWholeWord: false, isCaseSensitive: false };
  expect(changesIn(textsOf(FLOW_TEXTS, flow), replacement)).toMatchObject([{ trouble: 'unknown_variable' }]);
  expect(changesIn(textsOf(FLOW_TEXTS, flow), replacement, { isOwn: (name) => name === 'bonuses' })).toMatchObject([
    { trouble: null },
  ]);
});

test('a whole variable may be removed, and unbalanced braces from before do not refuse the change', () => {
  expect(replace(aFlow({ texts: { default: 'А, {clientName}' } }), ', {clientName}', '')[0]?.trouble).toBeNull();
  expect(replace(aFlow({ texts: { default: ':} ждём вас' } }), 'вас', 'тебя')[0]?.trouble).toBeNull();
});

test('a variable that was unknown before does not refuse the change, and the text of another language may be removed', () => {
  expect(replace(aFlow({ texts: { default: '{old} вас' } }), 'вас', 'тебя')[0]?.trouble).toBeNull();
  expect(replace(aFlow({ texts: { default: 'А', en: 'вас' } }), 'вас', '')[0]?.trouble).toBeNull();
});

test('the review address is searched too: it stays an address, or is removed', () => {
  const flow = aFlow({}, 'Отзыв', { reviewUrl: 'https://maps.example/lokon' });
  const after = (find: string, replaceWith: string) => {
    const [change] = replace(flow, find, replaceWith);
    expect(change?.path).toBe('options.reviewUrl');
    const replaced = withTexts(FLOW_TEXTS, flow, new Map([['options.reviewUrl', change?.after ?? '']]));
    return { trouble: change?.trouble, reviewUrl: replaced.settings.options.reviewUrl };
  };
  expect(after('lokon', 'volna')).toEqual({ trouble: null, reviewUrl: 'https://maps.example/volna' });
  expect(after('https://maps.example/lokon', '')).toEqual({ trouble: null, reviewUrl: null });
  expect(after('https://', 'javascript:').trouble).toBe('url');
  expect(after('lokon', 'a'.repeat(2000)).trouble).toBe('too_long');
  expect(withTexts(FLOW_TEXTS, flow, new Map([['title', 'Другой']])).settings.options).toEqual(flow.settings.options);
  expect(replace(aFlow({}), 'maps', 'x')).toEqual([]);
});
