import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { setChannelTrouble } from '#server/channels/storage/actions.ts';
import { noteFirstFailures } from '#server/channels/warm-up/warm-up-actions.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { troubleOfError } from '#server/channels/storage/rules.ts';
import { closeWindow, noteUnknownPhone, optOut, setAddressState } from '#server/contacts/book/actions.ts';
import { AddressId } from '#server/contacts/book/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import { STOPS_CHANNEL } from '#server/delivery/ledger/dispatch-rules.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A final refusal, whether it came with the answer to a send or later as a status. */
export type Refusal = {
  id: string;
  senderId: SenderId;
  senderVersion: number | null;
  contactId: ContactId | null;
  addressId: string | null;
  /** The contact's phone, where the message had no address on the channel yet. */
  phone?: string | null;
  /** Sent to the owner's own number: does not concern the contact. */
  testPhone: string | null;
  errorClass: ErrorClass;
  code: string | null;
  text: string;
};

/** Applies refusals beyond the message itself: to the contact's address, the sender and the channel. */
export async function actOnRefusals(
  scope: ActionScope,
  channel: { channelId: ChannelId; kind: ChannelKind },
  refusals: readonly Refusal[],
): Promise<void> {
  for (const refusal of refusals) await actOnCustomer(scope, channel, refusal);
  for (const refusal of firstBySender(refusals)) await emitRejection(scope, refusal);
  if (traitsOf(channel.kind).warmUp)
    await noteFirstFailures(
      scope,
      refusals.filter(isUnwelcome).map(({ id }) => id),
    );
  const fatal = refusals.find(({ errorClass }) => STOPS_CHANNEL.has(errorClass));
  const trouble = fatal && troubleOfError(channel.kind, fatal.errorClass);
  if (fatal && trouble) await setChannelTrouble(scope, channel.channelId, { trouble, text: fatal.text });
}

/** A failure that speaks against writing to strangers: not of the whole channel, nor a number that the messenger does not have. */
const isUnwelcome = ({ errorClass }: Refusal) => !STOPS_CHANNEL.has(errorClass) && errorClass !== 'recipient_invalid';

async function actOnCustomer(
  scope: ActionScope,
  { channelId, kind }: { channelId: ChannelId; kind: ChannelKind },
  { errorClass, contactId, addressId, testPhone, phone, code, text }: Refusal,
): Promise<void> {
  const address = orNull(AddressId, addressId);
  if (errorClass === 'window_closed' && address) return closeWindow(scope, address);
  if (errorClass === 'recipient_invalid' && address) return setAddressState(scope, address, 'unreachable', text);
  if (errorClass === 'recipient_invalid' && contactId && phone && !testPhone)
    return noteUnknownPhone(scope, { contactId, channelId, phone }, text);
  if (errorClass !== 'opted_out' || !contactId || testPhone) return;
  const { optOutScope } = traitsOf(kind);
  await optOut(scope, { contactId, channelId, scope: optOutScope, source: 'provider', note: withCode(code, text) });
}

/** A provider's text with its code before it, e.g. `21610 Attempt to send to unsubscribed recipient`. */
function withCode(code: string | null, text: string): string {
  return code === null || text.includes(code) ? text : `${code} ${text}`.trim();
}

function firstBySender(refusals: readonly Refusal[]): Refusal[] {
  const rejected = refusals.filter(({ errorClass }) => errorClass === 'content_rejected');
  return [...new Map(rejected.toReversed().map((refusal) => [refusal.senderId, refusal])).values()];
}

/** Emits the event once for each version of the sender: a version saved later may be refused again. */
async function emitRejection(scope: ActionScope, { senderId, senderVersion, text }: Refusal): Promise<void> {
  const dedupeKey = `${senderId}:${senderVersion ?? 0}`;
  await emit(scope, contentRejected, { dedupeKey, facts: { senderId, text }, occurredAt: scope.clock.now() });
}
