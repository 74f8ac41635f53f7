import { expect, test } from 'vitest';
import { diffVersions } from './diff-rules.ts';

const CHANNEL = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';
const settings = {
  conditions: {
    match: 'all',
    groups: [{ match: 'any', conditions: [{ field: 'master', isNot: false, values: ['olga', 'vera'] }] }],
  },
  timing: { delayMinutes: -60, window: { startHour: 9, endHour: 21 }, weekdays: [1, 2] },
  content: {
    texts: { default: 'Ждём вас', en: '' },
    buttons: [{ type: 'url', title: 'Сайт', url: 'https://a.example' }],
    imageId: null,
    templates: [{ channelId: CHANNEL, name: 'visit', language: 'ru', parameters: ['{recordDate}', '{recordTime}'] }],
  },
  channelIds: [CHANNEL, OTHER],
};
type Settings = typeof settings;

const diff = (change: (settings: Settings) => object, title = 'Напоминание') =>
  diffVersions({ title: 'Напоминание', settings }, { title, settings: change(structuredClone(settings)) });

test('two saves of the same differ in nothing', () => {
  expect(diff((same) => same)).toEqual([]);
});

test('title, numbers and texts change from one to another', () => {
  const changes = diff(
    (to) => ({
      ...to,
      timing: { ...to.timing, delayMinutes: -120 },
      content: { ...to.content, texts: { default: 'Ждём', en: 'See you' } },
    }),
    'За два часа',
  );
  expect(changes).toEqual([
    { type: 'value', path: 'title', from: 'Напоминание', to: 'За два часа' },
    { type: 'value', path: 'timing.delayMinutes', from: -60, to: -120 },
    { type: 'value', path: 'content.texts.default', from: 'Ждём вас', to: 'Ждём' },
    { type: 'value', path: 'content.texts.en', from: '', to: 'See you' },
  ]);
});

test('the diff of a list has added and removed values, and for channels the changed order', () => {
  expect(diff((to) => ({ ...to, timing: { ...to.timing, weekdays: [2, 7, 1] } }))).toEqual([
    { type: 'list', path: 'timing.weekdays', added: [7], removed: [] },
  ]);
  expect(diff((to) => ({ ...to, timing: { ...to.timing, weekdays: [2, 1] } }))).toEqual([]);
  expect(diff((to) => ({ ...to, channelIds: [OTHER, CHANNEL] }))).toEqual([{ type: 'order', path: 'channelIds' }]);
});

test('a button is found by its type: another beside it is no change of it', () => {
  const changes = diff((to) => {
    const call = { type: 'call', title: 'Позвонить', phone: '+74950000000' };
    const url = { type: 'url', title: 'Записаться', url: 'https://a.example' };
    return { ...to, content: { ...to.content, buttons: [call, url] } };
  });
  expect(changes).toEqual([
    { type: 'value', path: 'content.buttons.url.title', from: 'Сайт', to: 'Записаться' },
    { type: 'value', path: 'content.buttons.call.title', from: null, to: 'Позвонить' },
    { type: 'value', path: 'content.buttons.call.phone', from: null, to: '+74950000000' },
  ]);
});

test('a condition is found by what it asks', () => {
  const changes = diff((to) => {
    const conditions = [
      { field: 'master', isNot: true, values: ['vera', 'nina'] },
      { field: 'hour', from: 9, to: 12 },
    ];
    return { ...to, conditions: { match: 'all', groups: [{ match: 'any', conditions }] } };
  });
  const path = 'conditions.groups.0.conditions';
  expect(changes).toEqual([
    { type: 'value', path: `${path}.master.isNot`, from: false, to: true },
    { type: 'list', path: `${path}.master.values`, added: ['nina'], removed: ['olga'] },
    { type: 'value', path: `${path}.hour.from`, from: null, to: 9 },
    { type: 'value', path: `${path}.hour.to`, from: null, to: 12 },
  ]);
});

test("a template's parameters are compared place by place", () => {
  const changes = diff((to) => {
    const [template] = to.content.templates;
    const templates = [{ ...template, parameters: ['{recordTime}', '{recordTime}'] }];
    return { ...to, content: { ...to.content, templates } };
  });
  expect(changes).toEqual([
    {
      type: 'value',
      path: `content.templates.${CHANNEL}/ru.parameters.0`,
      from: '{recordDate}',
      to: '{recordTime}',
    },
  ]);
});

test('templates are found by channel and language: in another order they are the same', () => {
  const [template] = settings.content.templates;
  const english = { ...template, language: 'en' };
  const from = { ...settings, content: { ...settings.content, templates: [template, english] } };
  const to = { ...settings, content: { ...settings.content, templates: [english, template] } };
  expect(diffVersions({ title: 'А', settings: from }, { title: 'А', settings: to })).toEqual([]);
});

test('a setting that was not there before counts from nothing', () => {
  const { timing, ...rest } = settings;
  expect(diffVersions({ title: 'А', settings: rest }, { title: 'А', settings: { ...rest, timing } })).toContainEqual({
    type: 'value',
    path: 'timing.window.startHour',
    from: null,
    to: 9,
  });
});
