import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { commandSystem } from '#server/connections/commands/command-actions.ts';
import type { Refusal, SourceContext } from '#server/connections/port.ts';
import type { NewTalk } from '#server/connections/talk-port.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { getThreadOwner, latestConversation } from '#server/conversations/inbound/actions.ts';
import type { messageReceived, noteAdded, ownWritten } from '#server/conversations/jobs.ts';
import { getItem } from '#server/delivery/threads/thread-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { type Scoped, type SystemScope, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { enqueue, enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { addMessageCommand } from './commands.ts';
import { hasDeskNow, listDesksOf, NO_TROUBLE, setChannelTrouble, type ShownChannel } from './inbox-queries.ts';
import { reportAnswersJob, showLinesJob } from './jobs.ts';
import { findNextLine, insertLeft, insertLine, type LinesKey, listStalled, setLine } from './line-queries.ts';
import { listAnswerMessages } from './message-queries.ts';
import { findDesk, type OpenDesk } from './opening-actions.ts';
import { isShownKind } from './rules.ts';
import { listTalksOf, putTalk } from './talk-queries.ts';
import { text } from './texts.ts';

// NOTE: a process: it opens talks of a desk between transactions.

type Written = EventOf<typeof messageReceived | typeof ownWritten | typeof noteAdded>;

/** Has desks show what a contact wrote, a person wrote on the phone itself, or a member noted. */
export async function showWritten(scope: ActionScope, { facts }: Written): Promise<void> {
  const thread = await getThreadOwner(scope, facts.conversationId);
  const itemId = 'inboundId' in facts ? facts.inboundId : facts.itemId;
  const item = await getItem(scope, thread, itemId);
  if (!isShownKind(item.kind)) return;
  const { contactId } = thread;
  const at = Temporal.Instant.from(item.at);
  for (const { connectionId, channelId } of await placesOf(scope, contactId, item)) {
    if (await insertLine(scope, { connectionId, channelId, contactId, itemId, at }))
      await enqueue(scope, showLinesJob, { tenantId: scope.tenantId, connectionId, channelId, contactId });
  }
}

/** A note stands in the talk that the contact had last in each desk; a note of a desk's person is there already. */
async function placesOf(
  scope: ActionScope,
  contactId: ContactId,
  { kind, channelId, by }: ThreadItem,
): Promise<Pick<ShownChannel, 'connectionId' | 'channelId'>[]> {
  if (kind !== 'note') return channelId === null ? [] : listDesksOf(scope, channelId);
  if (by?.memberId === null) return [];
  const places = new Map<string, Pick<ShownChannel, 'connectionId' | 'channelId'>>();
  for (const talk of await listTalksOf(scope, { contactId })) {
    const isShown = (await listDesksOf(scope, talk.channelId)).some(
      ({ connectionId }) => connectionId === talk.connectionId,
    );
    if (isShown && !places.has(talk.connectionId)) places.set(talk.connectionId, talk);
  }
  return [...places.values()];
}

/** Has desks show messages that have left, and report what became of the answers of their people. */
export async function followMessages(
  scope: TenantScope,
  { channelId, messageIds }: { channelId: ChannelId; messageIds: readonly string[] },
): Promise<void> {
  if (!(await hasDeskNow(scope))) return;
  const { tenantId } = scope;
  for (const { connectionId } of await listDesksOf(scope, channelId)) {
    const contactIds = await insertLeft(scope, { connectionId, channelId }, messageIds);
    const jobs = contactIds.map((contactId) =>
      prepareJob(showLinesJob, { tenantId, connectionId, channelId, contactId }),
    );
    await enqueueAll(scope, jobs);
  }
  const answers = await listAnswerMessages(scope, messageIds);
  if (answers.length > 0)
    await enqueue(scope, reportAnswersJob, { tenantId, messageIds: answers.map(({ messageId }) => messageId) });
}

/** A file that does not arrive in this time is left out. */
const FILE_WAIT_SECONDS = 120;
const FILE_CHECK_SECONDS = 3;
/** Pause after a desk refused to open a talk for good, as far as it knows. */
const REFUSED_PAUSE_MINUTES = 10;

type Next = {
  desk: ShownChannel;
  itemId: string;
  talkId: string | null;
  person: NewTalk['person'];
} & OpenDesk;

/**
 * Asks for the write of a contact's next message, whose end queues the one after it: so they keep their order. Safe to
 * repeat.
 */
export async function showLines(
  ctx: SourceContext,
  { tenantId, ...key }: LinesKey & { tenantId: TenantId },
  signal: AbortSignal,
): Promise<void> {
  const next = await withTenant(ctx, tenantId, (scope) => findNext(scope, key, signal));
  if (!next) return;
  const { desk, person, talks, caller, itemId } = next;
  let { talkId } = next;
  if (talkId === null) {
    const opened = await talks.openTalk(caller, { inboxId: desk.inboxId, person });
    if (!opened.isOk) return withTenant(ctx, tenantId, (scope) => showLater(scope, key, opened));
    talkId = opened.value.talkId;
  }
  const talk = { connectionId: key.connectionId, talkId };
  await withTenant(ctx, tenantId, async (scope) => {
    const line = await findNextLine(scope, key);
    if (!line || line.isRequested || line.itemId !== itemId) return;
    // A talk that was opened here waits for people; its later states are compared with this one.
    const state = next.talkId === null ? ('open' as const) : null;
    await putTalk(scope, { ...key, talkId: talk.talkId, inboxId: desk.inboxId, state }, scope.clock.now());
    await setChannelTrouble(scope, key, NO_TROUBLE);
    await request(scope, key, { itemId, talkId: talk.talkId });
  });
}

