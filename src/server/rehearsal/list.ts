import { z } from 'zod';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { type listRehearsals, RehearsalId } from '#contract/rehearsal/calls.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { toRehearsal } from './queries.ts';

const Cursor = z.tuple([z.iso.datetime(), RehearsalId]);

/** Stored rehearsals, newest first. */
export async function pageOfRehearsals(
  { tx, tenantId }: TenantScope,
  { cursor, limit }: QueryOf<typeof listRehearsals>,
): Promise<ReplyOf<typeof listRehearsals>> {
  const before = readCursor(cursor, Cursor);
  const rows = await tx
    .selectFrom('rehearsals')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(Temporal.Instant.from(before?.[0] ?? ''), before?.[1] ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows.map(toRehearsal),
    limit,
    ({ id, flows, days, status, done, total, summary, startedAt }) => ({
      id,
      flows: flows.map(({ flowId, title, kind, isUnsaved }) => ({ flowId, title, kind, isUnsaved })),
      days,
      status,
      done,
      total,
      startedAt: startedAt.toString(),
      sent: summary.sent,
      people: summary.people,
      skipped: summary.skipped,
    }),
    ({ startedAt, id }) => [startedAt.toString(), id],
  );
}
