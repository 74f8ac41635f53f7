import { expect, test } from 'vitest';
import type { Channel } from '#contract/channels/calls.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { type GivenFlowOptions, optionsOf } from '#contract/flows/options.ts';
import { FlowSettings } from '#contract/flows/calls.ts';
import { missingIn } from './missing.ts';

const whatsApp = ChannelId.parse('01a1fbef-87cf-76af-a137-66605c4bd237');
const telegram = ChannelId.parse('01a1fbef-87cf-76af-a137-66605c4bd238');
const channels: Pick<Channel, 'id' | 'kind' | 'state'>[] = [
  { id: whatsApp, kind: 'dialog360', state: 'Authorized' },
  { id: telegram, kind: 'telegram_bot', state: 'Authorized' },
];
const known = {
  kind: 'visit_reminder' as const,
  mode: 'test' as const,
  testPhones: '+79160000001',
  ownTestPhones: [],
  isOwn: () => false,
  channels,
  templateLacks: null,
  toFill: [],
};
const settings = FlowSettings.parse({
  conditions: {},
  options: optionsOf('visit_reminder'),
  timing: { delayMinutes: -60, window: { startHour: 0, endHour: 24 } },
  content: {
    texts: { default: 'Ждём вас, {clientName}' },
    templates: [{ channelId: whatsApp, name: 'visit', language: 'ru', parameters: [] }],
  },
});
const withContent = (change: Partial<FlowSettings['content']>) => ({
  ...settings,
  content: { ...settings.content, ...change },
});

test('nothing is missing in a complete flow', () => {
  expect(missingIn(settings, known)).toEqual([]);
});

test('texts, known variables and complete buttons belong to the message', () => {
  const url = { type: 'url' as const, title: 'Карта', url: 'https://' };
  expect(missingIn(withContent({ texts: { default: ' ' }, buttons: [url] }), known)).toEqual([
    { step: 'message', part: 'text' },
    { step: 'message', part: 'button' },
  ]);
  const named = withContent({ texts: { default: 'Да {points}' } });
  expect(missingIn(named, { ...known, isOwn: (name) => name === 'points' })).toEqual([]);
  expect(missingIn(withContent({ texts: { default: 'Да', en: 'Yes {имя}' } }), known)).toEqual([
    { step: 'message', part: 'unknown' },
  ]);
});

test('a template is missing where WhatsApp is among the channels that are tried', () => {
  const bare = withContent({ templates: [] });
  expect(missingIn(bare, known)).toEqual([{ step: 'message', part: 'template' }]);
  expect(missingIn({ ...bare, channelIds: [telegram] }, known)).toEqual([]);
});

test('media that a template requires is missing from the message', () => {
  expect(missingIn(settings, { ...known, templateLacks: 'image' })).toEqual([
    { step: 'message', part: 'template_image' },
  ]);
  expect(missingIn(settings, { ...known, templateLacks: 'document' })).toEqual([
    { step: 'message', part: 'template_document' },
  ]);
});

test('a working channel, and in test mode a number, belong to sending', () => {
  const broken = channels.map((channel) => ({ ...channel, state: 'NotAuthorized' as const }));
  expect(missingIn(settings, { ...known, channels: broken, testPhones: '' })).toEqual([
    { step: 'send', part: 'channel' },
    { step: 'send', part: 'test_phone' },
  ]);
  expect(missingIn(settings, { ...known, mode: 'combat', testPhones: '' })).toEqual([]);
});

test('offered services and the threshold belong to the audience', () => {
  const missing = (kind: 'cross_selling' | 'threshold', given: GivenFlowOptions = {}) =>
    missingIn({ ...settings, options: optionsOf(kind, given) }, { ...known, kind });
  expect(missing('cross_selling')).toEqual([{ step: 'who', part: 'offer' }]);
  expect(missing('threshold')).toEqual([{ step: 'who', part: 'threshold' }]);
  expect(missing('threshold', { threshold: { visits: 10, spent: -1 } })).toEqual([]);
});

test('a setting bound to another cabinet is missing until it is chosen, once', () => {
  const toFill = ['channels', 'templates', 'branches', 'image'] as const;
  expect(missingIn(withContent({ templates: [] }), { ...known, toFill })).toEqual([
    { step: 'message', part: 'template' },
    { step: 'send', part: 'channels', fill: 'channels' },
    { step: 'who', part: 'branches', fill: 'branches' },
    { step: 'message', part: 'image', fill: 'image' },
  ]);
  const conditions = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'branch', values: ['b1'] }] }] };
  const chosen = FlowSettings.parse({ ...settings, conditions, channelIds: [whatsApp] });
  expect(missingIn(chosen, { ...known, toFill })).toEqual([{ step: 'message', part: 'image', fill: 'image' }]);
});