async function findNext(scope: Scoped<SourceContext>, key: LinesKey, signal: AbortSignal): Promise<Next | null> {
  const { connectionId, channelId, contactId } = key;
  const desk = (await listDesksOf(scope, channelId)).find((one) => one.connectionId === connectionId);
  const line = desk && (await findNextLine(scope, key));
  if (!desk || !line || line.isRequested) return null;
  const item = await itemOf(scope, key, line.itemId);
  const isWaiting = item?.file?.state === 'fetching';
  const now = scope.clock.now();
  if (isWaiting && isAfter(line.at.add({ seconds: FILE_WAIT_SECONDS }), now)) {
    const runAt = now.add({ seconds: FILE_CHECK_SECONDS });
    await enqueue(scope, showLinesJob, { tenantId: scope.tenantId, ...key }, { runAt });
    return null;
  }
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const known = (await listTalksOf(scope, { contactId, channelId })).find(
    (one) => one.connectionId === connectionId && (one.inboxId ?? desk.inboxId) === desk.inboxId,
  );
  const opened = await findDesk(scope, connectionId, { branchId: desk.branchId, signal });
  return (
    opened && {
      ...opened,
      desk,
      itemId: line.itemId,
      talkId: known && known.state !== 'resolved' ? known.talkId : null,
      person: { identifier: contactId, name: contact?.name || contact?.phone || '', phone: contact?.phone ?? null },
    }
  );
}

async function itemOf(scope: ActionScope, { contactId }: LinesKey, itemId: string): Promise<ThreadItem | null> {
  const conversation = await latestConversation(scope, contactId);
  // NOTE: a message of the ledger is found by its contact alone, where they have no conversation.
  const id = conversation?.id ?? (contactId as string as ConversationId);
  return getItem(scope, { id, contactId }, itemId).catch(() => null);
}

async function request(
  scope: ActionScope,
  { connectionId, channelId, contactId }: LinesKey,
  { itemId, talkId }: { itemId: string; talkId: string },
): Promise<void> {
  const item = await itemOf(scope, { connectionId, channelId, contactId }, itemId);
  if (!item) {
    await setLine(scope, { connectionId, itemId }, { state: 'failed' });
    return enqueue(scope, showLinesJob, { tenantId: scope.tenantId, connectionId, channelId, contactId });
  }
  const { customerLanguage } = await getTenant(scope);
  const payload = {
    talkId,
    direction: item.direction === 'in' ? ('incoming' as const) : ('outgoing' as const),
    isPrivate: item.kind === 'note',
    ...contentOf(item, customerLanguage),
    reference: itemId,
    channelId,
    contactId,
  };
  await setLine(scope, { connectionId, itemId }, { state: 'asked' });
  await commandSystem(scope, addMessageCommand, { connectionId, key: itemId, payload });
}

function contentOf({ text: words, buttons, file }: ThreadItem, language: Language) {
  const files = file?.url
    ? [{ url: file.url, mime: file.mime ?? 'application/octet-stream', name: file.name ?? 'file' }]
    : [];
  const lost = file && !file.url ? text(language, 'file_lost') : '';
  // A message that has no words or has a file cannot have options.
  const options = words !== '' && !file ? [...buttons] : [];
  const titles = options.length > 0 ? '' : buttons.map((title) => `[${title}]`).join(' ');
  const all = [words, lost, titles].filter((part) => part !== '').join('\n');
  return { text: all === '' && files.length === 0 ? text(language, 'no_text') : all, files, options };
}

async function showLater(scope: ActionScope, key: LinesKey, refusal: Refusal): Promise<void> {
  const { trouble, text: words, isTemporary, retryAfterMs } = refusal;
  await setChannelTrouble(scope, key, { trouble, troubleText: words });
  const pauseMs = retryAfterMs ?? (isTemporary ? 30_000 : REFUSED_PAUSE_MINUTES * 60_000);
  const runAt = scope.clock.now().add({ milliseconds: Math.round(pauseMs) });
  await enqueue(scope, showLinesJob, { tenantId: scope.tenantId, ...key }, { runAt });
}

/** Lines that wait longer are queued again: their job may have been lost. */
const STALLED_MINUTES = 15;

export async function queueStalledLines(scope: SystemScope, { clock }: Pick<ActionScope, 'clock'>): Promise<void> {
  const stalled = await listStalled(scope, clock.now().subtract({ minutes: STALLED_MINUTES }));
  await enqueueAll(
    scope,
    stalled.map((key) => prepareJob(showLinesJob, showLinesJob.payload.parse(key), { unlessQueued: true })),
  );
}
