import type { ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DESK_CHANNEL_KIND } from '#contract/desk/values.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { TalkFacts, TalkMessageFacts, TalkPerson } from '#server/connections/talk-port.ts';
import type { Peer } from '#server/channels/port.ts';
import { findOrCreateByPeer, reachOf } from '#server/contacts/book/actions.ts';
import { beginThread, latestConversation, receiveMessage } from '#server/conversations/inbound/actions.ts';
import {
  addOutsideNote,
  closeOutside,
  giveToBots,
  leaveToPeople,
} from '#server/conversations/work/outside-work-actions.ts';
import { receiveOwnMessage } from '#server/conversations/work/own-message-actions.ts';
import { applyStatuses } from '#server/delivery/statuses/status-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { takeAnswer } from './answering-actions.ts';
import { listOwnInboxes, listShownChannels, type OwnInbox, type ShownChannel } from './inbox-queries.ts';
import { readTalkJob } from './jobs.ts';
import { isOwn } from './line-queries.ts';
import { takeMessage } from './message-queries.ts';
import { afterState, isReference, isWithPeople, toInbound, toOwn, toTap, purposeOf, tapIdOf } from './rules.ts';
import type { TalkItem } from './source.ts';
import { type DeskTalk, findTalk, putListed, putTalk, setTalkState } from './talk-queries.ts';

/** The inbox of a talk, as far as we have to do with it. */
type Place = { kind: 'own'; inbox: OwnInbox } | { kind: 'shown'; inbox: ShownChannel };

/** Takes in talks and messages of a desk, each once, in any order. Those of other inboxes are passed over. */
export async function recordItems(
  scope: ActionScope,
  connectionId: ConnectionId,
  items: readonly TalkItem[],
): Promise<void> {
  if (items.length === 0) return;
  const places = await listPlaces(scope, connectionId);
  for (const { talk, message } of items) {
    const facts = talk ?? message.talk;
    const place = places.get((talk ?? message).inboxId);
    if (!place) continue;
    if (message) await recordMessage(scope, place, message);
    if (facts) await recordState(scope, place, facts);
    if (talk?.lastMessageId) await queueReading(scope, connectionId, { ...talk, lastMessageId: talk.lastMessageId });
  }
}

async function listPlaces(scope: ActionScope, connectionId: ConnectionId): Promise<Map<string, Place>> {
  const own = (await listOwnInboxes(scope, connectionId)).filter(({ isOn }) => isOn);
  const shown = (await listShownChannels(scope, connectionId)).filter(({ isOn }) => isOn);
  return new Map<string, Place>([
    ...own.map((inbox): [string, Place] => [inbox.externalId, { kind: 'own', inbox }]),
    ...shown.map((inbox): [string, Place] => [inbox.inboxId, { kind: 'shown', inbox }]),
  ]);
}

/** Has the messages of a listed talk read, where the last one is not the last that polls have read. */
async function queueReading(
  scope: ActionScope,
  connectionId: ConnectionId,
  talk: TalkFacts & { lastMessageId: string },
): Promise<void> {
  if (await putListed(scope, connectionId, talk))
    await enqueue(scope, readTalkJob, { tenantId: scope.tenantId, connectionId, talkId: talk.externalId });
}

/** Desks state whole seconds of a clock of their own. */
const CLOCK_DIFFERENCE_S = 5;

async function recordMessage(scope: ActionScope, place: Place, message: TalkMessageFacts): Promise<void> {
  const { connectionId, since } = place.inbox;
  if (isBefore(message.createdAt.add({ seconds: CLOCK_DIFFERENCE_S }), since)) return;
  const { reference } = message;
  const isWritten =
    isReference(reference) && (place.kind === 'own' || (await isOwn(scope, { connectionId, reference })));
  const purpose = purposeOf(message, { place: place.kind, isOwn: isWritten });
  if (purpose === 'nothing') return;
  if (purpose === 'echo') {
    if (place.kind !== 'own') return;
    await noteSent(scope, place.inbox, message);
    return receiveTap(scope, place.inbox, message);
  }
  const { externalId, talkId } = message;
  const talk = await talkOf(scope, place, message);
  const isNew = await takeMessage(scope, {
    connectionId,
    externalId,
    talkId,
    answer: null,
    at: scope.clock.now(),
  });
  if (!isNew) return;
  switch (purpose) {
    case 'contact':
      return place.kind === 'own' ? receiveFromContact(scope, place.inbox, message) : undefined;
    case 'own_answer':
      return place.kind === 'own' ? receiveOwnAnswer(scope, place.inbox, message) : undefined;
    case 'answer':
      return takeAnswer(scope, { connectionId, talk, message });
    case 'note':
      return receiveNote(scope, talk, message);
  }
}

/** A message that we sent in an inbox of the desk came back: this is the answer to a send whose own was lost. */
async function noteSent(
  scope: ActionScope,
  { channelId }: OwnInbox,
  { externalId, reference, createdAt: at }: TalkMessageFacts,
): Promise<void> {
  const channel = { id: channelId, kind: DESK_CHANNEL_KIND, traits: traitsOf(DESK_CHANNEL_KIND) };
  const unset = { errorClass: null, code: null, text: null };
  await applyStatuses(scope, channel, [
    { kind: 'status', providerMessageId: externalId, reference, status: 'sent', at, ...unset },
  ]);
}

