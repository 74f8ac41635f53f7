import { z } from 'zod';
import { CHANNEL_GROUPS } from '#contract/admin/account-groups.ts';
import type * as contract from '#contract/admin/instances.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { listInstanceRows } from './instance-queries.ts';

// NOTE: a process: it reads over all cabinets.

const InstanceCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listInstances(
  ctx: MemberContext,
  { cursor, limit, group, kind, ...filter }: QueryOf<typeof contract.listInstances>,
): Promise<ReplyOf<typeof contract.listInstances>> {
  const after = readCursor(cursor, InstanceCursor);
  const inGroup = group && CHANNEL_KIND_NAMES.filter((name) => CHANNEL_GROUPS[name] === group);
  const kinds = kind ? [kind] : (inGroup ?? null);
  const rows = await withSystem(ctx, (scope) => listInstanceRows(scope, { ...filter, kinds, after, limit }));
  return toPage(
    rows,
    limit,
    ({ changedAt: _changedAt, ...instance }) => instance,
    (row) => [row.changedAt, row.id],
  );
}
