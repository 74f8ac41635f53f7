import { z } from 'zod';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { Caller, ProviderResult } from '#server/connections/port.ts';
import type { NewTalk, TalkCapability, TalkFacts, TalkMessageFacts, TalkState } from '#server/connections/talk-port.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import {
  accountOf,
  accountPath,
  type ApiResult,
  callApi,
  type ChatwootOptions,
  outcomeOf,
  talkIdOf,
  talkPath,
} from './api-client.ts';
import { Conversation, Message, sourceIdOf, toMessage, toTalk } from './shapes.ts';

const PAGE_SIZE = 25;
const Conversations = z.object({ data: z.object({ payload: z.array(Conversation) }) });
const Messages = z.object({ payload: z.array(Message) });
const Id = z.number().int().positive();
const Contact = z.object({
  id: Id,
  identifier: z.string().nullish().catch(null),
  phone_number: z.string().nullish().catch(null),
  contact_inboxes: z
    .array(z.object({ source_id: z.string(), inbox: z.object({ id: Id }) }))
    .nullish()
    .catch(null),
});
type Contact = z.output<typeof Contact>;
const Contacts = z.object({ payload: z.array(Contact) });
/** Versions differ in where the new contact stands. */
const MadeContact = z.union([
  z.object({ payload: z.object({ contact: Contact }) }).transform(({ payload }) => payload.contact),
  z.object({ payload: Contact }).transform(({ payload }) => payload),
  Contact,
]);
const ContactInbox = z.object({ source_id: z.string() });
const ContactTalks = z.object({ payload: z.array(z.object({ id: Id, inbox_id: Id, status: z.string() })) });
const Made = z.object({ id: Id });

/** The latest activity first, so that the reading ends at the first talk without changes. */
export async function listChangedTalks(
  options: ChatwootOptions,
  caller: Caller,
  changedAfter: Temporal.Instant,
  page: number,
): ReturnType<TalkCapability['listChangedTalks']> {
  const query = { status: 'all', assignee_type: 'all', sort_by: 'last_activity_at_desc', page: String(page) };
  const path = accountPath(caller, '/conversations');
  const read = await callApi(options, caller, { method: 'GET', path, query }, Conversations);
  if (!read.isOk) return read;
  const { payload } = read.value.data;
  const talks = payload.flatMap((one): TalkFacts | [] => toTalk(one, accountOf(caller)) ?? []);
  const changed = talks.filter((one) => !isBefore(one.changedAt, changedAfter));
  const isEnd = payload.length < PAGE_SIZE || changed.length < talks.length;
  return { isOk: true, value: { talks: changed, nextPage: isEnd ? null : page + 1 } };
}

export async function listTalkMessages(
  options: ChatwootOptions,
  caller: Caller,
  talkId: string,
  afterId: string | null,
): Promise<ProviderResult<TalkMessageFacts[]>> {
  const talk = await readConversation(options, caller, talkId);
  if (!talk.isOk) return talk;
  const messages = await readMessages(options, caller, talkId, afterId === null ? {} : { after: afterId });
  if (!messages.isOk) return messages;
  const place = { talkId, inboxId: String(talk.value.inbox_id) };
  const sorted = messages.value.toSorted((a, b) => a.id - b.id);
  return { isOk: true, value: sorted.map((message) => toMessage(message, place)) };
}

function readConversation(options: ChatwootOptions, caller: Caller, talkId: string): Promise<ApiResult<Conversation>> {
  const path = talkPath(caller, talkId);
  return callApi(options, caller, { method: 'GET', path }, Conversation);
}

async function readMessages(
  options: ChatwootOptions,
  caller: Caller,
  talkId: string,
  query: Record<string, string>,
): Promise<ApiResult<Message[]>> {
  const path = talkPath(caller, talkId, '/messages');
  const read = await callApi(options, caller, { method: 'GET', path, query }, Messages);
  return read.isOk ? { isOk: true, value: read.value.payload } : read;
}

/** Pages of messages that are searched for one of ours. */
const LOOKUP_PAGES = 5;

export async function findMessage(
  options: ChatwootOptions,
  caller: Caller,
  talkId: string,
  reference: string,
): Promise<{ messageId: string | null } | null> {
  let before: number | null = null;
  for (let page = 0; page < LOOKUP_PAGES; page++) {
    const query: Record<string, string> = before === null ? {} : { before: String(before) };
    const read = await readMessages(options, caller, talkId, query);
    if (!read.isOk) return null;
    const own = read.value.find((one) => one.source_id === sourceIdOf(reference));
    if (own) return { messageId: String(own.id) };
    if (read.value.length === 0) return { messageId: null };
    before = Math.min(...read.value.map(({ id }) => id));
  }
  return null;
}

