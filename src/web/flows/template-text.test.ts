import { expect, test } from 'vitest';
import type { ChannelTemplate } from '#contract/channels.ts';
import { ChannelId } from '#contract/channels.ts';
import { FlowSettings } from '#contract/flows.ts';
import { templateButtons, withTemplateText } from './template-text.ts';

const channelId = ChannelId.parse('01a1fbef-87cf-76af-a137-66605c4bd237');
const settings = FlowSettings.parse({
  conditions: {},
  content: {
    texts: { default: 'Ждём вас', en: 'See you' },
    buttons: [{ type: 'url', title: 'x', url: 'https://a.b' }],
  },
  timing: { delayMinutes: -60, window: { startHour: 0, endHour: 24 }, weekdays: [] },
});
const template = (language: string, body: string): ChannelTemplate => ({
  name: 'visit_reminder',
  language,
  category: 'UTILITY',
  status: 'approved',
  reason: null,
  body,
  parameterCount: 2,
  isFillable: true,
  buttons: [],
});
const chosen = (language: string) => ({
  channelId,
  name: 'visit_reminder',
  language,
  parameters: ['{clientName}', '{recordDate}, {recordTime}'],
});

test('the text is the template in each of its languages, filled with our variables, without our own buttons', () => {
  const known = [template('ru', '{{1}}, визит {{2}}'), template('pt_BR', 'Olá {{1}}: {{2}}')];
  const shown = withTemplateText(settings, [chosen('ru'), chosen('pt_BR')], known);
  expect(shown?.content.texts).toEqual({
    default: '{clientName}, визит {recordDate}, {recordTime}',
    ru: '{clientName}, визит {recordDate}, {recordTime}',
    pt_br: 'Olá {clientName}: {recordDate}, {recordTime}',
  });
  expect(shown?.content.buttons).toEqual([]);
});

test('a template the provider no longer has is not shown', () => {
  expect(withTemplateText(settings, [chosen('ru')], [])).toBeNull();
});

test('the buttons of a template are those of the language it is shown in', () => {
  const known = [
    { ...template('ru', 'Ждём'), buttons: [{ type: 'quick_reply', text: 'Приду' }] },
    { ...template('pt_BR', 'Até logo'), buttons: [{ type: 'quick_reply', text: 'Confirmar' }] },
  ];
  expect(templateButtons([chosen('ru'), chosen('pt_BR')], known, 'pt_br')).toEqual(['Confirmar']);
  expect(templateButtons([chosen('ru'), chosen('pt_BR')], known, 'uk')).toEqual(['Приду']);
});
