import type { ChannelId, ChannelKind } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { ErrorClass } from '#contract/delivery.ts';
import type { SenderId } from '#contract/senders.ts';
import { setChannelTrouble } from '#server/channels/actions.ts';
import { traitsOf } from '#contract/channel-kinds.ts';
import { troubleOfError } from '#server/channels/rules.ts';
import { closeWindow, optOut, setAddressState } from '#server/contacts/actions.ts';
import { AddressId } from '#server/contacts/rules.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { contentRejected } from './jobs.ts';
import { STOPS_CHANNEL } from './dispatch-rules.ts';
import { orNull } from '#server/platform/reading.ts';

/** A final refusal, whether it came with the answer to a send or later as a status. */
export type Refusal = {
  id: string;
  senderId: SenderId;
  senderVersion: number | null;
  contactId: ContactId | null;
  addressId: string | null;
  /** Sent to the owner's own number: does not concern the contact. */
  testPhone: string | null;
  errorClass: ErrorClass;
  text: string;
};

type NotifyContext = Pick<Context, 'clock' | 'subscriptions'>;

/** Applies refusals beyond the message itself: to the contact's address, the sender and the channel. */
export async function actOnRefusals(
  ctx: NotifyContext,
  scope: TenantScope,
  channel: { channelId: ChannelId; kind: ChannelKind },
  refusals: readonly Refusal[],
): Promise<void> {
  for (const refusal of refusals) await actOnCustomer(ctx, scope, channel, refusal);
  for (const refusal of firstBySender(refusals)) await emitRejection(ctx, scope, refusal);
  const fatal = refusals.find(({ errorClass }) => STOPS_CHANNEL.has(errorClass));
  const trouble = fatal && troubleOfError(channel.kind, fatal.errorClass);
  if (fatal && trouble) await setChannelTrouble(ctx, scope, channel.channelId, { trouble, text: fatal.text });
}

async function actOnCustomer(
  ctx: NotifyContext,
  scope: TenantScope,
  { channelId, kind }: { channelId: ChannelId; kind: ChannelKind },
  { errorClass, contactId, addressId, testPhone, text }: Refusal,
): Promise<void> {
  const address = orNull(AddressId, addressId);
  if (errorClass === 'window_closed' && address) return closeWindow(scope, address);
  if (errorClass === 'recipient_invalid' && address) return setAddressState(scope, address, 'unreachable', text);
  if (errorClass !== 'opted_out' || !contactId || testPhone) return;
  const { optOutScope } = traitsOf(kind);
  await optOut(ctx, scope, { contactId, channelId, scope: optOutScope, source: 'provider', note: text });
}

function firstBySender(refusals: readonly Refusal[]): Refusal[] {
  const rejected = refusals.filter(({ errorClass }) => errorClass === 'content_rejected');
  return [...new Map(rejected.toReversed().map((refusal) => [refusal.senderId, refusal])).values()];
}

/** Emits the event once for each version of the sender: a version saved later may be refused again. */
async function emitRejection(
  ctx: NotifyContext,
  scope: TenantScope,
  { senderId, senderVersion, text }: Refusal,
): Promise<void> {
  const dedupeKey = `${senderId}:${senderVersion ?? 0}`;
  await emit(ctx, scope, contentRejected, { dedupeKey, facts: { senderId, text }, occurredAt: ctx.clock.now() });
}
