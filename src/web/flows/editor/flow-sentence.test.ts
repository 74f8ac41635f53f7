import { createInstance, type ResourceKey } from 'i18next';
import { describe, expect, test } from 'vitest';
import { FlowCondition } from '#contract/audiences/calls.ts';
import { type GivenFlowOptions, optionsOf } from '#contract/flows/options.ts';
import { type FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { AUDIENCE_FIELDS, CHOICE_VALUES, CONDITION_FIELDS } from '#contract/audiences/values.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { shortWords, TEXT_OPTIONS } from '#web/lib/format/text-options.ts';
import { conditionsWords } from '#web/audiences/condition-sentence.ts';
import { type FlowSentenceContext, flowSentences } from './flow-sentence.ts';

const files = import.meta.glob<ResourceKey>('../../locales/*/{flows,audiences,sentences,reports}.json', {
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
type Settings = Record<string, unknown> & { options?: GivenFlowOptions };

/** Renders a flow's sentences with plain spaces for non-breaking ones. */
function sentenceOf(kind: FlowKind, { options, ...change }: Settings, language: Language = 'ru'): string {
  const settings = FlowSettings.parse({
    conditions: {},
    timing: { delayMinutes: -1_440, window: { startHour: 0, endHour: 24 } },
    content: { texts: { default: 'Ждём вас' } },
    ...change,
    options: optionsOf(kind, options),
  });
  const sentences = flowSentences(kind, settings, contextIn(language));
  return sentences.slice(0, -1).join(' ').replaceAll(/\s/gu, ' ');
}

const contextIn = (language: Language): FlowSentenceContext => ({
  t: texts(language),
  format: {
    number: (value, options) => new Intl.NumberFormat(LOCALE_TAGS[language], options).format(value),
    date: (at, timeZone) => new Intl.DateTimeFormat(LOCALE_TAGS[language], { timeZone }).format(new Date(at)),
  },
  currency: 'RUB',
  nameOf: (_field, value) => NAMES[value] ?? value,
  channels: new Map(),
});

const all = (...conditions: object[]) => ({ conditions: { groups: [{ match: 'all', conditions }] } });
const any = (...conditions: object[]) => ({ conditions: { groups: [{ match: 'any', conditions }] } });
const SERVICE = { field: 'service', values: ['s1', 's2'] };
const MASTER = { field: 'master', isNot: true, values: ['m1', 'm2'] };
const FIRST = { field: 'visit_number', value: 'first' };

test('without conditions there is only the timing', () => {
  expect(sentenceOf('visit_reminder', {})).toBe('Напишем клиенту за 24 часа до визита.');
});

test('a report is for the owner, on the days chosen', () => {
  const timing = { delayMinutes: 540, weekdays: [1, 5], window: { startHour: 0, endHour: 24 } };
  expect(sentenceOf('daily_report', { timing })).toBe('Пришлём вам отчёт за вчерашний день, в 9:00. По дням: пн, пт.');
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
])('of %s: %s', (_what, condition, expected) => {
  expect(sentenceOf('visit_reminder', all(condition))).toBe(`Напишем клиенту за 24 часа до визита, если ${expected}.`);
});

test('changes and their distance are described', () => {
  const moved = all({ field: 'change', values: ['time', 'master'] }, { field: 'shift_minutes', from: 21, to: 525_600 });
  expect(
    sentenceOf('visit_changed', { ...moved, timing: { delayMinutes: 0, window: { startHour: 0, endHour: 24 } } }),
  ).toBe(
    'Напишем клиенту сразу после изменения, если изменилось время или изменился мастер и время перенесли хотя бы на 21 минуту.',
  );
});

test('all or any conditions are distinguished', () => {
  expect(sentenceOf('visit_reminder', all(FIRST, { ...MASTER, isNot: false }))).toContain(
    'если это первый визит и мастер — Анна или Ольга.',
  );
  expect(sentenceOf('visit_reminder', any(FIRST, { ...MASTER, isNot: false }))).toContain(
    'если верно хотя бы одно условие: это первый визит; мастер — Анна или Ольга.',
  );
});

test('groups are separated', () => {
  const groups = [
    { match: 'all', conditions: [FIRST, { field: 'branch', values: ['b1'] }] },
    { match: 'any', conditions: [SERVICE, { field: 'booking_way', value: 'online' }] },
  ];
  expect(sentenceOf('visit_reminder', { conditions: { match: 'any', groups } })).toContain(
    'если верно хотя бы одно условие: это первый визит и филиал — «Лесная»; услуга — «Стрижка» или «Окрашивание» или клиент записался онлайн.',
  );
  expect(sentenceOf('visit_reminder', { conditions: { match: 'all', groups } })).toContain(
    'если верны все условия: это первый визит',
  );
});

test('orders have words of their own', () => {
  const conditions = all(
    FIRST,
    { field: 'total', from: 1000, to: 3000 },
    { field: 'delivery_kind', values: ['самовывоз'] },
  );
  const timing = { delayMinutes: 0, window: { startHour: 0, endHour: 24 } };
  expect(sentenceOf('order_status', { ...conditions, timing })).toBe(
    'Напишем клиенту сразу после смены статуса, если это первый заказ, сумма заказа от 1 000 ₽ до 3 000 ₽ и способ получения — самовывоз.',
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
  expect(sentenceOf('repeat_visit', { timing, options: { controlPercent: 10 } })).toBe(
    'Напишем клиенту через 2 месяца после последнего визита. Каждому 10-му клиенту не пишем, чтобы измерить эффект. ' +
      'Только с 10:00 до 20:00. По дням: сб, вс. Напишем и тем, чей срок уже прошёл. ' +
      'Одному клиенту — не чаще чем раз в 1 год. Работает по 31.12.2031 включительно.',
  );
});

test.each([
  [600, 'в день рождения, в 10:00'],
  [-3 * 1_440 + 570, 'за 3 дня до дня рождения, в 9:30'],
  [1_440 + 720, 'через 1 день после дня рождения, в 12:00'],
])('a birthday by its day and hour: %s minutes', (delayMinutes, expected) => {
  const timing = { delayMinutes, window: { startHour: 0, endHour: 24 } };
  expect(sentenceOf('birthday', { timing })).toBe(`Напишем клиенту ${expected}.`);
});

test('offered services and milestones are named', () => {
  const timing = { delayMinutes: 0, window: { startHour: 0, endHour: 24 } };
  const id = '01890000-0000-7000-8000-000000000001';
  NAMES[id] = 'Маникюр';
  expect(sentenceOf('cross_selling', { timing, options: { offerServiceIds: [ServiceId.parse(id)] } })).toContain(
    'Предложим «Маникюр»;',
  );
  expect(sentenceOf('threshold', { timing, options: { threshold: { visits: 10, spent: 50_000 } } })).toContain(
    'Сработает на 10-м визите клиента или когда он потратит всего 50 000 ₽.',
  );
});

const EVERY: object[] = CONDITION_FIELDS.map((field) => {
  if (field in CHOICE_VALUES) return { field, value: CHOICE_VALUES[field as keyof typeof CHOICE_VALUES][1] };
  const list = FlowCondition.safeParse({ field, values: field === 'weekday' ? ['5'] : ['time'] });
  return list.success
    ? { field, values: field === 'weekday' ? ['5', '6'] : ['time', 'master'] }
    : { field, from: 2, to: 5 };
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(EVERY.flatMap((one) => [one, { ...one, isNot: true }]))(
    'every condition has a sentence: %o',
    (condition) => {
      const expected = sentenceOf('visit_changed', all(condition), language);
      expect(expected).not.toMatch(/\?\w|\{\{|undefined|NaN/);
      expect(expected.endsWith('.')).toBe(true);
    },
  );

  test('every condition on contacts alone has words', () => {
    for (const one of EVERY.filter((given) =>
      AUDIENCE_FIELDS.some((field) => 'field' in given && field === given.field),
    ))
      for (const isNot of [false, true]) {
        const group = { match: 'all' as const, conditions: [FlowCondition.parse({ ...one, isNot })] };
        const words = conditionsWords('contact', { match: 'all', groups: [group] }, contextIn(language));
        expect(words).not.toMatch(/^\w+\.|say\.|\{\{|undefined|NaN/);
      }
  });

  test('every kind has a timing sentence, before and after', () => {
    const kinds: FlowKind[] = [
      'visit_created',
      'review_request',
      'lost_client',
      'group_moved',
      'threshold',
      'order_status',
      'abandoned_cart',
      'api_event',
      'birthday',
    ];
    for (const kind of kinds)
      for (const delayMinutes of [0, 45, 120, 2 * 1_440, 730 * 1_440])
        expect(
          sentenceOf(kind, { timing: { delayMinutes, window: { startHour: 9, endHour: 21 } } }, language),
        ).not.toMatch(/\?\w|\{\{/);
  });
});

test('other languages use their own grammar', () => {
  const conditions = all(SERVICE, MASTER, { field: 'visits_count', from: 3, to: 100_000_000 });
  expect(sentenceOf('visit_reminder', conditions, 'en')).toBe(
    'The client gets the message 24 hours before the visit if the service is “Стрижка” or “Окрашивание”, the specialist is not Анна or Ольга and the client has had at least 3 visits.',
  );
  expect(sentenceOf('visit_reminder', conditions, 'pt_br')).toContain(
    'se o serviço for “Стрижка” ou “Окрашивание”, o profissional não for Анна nem Ольга e o cliente tiver pelo menos 3 visitas.',
  );
  expect(sentenceOf('visit_reminder', conditions, 'uk')).toContain(
    'якщо послуга — «Стрижка» або «Окрашивание», майстер — не Анна і не Ольга і у клієнта не менше ніж 3 візити.',
  );
});

test('a flow about moves between groups names the groups and how often a client gets it', () => {
  const groupMove = { dashboardId: null, fromGroups: ['loyal' as const], toGroups: ['at_risk' as const] };
  const options = { groupMove, reentry: { rule: 'after_days' as const, minDays: 90 } };
  const timing = { delayMinutes: 0, window: { startHour: 0, endHour: 24 } };
  expect(sentenceOf('group_moved', { timing, options }, 'en')).toBe(
    'The client gets the message right after the move. It is about clients who move from “Come often” to “Used to come”. A client gets it at most once in 90 days.',
  );
  expect(
    sentenceOf('group_moved', { timing, options: { ...options, reentry: { rule: 'once', minDays: 90 } } }),
  ).toContain('Клиент получает его один раз.');
});