/** A contact is found by our identifier, then by phone: two of one phone are refused. */
export async function openTalk(
  options: ChatwootOptions,
  caller: Caller,
  { inboxId, person }: NewTalk,
): Promise<ProviderResult<{ talkId: string }>> {
  const contact = await ensureContact(options, caller, { inboxId, person });
  if (!contact.isOk) return contact;
  const place = contact.value.contact_inboxes?.find(({ inbox }) => String(inbox.id) === inboxId);
  const source = place
    ? ({ isOk: true, value: place } as const)
    : await addToInbox(options, caller, contact.value.id, { inboxId, person });
  if (!source.isOk) return source;

  const path = accountPath(caller, `/contacts/${contact.value.id}/conversations`);
  const talks = await callApi(options, caller, { method: 'GET', path }, ContactTalks);
  if (!talks.isOk) return talks;
  const open = talks.value.payload
    .filter((one) => String(one.inbox_id) === inboxId && one.status !== 'resolved')
    .toSorted((a, b) => b.id - a.id)[0];
  if (open) return { isOk: true, value: { talkId: talkIdOf(accountOf(caller), open.id) } };
  const json = {
    source_id: source.value.source_id,
    inbox_id: Number(inboxId),
    contact_id: contact.value.id,
    status: 'open',
  };
  const made = await callApi(
    options,
    caller,
    { method: 'POST', path: accountPath(caller, '/conversations'), json },
    Made,
  );
  return made.isOk ? { isOk: true, value: { talkId: talkIdOf(accountOf(caller), made.value.id) } } : made;
}

async function ensureContact(options: ChatwootOptions, caller: Caller, wanted: NewTalk): Promise<ApiResult<Contact>> {
  const { identifier, name, phone } = wanted.person;
  const known = await searchContacts(options, caller, identifier);
  if (!known.isOk) return known;
  const own = known.value.find((one) => one.identifier === identifier);
  if (own) return { isOk: true, value: own };
  const same = phone === null ? null : await searchContacts(options, caller, phone);
  if (same && !same.isOk) return same;
  const withPhone = same?.value.find((one) => one.phone_number === phone);
  if (withPhone) return { isOk: true, value: withPhone };
  const json = {
    inbox_id: Number(wanted.inboxId),
    name,
    identifier,
    ...(phone !== null && { phone_number: phone }),
  };
  return callApi(options, caller, { method: 'POST', path: accountPath(caller, '/contacts'), json }, MadeContact);
}

async function searchContacts(options: ChatwootOptions, caller: Caller, q: string): Promise<ApiResult<Contact[]>> {
  const path = accountPath(caller, '/contacts/search');
  const found = await callApi(options, caller, { method: 'GET', path, query: { q } }, Contacts);
  return found.isOk ? { isOk: true, value: found.value.payload } : found;
}

function addToInbox(
  options: ChatwootOptions,
  caller: Caller,
  contactId: number,
  { inboxId, person }: NewTalk,
): Promise<ApiResult<{ source_id: string }>> {
  const json = { inbox_id: Number(inboxId), source_id: person.identifier };
  const path = accountPath(caller, `/contacts/${contactId}/contact_inboxes`);
  return callApi(options, caller, { method: 'POST', path, json }, ContactInbox);
}

/** The status can be set in API inboxes alone: others refuse it. */
export async function setMessageStatus(
  options: ChatwootOptions,
  caller: Caller,
  { talkId, messageId }: { talkId: string; messageId: string },
  { status, error }: { status: string; error: string | null },
): Promise<CommandOutcome> {
  const path = talkPath(caller, talkId, `/messages/${messageId}`);
  const json = { status, ...(error !== null && { external_error: error }) };
  return toOutcome(await callApi(options, caller, { method: 'PATCH', path, json }, z.unknown()));
}

export async function setTalkState(
  options: ChatwootOptions,
  caller: Caller,
  talkId: string,
  status: TalkState,
): Promise<CommandOutcome> {
  const path = talkPath(caller, talkId, '/toggle_status');
  return toOutcome(await callApi(options, caller, { method: 'POST', path, json: { status } }, z.unknown()));
}

/** Setting a state twice does no harm, so a lost answer is a reason to try again. */
function toOutcome(result: ApiResult<unknown>): CommandOutcome {
  if (result.isOk) return { kind: 'done' };
  return outcomeOf({ ...result, isSent: false });
}
