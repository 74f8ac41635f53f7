import { Readable } from 'node:stream';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ImportedChats, importChats as importCall } from '#contract/quality/talks.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { saveTalk } from '#server/quality/talks/talk-actions.ts';
import { listKnownTalks } from '#server/quality/talks/talk-list-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { chatReader, type ReadPart } from './chat-reader.ts';
import { nameOf, type ReadFileOfChats, speakersOf } from './chat-rules.ts';
import { spokenLines, type Staff, talksOf, type UploadedTalk } from './uploaded-talks.ts';

// NOTE: a process: it reads a file between transactions, and stores its talks in batches.

const MOST_SPEAKERS = 200;
const TALKS_AT_ONCE = 100;

/**
 * Reads a file of chats. Without names that speak for the business nothing is stored: the answer says who speaks, and how
 * many chats are new.
 *
 * @throws {Problem} `chat_file.unreadable`, `chat_file.no_chats`
 */
export async function importChats(
  ctx: MemberContext,
  { fileName, content, employees, bots }: BodyOf<typeof importCall>,
): Promise<ImportedChats> {
  const { tenantId } = ctx;
  const read = await readFile(tenantId, fileName, Buffer.from(content, 'base64'));
  if (read.chats.length === 0) throw new Problem('chat_file.no_chats', { unreadable: read.unread.slice(0, 3) });
  const { timeZone } = await withTenant(ctx, tenantId, getTenant);
  const talks = talksOf(read.chats, timeZone);
  const staff = { employees: new Set(employees.map(nameOf)), bots: new Set(bots.map(nameOf)) };
  let repeated = 0;
  for (let from = 0; from < talks.length; from += TALKS_AT_ONCE) {
    const batch = talks.slice(from, from + TALKS_AT_ONCE);
    repeated += await withTenant(ctx, tenantId, async (scope) => {
      const known = await listKnownTalks(
        scope,
        'uploads',
        batch.map(({ key }) => key),
      );
      if (employees.length > 0)
        for (const talk of batch)
          await saveTalk(scope, toReadTalk(talk, staff, known.get(talk.key) ?? scope.clock.now()));
      return known.size;
    });
  }
  const added = talks.length - repeated;
  if (employees.length > 0)
    await withTenant(ctx, tenantId, (scope) =>
      recordAudit(scope, { action: 'talks.imported', after: { file: fileName, added, repeated } }),
    );
  const { format, unread } = read;
  return { format, added, repeated, unreadable: unread, speakers: speakersOf(read.chats).slice(0, MOST_SPEAKERS) };
}

/** @param since when a talk without times began: when it was first read */
const toReadTalk = (talk: UploadedTalk, staff: Staff, since: Temporal.Instant): Parameters<typeof saveTalk>[1] => ({
  kind: 'chats',
  source: 'uploads',
  sourceKey: talk.key,
  title: talk.title,
  startedAt: talk.startedAt ?? since,
  lines: spokenLines(talk.lines, staff),
  seconds: null,
  conversationId: null,
  recordingId: null,
});

async function readFile(key: string, fileName: string, bytes: Buffer): Promise<ReadFileOfChats> {
  if (bytes.length === 0) throw new Problem('chat_file.no_chats', { unreadable: [] });
  try {
    const open = async () => Readable.from([bytes]);
    return await readIsolated(chatReader, { key, options: { fileName }, open }, collect);
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw new Problem('chat_file.unreadable', { reason: cause.reason }, { cause });
    throw cause;
  }
}

async function collect(parts: AsyncIterable<ReadPart>): Promise<ReadFileOfChats> {
  const read: ReadFileOfChats = { format: 'text', chats: [], unread: [] };
  for await (const part of parts) {
    if (part.kind === 'format') read.format = part.format;
    else if (part.kind === 'unread') read.unread.push(part.unread);
    else read.chats.push(part.chat);
  }
  return read;
}
