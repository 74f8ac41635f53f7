import { expect, test } from 'vitest';
import {
  aDecidedCustomer,
  aDecidedFlow,
  at,
  decideOne,
  reminder,
  SMS,
  TELEGRAM,
  there,
  WHATSAPP,
} from '#server/testing/rows/decisions.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { chooseChannel } from './channel-choice-rules.ts';

test('the first channel where the customer exists is chosen, the rest are fallbacks', () => {
  const customer = aDecidedCustomer({ addresses: [there(TELEGRAM)] });
  expect(decideOne({ customer, channels: [TELEGRAM, SMS] }, reminder(24))).toMatchObject({
    channelId: TELEGRAM.id,
    fallbackChannelIds: [SMS.id],
  });
  expect(decideOne({ channels: [TELEGRAM, SMS] }, reminder(24))).toMatchObject({
    channelId: SMS.id,
    fallbackChannelIds: [],
  });
});

test("the flow's own order of channels goes before the cabinet's", () => {
  const customer = aDecidedCustomer({ addresses: [there(TELEGRAM)] });
  const settings = { ...defaultSettings('visit_reminder', 'ru'), channelIds: [SMS.id, TELEGRAM.id] };
  const flow = aDecidedFlow('visit_reminder', { settings });
  expect(decideOne({ customer, channels: [TELEGRAM, SMS] }, flow)).toMatchObject({ channelId: SMS.id });
});

test('a channel in trouble comes after one that works', () => {
  const broken = { ...SMS, id: WHATSAPP.id, state: 'error' as const };
  expect(decideOne({ channels: [broken, SMS] }, reminder(24))).toMatchObject({
    channelId: SMS.id,
    fallbackChannelIds: [broken.id],
  });
  expect(decideOne({ channels: [broken] }, reminder(24))).toMatchObject({ outcome: 'planned', channelId: broken.id });
});

test.each([
  [{ phone: null }, SMS, 'no_channel', 'SMS: no_phone'],
  [{}, TELEGRAM, 'no_channel', 'Telegram: not_there'],
  [{ addresses: [there(TELEGRAM, 'blocked')] }, TELEGRAM, 'no_channel', 'Telegram: blocked'],
  [{ addresses: [there(SMS, 'unreachable')] }, SMS, 'no_channel', 'SMS: unreachable'],
  [{ optOuts: [{ channelId: SMS.id, scope: 'all' as const }] }, SMS, 'opted_out', 'SMS: opted_out'],
])('a customer no channel reaches is skipped with each channel’s reason (%#)', (person, channel, rule, tried) => {
  expect(decideOne({ customer: aDecidedCustomer(person), channels: [channel] }, reminder(24))).toMatchObject({
    outcome: 'skipped',
    rule,
    compared: { tried },
  });
});

test('without a channel no contact is reached', () => {
  expect(decideOne({ channels: [] }, reminder(24))).toMatchObject({ rule: 'no_channel' });
});

test('a channel whose window will be closed comes after one that can carry the message', () => {
  const addresses = [there(WHATSAPP, 'reachable', '2026-03-01T12:00:00Z'), there(TELEGRAM)];
  const facts = { customer: aDecidedCustomer({ addresses }), channels: [WHATSAPP, TELEGRAM] };
  expect(decideOne(facts, reminder(24))).toMatchObject({
    channelId: TELEGRAM.id,
    fallbackChannelIds: [WHATSAPP.id],
  });
  const settings = defaultSettings('visit_reminder', 'ru');
  const template = { channelId: WHATSAPP.id, name: 'visit', language: 'ru', parameters: [] };
  const content = { ...settings.content, templates: [template] };
  const flow = aDecidedFlow('visit_reminder', { settings: { ...settings, content } });
  expect(decideOne(facts, flow)).toMatchObject({ channelId: WHATSAPP.id });
});

test('a closed window does not matter until the message is due: the customer may still write', () => {
  const facts = { channels: [WHATSAPP] };
  expect(decideOne(facts, reminder(24))).toMatchObject({ outcome: 'planned', channelId: WHATSAPP.id });
  const due = at('2026-03-01T15:30:00Z');
  expect(decideOne({ ...facts, hasPlannedMessage: true }, reminder(24), due)).toMatchObject({
    rule: 'template_missing',
  });
});

test.each([
  ['marketing' as const, true, TELEGRAM],
  ['marketing' as const, false, SMS],
  ['all' as const, true, TELEGRAM],
  ['all' as const, false, TELEGRAM],
])(
  'an opt-out from %s on a channel leaves a message (marketing: %s) the next one it does not concern',
  (scope, isMarketing, first) => {
    const customer = aDecidedCustomer({ addresses: [there(TELEGRAM)], optOuts: [{ channelId: SMS.id, scope }] });
    const choice = chooseChannel({
      channels: [SMS, TELEGRAM],
      person: customer,
      templateChannelIds: [],
      at: at('2026-03-01T12:00:00Z'),
      isDue: true,
      isMarketing,
    });
    expect(choice).toMatchObject({ kind: 'chosen', channel: { id: first.id } });
  },
);
