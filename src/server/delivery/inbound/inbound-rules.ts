import type { CustomerEvent, ParsedPayload } from '#server/channels/storage/actions.ts';
import { intentOf } from '#server/conversations/threads/rules.ts';

/** An event of a contact: a message, a tap, a block, a change of these; or a message to them from the phone itself. */
export type InboundEvent = Exclude<CustomerEvent, { kind: 'status' }>;

export type InboundOf = { payload: ParsedPayload; event: InboundEvent };

/**
 * Lists what contacts sent, in the order in which it is read: first all events of contacts who opt out, then those of
 * the others. Both are ordered by their own time, not in the order of the payloads; within one second, by arrival.
 */
export function inReadingOrder(payloads: readonly ParsedPayload[]): InboundOf[] {
  const inbound = payloads.flatMap((payload) =>
    payload.events.flatMap((event) => (event.kind === 'status' ? [] : [{ payload, event }])),
  );
  inbound.sort((a, b) => secondOf(a.event) - secondOf(b.event));
  const first = new Set(inbound.flatMap(({ event }) => (optsOut(event) ? [senderOf(event)] : [])));
  const isFirst = ({ event }: InboundOf) => first.has(senderOf(event));
  return [...inbound.filter(isFirst), ...inbound.filter((one) => !isFirst(one))];
}

/** Returns whether an event stops our messages to its contact. */
export function optsOut(event: InboundEvent): boolean {
  if (event.kind === 'blocked' || event.kind === 'marketing_stopped') return true;
  return event.kind === 'message' && intentOf(event)?.kind === 'opt_out';
}

/** Identifies the contact of an event on its channel. */
export function senderOf(event: InboundEvent): string {
  return (event.kind === 'own_message' ? event.to : event.from).channelUserId;
}

/** Providers report whole seconds. */
const secondOf = ({ at }: InboundEvent) => Math.floor(at.epochMilliseconds / 1_000);
