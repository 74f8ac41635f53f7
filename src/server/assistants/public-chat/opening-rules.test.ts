import { expect, test } from 'vitest';
import { isSiteOrigin } from '#contract/assistants/public-chat-values.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { closedReasonOf, type Opening, phonesIn, visitorNumber } from './opening-rules.ts';

const OPEN: Opening = {
  isOn: true,
  status: 'on',
  published: { settings: AssistantSettings.parse({ model: 'fast' }) },
  models: ['fast'],
  hasBalance: true,
  hasChannel: true,
};

test('a chat is open only where its assistant answers, and says why it is not', () => {
  expect(closedReasonOf(OPEN)).toBeNull();
  const reasons = [
    { isOn: false },
    { published: null },
    { status: 'off' as const },
    { hasChannel: false },
    { models: [] },
    { hasBalance: false },
  ].map((change) => closedReasonOf({ ...OPEN, ...change }));
  expect(reasons).toEqual(['off', 'not_published', 'assistant_off', 'channel', 'no_model', 'balance']);
});

test('phones are found in what a visitor writes, the last one first', () => {
  expect(phonesIn('Запишите, мой телефон 8 (916) 111-22-33')).toEqual(['8 (916) 111-22-33']);
  expect(phonesIn('+7 916 111 22 33, нет, +7 916 111 22 34')).toEqual(['+7 916 111 22 34', '+7 916 111 22 33']);
  expect(phonesIn('Завтра в 15:00, бюджет 2500')).toEqual([]);
});

test('a visitor keeps their number', () => {
  const id = '0193a0f2-7a77-7c0e-8d5b-5a1f2c3d4e5f';
  expect(visitorNumber(id)).toBe(visitorNumber(id));
  expect(visitorNumber(id)).toBeGreaterThanOrEqual(1_000);
  expect(visitorNumber(id)).toBeLessThanOrEqual(9_999);
});

test('only the plain origin of a site may stand in the policy of a page', () => {
  for (const origin of ['https://salon.ru', 'http://localhost:3000', 'https://xn--80awgdm.xn--p1ai'])
    expect(isSiteOrigin(origin), origin).toBe(true);
  for (const text of [
    '',
    'salon.ru',
    'https://salon.ru/',
    "https://a;script-src'",
    'https://*',
    'https://a b',
    'data:',
  ])
    expect(isSiteOrigin(text), text).toBe(false);
});
