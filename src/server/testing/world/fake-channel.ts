import { randomUUID } from 'node:crypto';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelEvent, ChannelProvider, OutgoingMessage, SendOutcome } from '#server/channels/port.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';

/** Traits without limits, for tests that are about something else. */
export const EASY_TRAITS: ChannelTraits = {
  ...traitsOf('dialog360'),
  perSecond: 100_000,
  burst: 100_000,
  perPersonMs: 0,
  windowHours: null,
};

export type FakeChannel = ChannelProvider & {
  /** Every message sent through the fake, in order, with the machine's time. */
  sent: { message: OutgoingMessage; at: number }[];
};

/** A fake provider that records what is sent. `answer` returns the outcome of each send; accepted by default. */
export function aFakeChannel(
  options: {
    kind?: ChannelKind;
    traits?: Partial<ChannelTraits>;
    answer?: (message: OutgoingMessage, nth: number) => Promise<SendOutcome> | SendOutcome;
  } = {},
): FakeChannel {
  const sent: FakeChannel['sent'] = [];
  const unreachable = { isOk: false, trouble: 'unreachable', text: null, isTemporary: false } as const;
  return {
    kind: options.kind ?? 'dialog360',
    traits: { ...EASY_TRAITS, ...options.traits },
    sent,
    async send({ message }) {
      const nth = sent.push({ message, at: performance.now() });
      return options.answer ? options.answer(message, nth) : accepted();
    },
    check: async () => unreachable,
    subscribe: async () => ({ isOk: true, value: null }),
    unsubscribe: async () => {},
    verify: () => true,
    read: () => [],
  };
}

export const accepted = (providerMessageId: string = randomUUID()): SendOutcome => ({
  kind: 'accepted',
  providerMessageId,
  channelUserId: null,
  isSent: false,
});

export type StatusEvent = Extract<ChannelEvent, { kind: 'status' }>;

/** A status event of the message `wamid.1`; delivered by default. */
export const aStatus = (changes: Partial<StatusEvent> & Pick<StatusEvent, 'at'>): StatusEvent => ({
  kind: 'status',
  providerMessageId: 'wamid.1',
  reference: null,
  status: 'delivered',
  errorClass: null,
  code: null,
  text: null,
  ...changes,
});

export const tooFast = (retryAfterMs: number | null = 100): SendOutcome => ({
  kind: 'unreached',
  errorClass: 'rate_limited',
  code: '429',
  text: 'Too many requests',
  retryAfterMs,
  scope: 'channel',
});
