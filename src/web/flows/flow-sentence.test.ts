import { createInstance, type ResourceKey } from 'i18next';
import { describe, expect, test } from 'vitest';
import { FlowCondition } from '#contract/audiences.ts';
import { type FlowKind, FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { CONDITION_FIELDS, LANGUAGES } from '#contract/values.ts';
import type { Text } from '#web/lib/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/language.ts';
import { shortWords, TEXT_OPTIONS } from '#web/lib/text-options.ts';
import { flowSentences } from './flow-sentence.ts';

const files = import.meta.glob<ResourceKey>('../locales/*/{flows,audiences,reports}.json', {
  eager: true,
  import: 'default',
});

const i18n = createInstance(TEXT_OPTIONS).use(shortWords);
await i18n.init();
for (const [file, texts] of Object.entries(files)) {
  const [, language = '', room = ''] = /(\w+)\/(\w+)\.json$/.exec(file) ?? [];
  i18n.addResourceBundle(language, room, texts);
}
const texts =
  (language: Language): Text =>
  (key: string, values = {}) =>
    i18n.t(key, { ...values, lng: language });

const NAMES: Record<string, string> = { b1: 'Лесная', s1: 'Стрижка', s2: 'Окрашивание', m1: 'Анна', m2: 'Ольга' };
type Settings = Parameters<typeof FlowSettings.parse>[0] & object;

/** Renders a flow's sentences with plain spaces for non-breaking ones. */
function say(kind: FlowKind, change: Settings, language: Language = 'ru'): string {
  const settings = FlowSettings.parse({
    conditions: {},
    timing: { delayMinutes: -1_440, window: { startHour: 0, endHour: 24 } },
    content: { texts: { default: 'Ждём вас' } },
    ...change,
  });
  const sentences = flowSentences(kind, settings, {
    t: texts(language),
    format: {
      number: (value, options) => new Intl.NumberFormat(LOCALE_TAGS[language], options).format(value),
      date: (at, timeZone) => new Intl.DateTimeFormat(LOCALE_TAGS[language], { timeZone }).format(new Date(at)),
    },
    currency: 'RUB',
    nameOf: (_field, value) => NAMES[value] ?? value,
    channels: new Map(),
  });
  return sentences.slice(0, -1).join(' ').replaceAll(/\s/gu, ' ');
}

const all = (...conditions: object[]) => ({ conditions: { groups: [{ match: 'all', conditions }] } });
const any = (...conditions: object[]) => ({ conditions: { groups: [{ match: 'any', conditions }] } });
const SERVICE = { field: 'service', values: ['s1', 's2'] };
const MASTER = { field: 'master', isNot: true, values: ['m1', 'm2'] };
const FIRST = { field: 'visit_number', value: 'first' };

test('without conditions there is only the timing', () => {
  expect(say('visit_reminder', {})).toBe('Напишем клиенту за 24 часа до визита.');
});

test('a report is for the owner, on the days chosen', () => {
  const timing = { delayMinutes: 540, weekdays: [1, 5], window: { startHour: 0, endHour: 24 } };
  expect(say('daily_report', { timing })).toBe('Пришлём вам итоги за вчерашний день, в 9:00. По дням: пн, пт.');
});

test.each<[string, object, string]>([
  ['a list', SERVICE, 'услуга — «Стрижка» или «Окрашивание»'],
  ['none of a list', MASTER, 'мастер — не Анна и не Ольга'],
  ['one that is not', { ...MASTER, values: ['m1'] }, 'мастер — не Анна'],
  [
    'days',
    { field: 'weekday', isNot: true, values: ['1', '2', '3'] },
    'визит не в понедельник, не во вторник и не в среду',
  ],
  ['a status', { field: 'visit_status', values: ['confirmed'] }, 'статус записи — «confirmed»'],
  ['both ends', { field: 'visits_count', from: 2, to: 21 }, 'у клиента от 2 до 21 визита'],
  ['the lower end', { field: 'visits_count', from: 5, to: 100_000_000 }, 'у клиента не меньше 5 визитов'],
  ['the upper end', { field: 'spent', from: 0, to: 50_000 }, 'клиент потратил у вас не больше 50 000 ₽'],
  ['no end', { field: 'total', from: -1, to: -1 }, 'Сумма, RUB: без ограничений'],
  ['hours', { field: 'hour', from: 9, to: 11 }, 'визит начинается с 9:00 до 11:59'],
  ['a way', { field: 'booking_way', value: 'online' }, 'клиент записался онлайн'],
])('of %s: %s', (_what, condition, said) => {
  expect(say('visit_reminder', all(condition))).toBe(`Напишем клиенту за 24 часа до визита, если ${said}.`);
});

test('changes and their distance are described', () => {
  const moved = all({ field: 'change', values: ['time', 'master'] }, { field: 'shift_minutes', from: 21, to: 525_600 });
  expect(say('visit_changed', { ...moved, timing: { delayMinutes: 0, window: { startHour: 0, endHour: 24 } } })).toBe(
    'Напишем клиенту сразу после изменения, если сменилось время или сменился мастер и время сдвинули хотя бы на 21 минуту.',
  );
});

test('all or any conditions are distinguished', () => {
  expect(say('visit_reminder', all(FIRST, { ...MASTER, isNot: false }))).toContain(
    'если визит первый и мастер — Анна или Ольга.',
  );
  expect(say('visit_reminder', any(FIRST, { ...MASTER, isNot: false }))).toContain(
    'если верно хотя бы одно: визит первый; мастер — Анна или Ольга.',
  );
});

test('groups are separated', () => {
  const groups = [
    { match: 'all', conditions: [FIRST, { field: 'branch', values: ['b1'] }] },
    { match: 'any', conditions: [SERVICE, { field: 'booking_way', value: 'online' }] },
  ];
  expect(say('visit_reminder', { conditions: { match: 'any', groups } })).toContain(
    'если верно хотя бы одно: визит первый и филиал — «Лесная»; услуга — «Стрижка» или «Окрашивание» или клиент записался онлайн.',
  );
  expect(say('visit_reminder', { conditions: { match: 'all', groups } })).toContain(
    'если верно всё сразу: визит первый',
  );
});

test('orders have words of their own', () => {
  const told = all(FIRST, { field: 'total', from: 1000, to: 3000 }, { field: 'delivery_kind', values: ['самовывоз'] });
  const timing = { delayMinutes: 0, window: { startHour: 0, endHour: 24 } };
  expect(say('order_status', { ...told, timing })).toBe(
    'Напишем клиенту сразу, как сменится статус, если заказ первый, сумма заказа от 1 000 ₽ до 3 000 ₽ и способ получения — самовывоз.',
  );
});

test('timing, frequency, end and control group follow', () => {
  const timing = {
    delayMinutes: 60 * 1_440,
    window: { startHour: 10, endHour: 20 },
    weekdays: [6, 7],
    firstSend: true,
    intervalMinutes: 365 * 1_440,
    endsOn: '2031-12-31',
  };
  expect(say('repeat_visit', { timing, options: { controlPercent: 10 } })).toBe(
    'Напишем клиенту через 2 месяца после последнего визита. Каждому 10-му клиенту не пишем, чтобы увидеть пользу. ' +
      'Только с 10:00 до 20:00. По дням: сб, вс. Напишем и тем, чей срок уже прошёл. ' +
      'Одному клиенту не чаще, чем раз в 1 год. Работает по 31.12.2031 включительно.',
  );
});

test.each([
  [600, 'в день рождения, в 10:00'],
  [-3 * 1_440 + 570, 'за 3 дня до дня рождения, в 9:30'],
  [1_440 + 720, 'через 1 день после дня рождения, в 12:00'],
])('a birthday by its day and hour: %s minutes', (delayMinutes, said) => {
  const timing = { delayMinutes, window: { startHour: 0, endHour: 24 } };
  expect(say('birthday', { timing })).toBe(`Напишем клиенту ${said}.`);
});

test('offered services and milestones are named', () => {
  const timing = { delayMinutes: 0, window: { startHour: 0, endHour: 24 } };
  const id = '01890000-0000-7000-8000-000000000001';
  NAMES[id] = 'Маникюр';
  expect(say('cross_selling', { timing, options: { offerServiceIds: [id] } })).toContain('Предложим «Маникюр»;');
  expect(say('threshold', { timing, options: { threshold: { visits: 10, spent: 50_000 } } })).toContain(
    'Сработает на 10-м визите клиента или когда всего он потратит 50 000 ₽.',
  );
});

const EVERY: object[] = CONDITION_FIELDS.map((field) => {
  if (field === 'visit_number') return { field, value: 'repeated' };
  if (field === 'booking_way') return { field, value: 'staff' };
  const list = FlowCondition.safeParse({ field, values: field === 'weekday' ? ['5'] : ['time'] });
  return list.success
    ? { field, values: field === 'weekday' ? ['5', '6'] : ['time', 'master'] }
    : { field, from: 2, to: 5 };
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(EVERY.flatMap((one) => [one, { ...one, isNot: true }]))(
    'every condition has a sentence: %o',
    (condition) => {
      const said = say('visit_changed', all(condition), language);
      expect(said).not.toMatch(/\?\w|\{\{|undefined|NaN/);
      expect(said.endsWith('.')).toBe(true);
    },
  );

  test('every kind has a timing sentence, before and after', () => {
    const kinds: FlowKind[] = [
      'visit_created',
      'review_request',
      'lost_client',
      'threshold',
      'order_status',
      'abandoned_cart',
      'api_event',
      'birthday',
    ];
    for (const kind of kinds)
      for (const delayMinutes of [0, 45, 120, 2 * 1_440, 730 * 1_440])
        expect(say(kind, { timing: { delayMinutes, window: { startHour: 9, endHour: 21 } } }, language)).not.toMatch(
          /\?\w|\{\{/,
        );
  });
});

test('other languages use their own grammar', () => {
  const asked = all(SERVICE, MASTER, { field: 'visits_count', from: 3, to: 100_000_000 });
  expect(say('visit_reminder', asked, 'en')).toBe(
    'We write to the client 24 hours before the visit if the service is “Стрижка” or “Окрашивание”, the specialist is not Анна or Ольга and the client has had at least 3 visits.',
  );
  expect(say('visit_reminder', asked, 'pt_br')).toContain(
    'se o serviço for “Стрижка” ou “Окрашивание”, o profissional não for Анна nem Ольга e o cliente tiver pelo menos 3 visitas.',
  );
  expect(say('visit_reminder', asked, 'uk')).toContain(
    'якщо послуга — «Стрижка» або «Окрашивание», майстер — не Анна і не Ольга і у клієнта не менше ніж 3 візити.',
  );
});
