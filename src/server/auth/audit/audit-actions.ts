import { z } from 'zod';
import type * as contract from '#contract/auth/audit.ts';
import { AuditEntry, OperatorAuditEntry } from '#contract/auth/audit.ts';
import { actionsOfArea, OPERATOR_ACTIONS } from '#contract/audit/areas.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findCabinetOf, findNames } from '#server/auth/members/name-queries.ts';
import { describeDevice } from '#server/auth/sessions/device-rules.ts';
import { type AuditPage, listEntries, listEntriesOfAll } from './audit-queries.ts';

// NOTE: a process: it reads a cabinet's log, and the names of admins, who are members of another cabinet.

type Filter = QueryOf<typeof contract.listAudit>;
type Row = Awaited<ReturnType<typeof listEntries>>[number];

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

function pageOf({ cursor, limit, memberId, area }: Filter, hidden: AuditPage['hidden']): AuditPage {
  return {
    actorId: memberId,
    actions: area ? actionsOfArea(area) : null,
    hidden,
    after: readCursor(cursor, Cursor),
    limit,
  };
}

/** Lists the log of the caller's cabinet. Where an admin was is not shown. */
export async function listAudit(ctx: MemberContext, filter: Filter): Promise<ReplyOf<typeof contract.listAudit>> {
  const page = pageOf(filter, OPERATOR_ACTIONS);
  const rows = await withTenant(ctx, ctx.tenantId, (scope) => listEntries(scope, page));
  const names = await namesOf(ctx, rows);
  return paged(rows, filter, (row) => {
    const entry = AuditEntry.parse(entryOf(row, names));
    return entry.actorKind === 'admin' ? { ...entry, ip: null, browser: null, system: null } : entry;
  });
}

/** Lists the log of a person's cabinet for the operator. @throws {Problem} `member.not_found` */
export async function listUserAudit(
  ctx: MemberContext,
  userId: MemberId,
  filter: Filter,
): Promise<ReplyOf<typeof contract.listUserAudit>> {
  const tenantId = await withSystem(ctx, (scope) => findCabinetOf(scope, userId));
  if (!tenantId) throw new Problem('member.not_found');
  const rows = await withTenant(ctx, tenantId, (scope) => listEntries(scope, pageOf(filter, [])));
  return forOperator(ctx, rows, filter);
}

/** Lists the logs of all cabinets for the operator. */
export async function listAllAudit(ctx: MemberContext, filter: Filter): Promise<ReplyOf<typeof contract.listAllAudit>> {
  const rows = await withSystem(ctx, (scope) => listEntriesOfAll(scope, pageOf(filter, [])));
  return forOperator(ctx, rows, filter);
}

async function forOperator(ctx: MemberContext, rows: Row[], filter: Filter) {
  const names = await namesOf(ctx, rows);
  return paged(rows, filter, (row) =>
    OperatorAuditEntry.parse({
      ...entryOf(row, names),
      userGuid: row.tenant_id,
      tenantName: row.tenant_name,
      requestId: row.request_id,
    }),
  );
}

const paged = <Item>(rows: Row[], { limit }: Filter, toItem: (row: Row) => Item) =>
  toPage(rows, limit, toItem, (row) => [row.at.toString(), row.id]);

function namesOf(ctx: MemberContext, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actor, on_behalf_of }) => [actor, on_behalf_of]).filter((id) => id !== null);
  return withSystem(ctx, (scope) => findNames(scope, ids));
}

function entryOf(row: Row, names: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    at: row.at.toString(),
    actorKind: row.actor_kind,
    actorId: row.actor,
    actorName: (row.actor && names.get(row.actor)) ?? null,
    onBehalfOfName: (row.on_behalf_of && names.get(row.on_behalf_of)) ?? null,
    isOfSupport: row.support_session !== null,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectTitle: row.object_title,
    before: row.before,
    after: row.after,
    ip: row.ip,
    ...describeDevice(row.user_agent),
  };
}
