import { z } from 'zod';
import type { LogEntry, MessageTrace, TraceStep } from '#contract/delivery.ts';
import { searchContacts } from '#server/contacts/list-actions.ts';
import { readCursor, toPage } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { compareInstants, earlierOf, laterOf } from '#server/platform/instant-rules.ts';
import { Problem } from '#server/platform/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countAtStatus } from './counts-queries.ts';
import { findEntry, hasLeft, listLog, listNext, type LogFilter } from './log-queries.ts';
import { isSenderAlive } from './sender-queries.ts';
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
  scope: TenantScope,
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

/** Counts messages with an unknown outcome. */
export async function countInDoubt(scope: TenantScope): Promise<number> {
  return countAtStatus(scope, 'unknown');
}

/** Lists the messages due next, soonest first; those that are late because they must wait come first. */
export async function listNextMessages(scope: TenantScope, limit: number): Promise<LogEntry[]> {
  return listNext(scope, limit);
}

/** Loads the trace of one entry, oldest first: its event, its decisions and its outcome. */
export async function getMessageTrace(scope: TenantScope, entryId: string): Promise<MessageTrace> {
  const entry = await findEntry(scope, entryId);
  if (!entry) throw new Problem('message.not_found');
  const message = entry.kind === 'message' ? await findTraced(scope, entryId) : undefined;
  const key = message ? keyOf(message) : await findVerdictKey(scope, entryId);
  const found = entry.visitId ? await findTracedVisit(scope, entry.visitId) : undefined;
  const about = entry.visitId ? { visitId: entry.visitId } : key && { subjectId: key.subjectId };
  const verdicts = key ? await listVerdictSteps(scope, key) : [];
  const hasVerdict = ({ kind, name, rule }: TraceStep) =>
    kind === 'verdict' && verdicts.some((verdict) => verdict.name === name && verdict.rule === rule);
  const steps = [
    ...(about ? await listSubjectSteps(scope, about) : []),
    ...verdicts,
    ...(message ? messageSteps(message).filter((step) => !hasVerdict(step)) : []),
    ...(message ? await replySteps(scope, message) : []),
  ];
  return {
    entry,
    timeZone: found?.timeZone ?? (await getTenant(scope)).timeZone,
    visit: found?.visit ?? null,
    orderNumber: key && !found ? await findOrderNumber(scope, key.subjectId) : null,
    steps: steps.toSorted(byTime),
    buttons: message?.content.buttons ?? [],
    ...carried(message?.content),
    errorText: message?.errorText ?? null,
    recipient: message?.recipient ?? null,
    isSenderThere: await isSenderAlive(scope, entry.senderId),
    conversationId: entry.contactId && !entry.isTest ? await findChat(scope, entry.contactId, entry.channelKind) : null,
  };
}

/** The picture or document above the text; a template sent in its place may have had no header for it. */
function carried(content: TracedMessage['content'] | undefined): Pick<MessageTrace, 'imageUrl' | 'file'> {
  if (!content?.leftBy) return { imageUrl: content?.image?.url ?? null, file: content?.file ?? null };
  const { header } = content.leftBy;
  if (!header) return { imageUrl: null, file: null };
  return header.type === 'image' ? { imageUrl: header.url, file: null } : { imageUrl: null, file: header };
}

function keyOf({ senderId, subjectId, step, occurrence }: TracedMessage) {
  return subjectId ? { senderId, subjectId, step, occurrence } : undefined;
}

/** Steps of one moment in their causal order. */
const ORDER: TraceStep['kind'][] = ['event', 'visit', 'order', 'verdict', 'held', 'send', 'status', 'reply'];

function byTime(a: TraceStep, b: TraceStep): number {
  return (
    compareInstants(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)) ||
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)
  );
}

/**
 * The steps of a message. A held message waits since it was due, whenever that was recorded. Providers report whole
 * seconds, so that a status after our call may seem to come before it.
 */
function messageSteps(message: TracedMessage): TraceStep[] {
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
    ...(times.failed ? [{ ...step('status', 'failed', times.failed), rule: reason, text: errorText }] : []),
    ...(status === 'unknown' ? [{ ...step('status', 'unknown', updatedAt), text: errorText }] : []),
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
