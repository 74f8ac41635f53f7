import { z } from 'zod';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { countSkippedMessages as countCall, LogEntry, MessageTrace, TraceStep } from '#contract/delivery/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listTemplates } from '#server/channels/storage/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { carriedMedia, shownButtons } from '#server/texts/content/rendered-message-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { searchContacts } from '#server/contacts/lists/list-actions.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { compareInstants, earlierOf, laterOf } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countAtStatus } from '#server/delivery/ledger/counts-queries.ts';
import {
  countSkippedOf,
  countSkippedOn,
  findEntry,
  hasLeft,
  listLog,
  listMessagesById,
  listNext,
  type LogFilter,
} from './log-queries.ts';
import { type KnownFormerSend, listFormerSends } from '#server/delivery/ledger/former-send-queries.ts';
import { formerSteps } from './former-steps.ts';
import { isSenderAlive } from '#server/delivery/ledger/sender-queries.ts';
import {
  findChat,
  findOrderNumber,
  findReplyText,
  findTraced,
  findTracedVisit,
  findVerdictKey,
  listSubjectSteps,
  listVerdictSteps,
  type TracedMessage,
} from './trace-queries.ts';

/** A search that matches more contacts than this shows the messages of those with the latest visits. */
const SEARCHED_CONTACTS = 100;

const LogCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/**
 * Lists everything that was sent, waits, or was decided against, newest first; a list of waiting messages alone is
 * soonest first.
 */
export async function listMessageLog(
  scope: ActionScope,
  { cursor, limit, ...filter }: LogFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: LogEntry[]; nextCursor: string | null }> {
  const after = readCursor(cursor, LogCursor);
  const { search, status, senderId } = filter;
  const contactIds = search ? await searchContacts(scope, { search, limit: SEARCHED_CONTACTS }) : null;
  const atMost = hasLeft(status) ? await countAtStatus(scope, status, senderId) : null;
  const rows = await listLog(scope, filter, { after, limit }, { contactIds, atMost });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.at, row.id],
  );
}

/** Without a period, what was decided against in this many days is counted. */
const COUNTED_DAYS = 400;

/** Counts what was decided against by reason, the most frequent first. */
export async function countSkippedMessages(
  scope: ActionScope,
  filter: Omit<LogFilter, 'status' | 'rule'>,
): Promise<ReplyOf<typeof countCall>['reasons']> {
  const { search, contactId, visitId, senderId, from, to } = filter;
  const contactIds = search ? await searchContacts(scope, { search, limit: SEARCHED_CONTACTS }) : null;
  if (contactIds !== null || contactId !== undefined || visitId !== undefined)
    return countSkippedOf(scope, filter, contactIds);
  const { timeZone } = await getTenant(scope);
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate();
  const last = to === undefined ? dayOf(scope.clock.now()) : dayOf(Temporal.Instant.from(to).subtract({ seconds: 1 }));
  const first = from === undefined ? last.subtract({ days: COUNTED_DAYS }) : dayOf(Temporal.Instant.from(from));
  return countSkippedOn(scope, { from: first, to: last }, senderId);
}

/** Counts messages with an unknown outcome. */
export async function countInDoubt(scope: TenantScope): Promise<number> {
  return countAtStatus(scope, 'unknown');
}

/** Lists the messages due next, soonest first; those that are late because they must wait come first. */
export async function listNextMessages(scope: ActionScope, limit: number): Promise<LogEntry[]> {
  return listNext(scope, limit);
}

/** Loads the log's entries of messages by their ids, in any order. */
export async function listMessageEntries(scope: ActionScope, ids: readonly string[]): Promise<LogEntry[]> {
  return ids.length === 0 ? [] : listMessagesById(scope, ids);
}

/** Loads the trace of one entry, oldest first: its event, its decisions and its outcome. */
export async function getMessageTrace(scope: ActionScope, entryId: string): Promise<MessageTrace> {
  const entry = await findEntry(scope, entryId);
  if (!entry) throw new Problem('message.not_found');
  const message = entry.kind === 'message' ? await findTraced(scope, entryId) : undefined;
  const key = message ? keyOf(message) : await findVerdictKey(scope, entry);
  const former = message ? await listFormerSends(scope, entryId) : [];
  const visit = entry.visitId ? await findTracedVisit(scope, entry.visitId) : undefined;
  const about = entry.visitId
    ? { visitId: entry.visitId }
    : key && { subjectId: key.subjectId, eventId: message?.eventId ?? null };
  const verdicts = key ? await listVerdictSteps(scope, key) : [];
  const hasVerdict = ({ kind, name, rule }: TraceStep) =>
    kind === 'verdict' && verdicts.some((verdict) => verdict.name === name && verdict.rule === rule);
  const steps = [
    ...(about ? await listSubjectSteps(scope, about) : []),
    ...verdicts,
    ...(message ? formerSteps(former, { channelKind: message.channelKind, acceptedAt: message.times.accepted }) : []),
    ...(message ? messageSteps(message, former).filter((step) => !hasVerdict(step)) : []),
    ...(message ? await replySteps(scope, message) : []),
  ];
  return {
    entry,
    visit: visit ?? null,
    orderNumber: key && !visit ? await findOrderNumber(scope, key.subjectId) : null,
    steps: steps.toSorted(byTime),
    buttons: message ? await sentButtons(scope, entry, message) : [],
    ...attached(entry, message?.content),
    errorText: message?.errorText ?? null,
    cost: message?.cost ?? null,
    recipient: message?.recipient ?? null,
    isSenderThere: await isSenderAlive(scope, entry.senderId),
    conversationId: entry.contactId && !entry.isTest ? await findChat(scope, entry.contactId, entry.channelKind) : null,
  };
}

