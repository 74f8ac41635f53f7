import { z } from 'zod';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { getTalk as getCall, listTalks as listCall, RecordingId, TalkId } from '#contract/quality/talks.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { deleteTalkRow, findTalk, listTalkRows, lockTalk, toTalk } from './talk-list-queries.ts';

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listTalks(
  scope: ActionScope,
  { kind, source, from, to, cursor, limit }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const { timeZone } = await getTenant(scope);
  const startOf = (day: string, days: number) =>
    Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(timeZone).toInstant();
  const filter = { kind, source, from: from ? startOf(from, 0) : null, until: to ? startOf(to, 1) : null };
  const rows = await listTalkRows(scope, filter, { after: readCursor(cursor, Cursor), limit: limit + 1 });
  return toPage(rows, limit, toTalk, (row) => [row.started_at.toString(), row.id]);
}

/** @throws {Problem} `quality_talk.not_found` */
export async function getTalk(scope: ActionScope, id: TalkId): Promise<ReplyOf<typeof getCall>> {
  const found = await findTalk(scope, id);
  if (!found) throw new Problem('quality_talk.not_found');
  return { ...found.talk, transcript: found.lines };
}

/**
 * Deletes a talk for good. That of a recording goes with it.
 *
 * @param removeRecording deletes a recording with its sound and its talk
 * @throws {Problem} `quality_talk.not_found`, `quality_talk.in_report`
 */
export async function deleteTalk(
  scope: ActionScope,
  id: TalkId,
  removeRecording: (scope: ActionScope, id: RecordingId) => Promise<void>,
): Promise<void> {
  const talk = await lockTalk(scope, id);
  if (!talk) throw new Problem('quality_talk.not_found');
  if (talk.isJudged) throw new Problem('quality_talk.in_report');
  if (talk.recordingId === null) await deleteTalkRow(scope, id);
  else await removeRecording(scope, talk.recordingId);
  await recordAudit(scope, { action: 'talk.deleted', object: { kind: 'talk', id, title: talk.title } });
}
