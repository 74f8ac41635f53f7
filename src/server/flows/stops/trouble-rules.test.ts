import { expect, test } from 'vitest';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { FileId } from '#contract/texts/calls.ts';
import { FlowKind, type FlowSettings } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import { anId, SMS, TELEGRAM, WHATSAPP } from '#server/testing/rows/decisions.ts';
import { withOptions } from '#server/testing/rows/flow-options.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { type TroubleFacts, troubleOf } from './trouble-rules.ts';

const [CUT, GONE] = [anId(40), anId(41)];
const PICTURE = FileId.parse(anId(42));
const FACTS: TroubleFacts = {
  channels: [WHATSAPP, TELEGRAM],
  knownTemplates: [],
  eventProperties: [],
  attachments: new Map([[PICTURE, { mime: 'image/png' }]]),
  things: new Map([
    [CUT, { id: CUT, title: 'Стрижка', isThere: true }],
    [GONE, { id: GONE, title: 'Маникюр', isThere: false }],
  ]),
};

const trouble = (kind: FlowKind, change: (settings: FlowSettings) => FlowSettings, facts: Partial<TroubleFacts> = {}) =>
  troubleOf({ kind, settings: change(defaultSettings(kind, 'ru')) }, { ...FACTS, ...facts });
const withText = (text: string) => (settings: FlowSettings) => ({
  ...settings,
  content: { ...settings.content, texts: { default: text } },
});
const withCondition =
  (match: 'all' | 'any', ...conditions: FlowCondition[]) =>
  (settings: FlowSettings) => ({ ...settings, conditions: { match: 'all' as const, groups: [{ match, conditions }] } });
const service = (values: string[], isNot = false): FlowCondition => ({ field: 'service', isNot, values });
const eventNamed = (values: string[]): FlowCondition => ({ field: 'event_name', isNot: false, values });
const weekday: FlowCondition = { field: 'weekday', isNot: false, values: ['1'] };

test.each(FlowKind.options)('a new flow of the kind %s has no trouble', (kind) => {
  for (const language of Language.options)
    expect(troubleOf({ kind, settings: defaultSettings(kind, language) }, FACTS)).toBeNull();
});

test('a variable that is unknown, or that the kind cannot have, is named', () => {
  expect(trouble('visit_created', withText('Ждём, {clientNaem}'))).toEqual({
    code: 'variable_unknown',
    reason: '{clientNaem}',
  });
  expect(trouble('birthday', withText('С праздником, {clientName}, ваш {masterName}'))).toEqual({
    code: 'variable_missing',
    reason: '{masterName}',
  });
});

test('properties of API events are variables of flows about them; before the first event any name is allowed', () => {
  const known = [
    { eventName: 'bonus', properties: ['points'] },
    { eventName: 'lesson', properties: [] },
  ];
  const withPoints = (...names: string[]) => {
    const about = withCondition('all', ...(names.length > 0 ? [eventNamed(names)] : [weekday]));
    return trouble('api_event', (settings) => withText('Баллы: {points}')(about(settings)), {
      eventProperties: known,
    });
  };
  for (const names of [[], ['bonus'], ['bonus', 'lesson'], ['new one']]) expect(withPoints(...names)).toBeNull();
  expect(withPoints('lesson')?.code).toBe('variable_unknown');
  expect(trouble('visit_created', withText('{points}'), { eventProperties: known })?.code).toBe('variable_unknown');
  expect(trouble('api_event', withText('{не имя}'))?.code).toBe('variable_unknown');
});

test.each([
  ['asked for alone', withCondition('all', service([GONE])), 'services_gone'],
  ['one of two that is still there', withCondition('all', service([GONE, CUT])), null],
  ['turned round', withCondition('all', service([GONE], true)), null],
  ['beside something else that may be met', withCondition('any', service([GONE]), weekday), null],
  ['beside something else, and both are asked for', withCondition('all', service([GONE]), weekday), 'services_gone'],
  ['of which nothing was ever known', withCondition('all', service([anId(99)])), 'services_gone'],
])('a service that is no longer there, %s', (_case, change, code) => {
  expect(trouble('visit_created', change)?.code ?? null).toBe(code);
});

test('an offer without any remaining service is named by its title', () => {
  const offering = (ids: string[]) => (settings: FlowSettings) =>
    withOptions(settings, { offerServiceIds: ids.map((id) => ServiceId.parse(id)) });
  expect(trouble('cross_selling', offering([GONE]))).toEqual({ code: 'offer_gone', reason: 'Маникюр' });
  expect(trouble('cross_selling', offering([GONE, CUT]))).toBeNull();
});

test('channels a flow chose and that are all gone are an error; a cabinet without any is not', () => {
  const choosing = (settings: FlowSettings) => ({ ...settings, channelIds: [SMS.id] });
  expect(trouble('visit_created', choosing)?.code).toBe('channels_gone');
  expect(trouble('visit_created', (settings) => settings, { channels: [] })).toBeNull();
  const live = {
    kind: 'visit_created' as const,
    mode: 'combat' as const,
    settings: defaultSettings('visit_created', 'ru'),
  };
  expect(troubleOf(live, { ...FACTS, channels: [] })?.code).toBe('channels_gone');
});

const TEMPLATE = { channelId: WHATSAPP.id, name: 'visit', language: 'ru' };
test.each([
  ['rejected, the only way', 'rejected', [WHATSAPP], 'template_barred'],
  ['paused, the only way', 'paused', [WHATSAPP], 'template_barred'],
  ['approved', 'approved', [WHATSAPP], null],
  ['still looked at', 'pending', [WHATSAPP], null],
  ['rejected, with Telegram beside it', 'rejected', [WHATSAPP, TELEGRAM], null],
])('a template that is %s', (_case, status, channels, code) => {
  const using = (settings: FlowSettings) => ({
    ...settings,
    content: { ...settings.content, templates: [{ ...TEMPLATE, parameters: [] }] },
  });
  const knownTemplates = [{ ...TEMPLATE, body: '', media: null, buttons: [], status }];
  expect(trouble('visit_reminder', using, { channels, knownTemplates })?.code ?? null).toBe(code);
});

test.each([
  ['image', null, 'template_lacks_image'],
  ['image', PICTURE, null],
  ['document', PICTURE, 'template_lacks_document'],
  ['document', FileId.parse(anId(43)), 'template_lacks_document'],
  [null, PICTURE, null],
] as const)('a template that wants %s of a message with the attachment %s', (media, imageId, code) => {
  const using = (settings: FlowSettings) => ({
    ...settings,
    content: { ...settings.content, imageId, templates: [{ ...TEMPLATE, parameters: [] }] },
  });
  const knownTemplates = [{ ...TEMPLATE, body: '', media, buttons: [], status: 'approved' }];
  // The trouble is the same whether customers have another channel or not, since the owner chose a template that cannot be used.
  for (const channels of [[WHATSAPP], [WHATSAPP, TELEGRAM]])
    expect(trouble('visit_reminder', using, { channels, knownTemplates })).toEqual(code && { code, reason: 'visit' });
  expect(trouble('visit_reminder', using, { channels: [TELEGRAM], knownTemplates })).toBeNull();
});