/** The buttons of the words that are shown: the message's own as the channel shows them, or those of the template. */
async function sentButtons(
  scope: TenantScope,
  { form, channelId, channelKind, templateName }: LogEntry,
  { content }: TracedMessage,
): Promise<MessageTrace['buttons']> {
  if (form === 'text' && channelKind !== null) return shownButtons(traitsOf(channelKind), content);
  if (form !== 'template' || channelId === null) return content.buttons;
  const template = templateOf({ channelId }, content);
  const known = await listTemplates(scope, channelId);
  const found = known.find(({ name, language }) => name === templateName && language === template?.language);
  return found ? found.buttons.map(({ type, text }) => ({ type, title: text })) : content.buttons;
}

/** The template that was sent instead of the text, or would be on the channel. */
function templateOf({ channelId }: Pick<LogEntry, 'channelId'>, { leftBy, templates }: TracedMessage['content']) {
  return leftBy ?? templates.find((one) => one.channelId === channelId);
}

/** The picture or document above the text, as it was sent: a template may have no header for it, and a channel may not take it. */
function attached(
  entry: LogEntry,
  content: TracedMessage['content'] | undefined,
): Pick<MessageTrace, 'imageUrl' | 'file'> {
  if (!content || entry.channelKind === null) return { imageUrl: null, file: null };
  const leftBy = entry.form === 'template' ? (templateOf(entry, content) ?? {}) : null;
  const { image, file, header } = carriedMedia(traitsOf(entry.channelKind), { ...content, leftBy });
  const { url = null } = image ?? (header?.type === 'image' ? header : {});
  const document = file ?? (header && header.type !== 'image' ? header : null);
  return { imageUrl: url, file: document && { url: document.url, name: document.name ?? '' } };
}

function keyOf({ senderId, subjectId, step, occurrence }: TracedMessage) {
  return subjectId ? { senderId, subjectId, step, occurrence } : undefined;
}

/** Steps of one moment in their causal order; those of sends are given in theirs. */
const ORDER: Record<TraceStep['kind'], number> = {
  event: 0,
  visit: 1,
  order: 2,
  verdict: 3,
  held: 4,
  send: 5,
  status: 5,
  moved: 5,
  stays: 5,
  late: 6,
  click: 7,
  reply: 8,
};

function byTime(a: TraceStep, b: TraceStep): number {
  return compareInstants(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)) || ORDER[a.kind] - ORDER[b.kind];
}

/**
 * The steps of a message. A held message waits since it was due, whenever that was recorded. Providers report whole
 * seconds, so that a status after our call may seem to come before it.
 */
function messageSteps(message: TracedMessage, former: readonly KnownFormerSend[]): TraceStep[] {
  const { times, status, reason, channelKind, errorText, dueAt, updatedAt } = message;
  const step = (kind: TraceStep['kind'], name: string, at: Temporal.Instant): TraceStep => ({
    at: at.toString(),
    kind,
    name,
    rule: null,
    compared: {},
    text: null,
  });
  const left = times.accepted ?? (status === 'unknown' ? updatedAt : null);
  const statuses = (['sent', 'delivered', 'read'] as const).flatMap((name) => {
    const at = times[name];
    return at ? [step('status', name, laterOf(at, left ?? at))] : [];
  });
  return [
    ...(status === 'planned' && reason ? [{ ...step('held', reason, earlierOf(dueAt, updatedAt)), rule: reason }] : []),
    ...(left ? [{ ...step('send', channelKind, left), compared: templateIn(message) }] : []),
    ...statuses,
    // NOTE: the failure of an attempt that it has left is among the steps of that attempt.
    ...(times.failed && (status === 'failed' || former.length === 0)
      ? [{ ...step('status', 'failed', times.failed), rule: reason, text: errorText }]
      : []),
    ...(status === 'unknown' ? [{ ...step('status', 'unknown', updatedAt), text: errorText }] : []),
    ...(message.clickedAt ? [step('click', 'clicked', laterOf(message.clickedAt, left ?? message.clickedAt))] : []),
    ...(status === 'cancelled' && reason ? [{ ...step('verdict', 'cancelled', updatedAt), rule: reason }] : []),
  ];
}

/** The template that was sent instead of free text. */
function templateIn({ content: { leftBy } }: TracedMessage): TraceStep['compared'] {
  return leftBy ? { template: `${leftBy.name} (${leftBy.language})` } : {};
}

async function replySteps(scope: TenantScope, { repliedAt, contactId, times }: TracedMessage): Promise<TraceStep[]> {
  if (!repliedAt) return [];
  const text = contactId ? await findReplyText(scope, contactId, repliedAt) : null;
  const at = laterOf(repliedAt, times.accepted ?? repliedAt);
  return [{ at: at.toString(), kind: 'reply', name: 'replied', rule: null, compared: {}, text }];
}
