import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import { MessageId, type MessageStatus } from '#contract/delivery/calls.ts';
import { aStatus } from '#server/testing/world/fake-channel.ts';
import { applyUpdate, groupStatuses, type KnownMessage, type StatusEvent } from './status-rules.ts';

const NOW = Temporal.Instant.from('2026-03-02T09:00:00Z');
const aMessage = (status: MessageStatus): KnownMessage => ({
  id: MessageId.parse('00000000-0000-7000-8000-00000000000a'),
  channelId: ChannelId.parse('00000000-0000-7000-8000-000000000001'),
  fallbackChannelIds: [],
  content: { text: '', image: null, buttons: [], templates: [] },
  attempts: 0,
  isMarketing: false,
  status,
});
const theStatus = (status: StatusEvent['status'], second = 0): StatusEvent =>
  aStatus({ status, at: NOW.add({ seconds: second }), errorClass: status === 'failed' ? 'recipient_invalid' : null });

/** Applies the statuses one after another, each in a payload of its own. */
function followed(from: MessageStatus, events: readonly StatusEvent[]): MessageStatus {
  let message = aMessage(from);
  for (const event of events) {
    const change = groupStatuses([event]).flatMap((update) => applyUpdate(message, update, NOW) ?? [])[0];
    if (change) message = { ...message, status: change.status };
  }
  return message.status;
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

const ALL: StatusEvent['status'][] = ['accepted', 'sent', 'delivered', 'read', 'failed'];

test.each(Array.from({ length: 31 }, (_, n) => ALL.filter((_status, at) => (n + 1) & (1 << at))))(
  'in whatever order, and told twice, %s end the same',
  (...received) => {
    const statuses = received.filter((status) => ALL.includes(status));
    const arrived = ['read', 'delivered'].find((status) => statuses.some((one) => one === status));
    const expected = arrived ?? (statuses.includes('failed') ? 'failed' : statuses.at(-1));
    const events = statuses.map((status) => theStatus(status));
    for (const order of permutations(events)) {
      expect(followed('sending', order)).toBe(expected);
      expect(followed('unknown', [...order, ...order])).toBe(expected);
      expect(groupStatuses(order).map((update) => applyUpdate(aMessage('sending'), update, NOW)?.status)).toEqual([
        expected,
      ]);
    }
  },
);

test('a read message was delivered', () => {
  const [update] = groupStatuses([theStatus('read', 5)]);
  const change = update && applyUpdate(aMessage('accepted'), update, NOW);
  expect(change?.times).toEqual({ read: NOW.add({ seconds: 5 }), delivered: NOW.add({ seconds: 5 }) });
});

test('a failure does not revert a delivery, a delivery reverts a failure', () => {
  expect(followed('delivered', [theStatus('failed')])).toBe('delivered');
  expect(followed('failed', [theStatus('delivered')])).toBe('delivered');
  expect(followed('failed', [theStatus('sent')])).toBe('failed');
});

test('statuses of a message that was not sent change nothing', () => {
  for (const status of ['planned', 'cancelled', 'skipped'] as const)
    expect(followed(status, [theStatus('read')])).toBe(status);
});

test('of several times of one status the earliest counts', () => {
  const [update] = groupStatuses([theStatus('sent', 9), theStatus('sent', 3), theStatus('sent', 6)]);
  expect(update?.times).toEqual({ sent: NOW.add({ seconds: 3 }) });
});

test('a text that was too late for the window is sent again as a template', () => {
  const message = aMessage('accepted');
  const template = { channelId: message.channelId, name: 'visit', language: 'ru', parameters: [] };
  const withTemplate = { ...message, content: { ...message.content, templates: [template] } };
  const [update] = groupStatuses([{ ...theStatus('failed'), errorClass: 'window_closed' }]);
  expect(update && applyUpdate(withTemplate, update, NOW)).toMatchObject({ status: 'planned', after: { attempts: 1 } });
  expect(update && applyUpdate(message, update, NOW)).toMatchObject({
    status: 'failed',
    after: { reason: 'window_closed' },
  });
});

test('a message refused for a day moves to another channel, or is tried once more after the day', () => {
  const other = ChannelId.parse('00000000-0000-7000-8000-000000000002');
  const [update] = groupStatuses([{ ...theStatus('failed'), errorClass: 'temporary', retryAfterMs: 86_400_000 }]);
  const message = aMessage('sent');
  const change = update && applyUpdate(message, update, NOW);
  expect(change).toMatchObject({ status: 'planned', after: { moveTo: null, dueAt: NOW.add({ hours: 24 }) } });
  const last = { ...message, attempts: change?.after?.attempts ?? 0 };
  expect(update && applyUpdate(last, update, NOW)).toMatchObject({
    status: 'failed',
    after: { reason: 'provider_refused' },
  });
  const withOther = { ...message, fallbackChannelIds: [other] };
  expect(update && applyUpdate(withOther, update, NOW)?.after?.moveTo).toEqual({ channelId: other, rest: [] });
});