/** A contact wrote in an inbox of the desk. Where people have the talk, bots leave it to them. */
async function receiveFromContact(scope: ActionScope, inbox: OwnInbox, message: TalkMessageFacts): Promise<void> {
  if (!message.talk) return;
  const from = await peerIn(scope, message.talk.person);
  const channel = { id: inbox.channelId, traits: traitsOf(DESK_CHANNEL_KIND) };
  for (const event of toInbound(message, { from })) {
    const received = await receiveMessage(scope, channel, event);
    if (received && isWithPeople(message.talk.state)) await leaveToPeople(scope, received.conversationId);
  }
}

/** The contact pressed an option of a message of ours; a message has one such answer. */
async function receiveTap(scope: ActionScope, inbox: OwnInbox, message: TalkMessageFacts): Promise<void> {
  const { pressed, talk, talkId } = message;
  if (!pressed || !talk) return;
  const at = scope.clock.now();
  const externalId = tapIdOf(message.externalId);
  if (!(await takeMessage(scope, { ...inbox, externalId, talkId, answer: null, at }))) return;
  const event = toTap(message, pressed, { from: await peerIn(scope, talk.person), at });
  const received = await receiveMessage(scope, { id: inbox.channelId, traits: traitsOf(DESK_CHANNEL_KIND) }, event);
  if (received && isWithPeople(talk.state)) await leaveToPeople(scope, received.conversationId);
}

async function receiveOwnAnswer(scope: ActionScope, inbox: OwnInbox, message: TalkMessageFacts): Promise<void> {
  if (!message.talk) return;
  const to = await peerIn(scope, message.talk.person);
  const { channelId } = inbox;
  const seen = { channelId, peer: to, sharedPhone: null, startToken: null, at: message.createdAt };
  const { contactId, addressId } = await findOrCreateByPeer(scope, seen);
  await beginThread(scope, { contactId, channelId, addressId });
  for (const event of toOwn(message, to)) await receiveOwnMessage(scope, { id: channelId }, event);
}

async function receiveNote(scope: ActionScope, talk: DeskTalk | null, message: TalkMessageFacts): Promise<void> {
  const conversation = talk && (await latestConversation(scope, talk.contactId));
  if (!conversation) return;
  await addOutsideNote(scope, conversation.id, { text: message.text, name: message.authorName ?? '' });
}

/** The contact of a talk, as the channel of its inbox names them; phones are as people of the desk typed them. */
async function peerIn(scope: ActionScope, { externalId, name, phone }: TalkPerson): Promise<Peer> {
  const { countryId } = await getTenant(scope);
  return {
    channelUserId: externalId,
    phone: phone ? normalisePhone(phone, countryId) : null,
    name: name || null,
    language: null,
  };
}

/** The talk of a message, recorded where it is new; null where its contact is not known to us. */
async function talkOf(scope: ActionScope, place: Place, message: TalkMessageFacts): Promise<DeskTalk | null> {
  const { connectionId, channelId } = place.inbox;
  const { talkId, talk: facts } = message;
  const known = await findTalk(scope, { connectionId, talkId });
  if (known || !facts) return known ?? null;
  const contactId = await contactOf(scope, place, facts.person, message.createdAt);
  if (contactId === null) return null;
  const { inboxId } = message;
  const talk = { connectionId, talkId, channelId, contactId, inboxId, state: null, changedAt: null };
  await putTalk(scope, talk, scope.clock.now());
  return talk;
}

/** In an inbox that we made, contacts have our id. */
async function contactOf(
  scope: ActionScope,
  place: Place,
  person: TalkPerson,
  at: Temporal.Instant,
): Promise<ContactId | null> {
  if (place.kind === 'own') {
    const seen = {
      channelId: place.inbox.channelId,
      peer: await peerIn(scope, person),
      sharedPhone: null,
      startToken: null,
      at,
    };
    return (await findOrCreateByPeer(scope, seen)).contactId;
  }
  const id = ContactId.safeParse(person.identifier).data;
  return id && (await reachOf(scope, [id])).has(id) ? id : null;
}

/** Follows the state of a talk: one that was resolved closes the conversation, a pending one is the bots' again. */
async function recordState(scope: ActionScope, { inbox }: Place, facts: TalkFacts): Promise<void> {
  const ref = { connectionId: inbox.connectionId, talkId: facts.externalId };
  const talk = await findTalk(scope, ref);
  const { state, changedAt } = facts;
  if (!talk || (talk.changedAt && isBefore(changedAt, talk.changedAt))) return;
  if (talk.state === state) return;
  await setTalkState(scope, ref, { state, changedAt });
  const step = afterState(talk.state, facts.state);
  const conversation = step && (await latestConversation(scope, talk.contactId));
  if (!conversation) return;
  if (step === 'close') await closeOutside(scope, conversation.id);
  else await giveToBots(scope, conversation.id);
}
