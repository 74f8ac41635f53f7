import { z } from 'zod';
import type * as contract from '#contract/admin/outgoing.ts';
import { PauseId, type SendingPause } from '#contract/admin/outgoing.ts';
import type { PauseAimName } from '#contract/admin/values.ts';
import { kindsOfProvider, type ChannelProviderName } from '#contract/channels/channel-providers.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { addPause, endPause } from '#server/delivery/pauses/pause-actions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import { type SystemScope, withSystem } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { findCountedAt, listCabinetFigures, listLeaving, listQueueFigures, sumByKind } from './outgoing-queries.ts';
import { countPausable, findEmail, hasCabinet, listPauseRows } from './pause-list-queries.ts';

// NOTE: a process: it acts over all cabinets.

export const getOutgoing = (ctx: MemberContext): Promise<ReplyOf<typeof contract.getOutgoing>> =>
  withSystem(ctx, async (scope) => ({
    countedAt: (await findCountedAt(scope))?.toString() ?? null,
    kinds: (await sumByKind(scope)).toSorted((a, b) => b.late - a.late || b.sentLastHour - a.sentLastHour),
    queues: await listQueueFigures(scope),
  }));

const CabinetCursor = z.tuple([z.int(), z.int(), z.uuid()]);

export async function listOutgoingCabinets(
  ctx: MemberContext,
  { cursor, limit }: QueryOf<typeof contract.listOutgoingCabinets>,
): Promise<ReplyOf<typeof contract.listOutgoingCabinets>> {
  const after = readCursor(cursor, CabinetCursor);
  const rows = await withSystem(ctx, (scope) => listCabinetFigures(scope, { after, limit }));
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.late, row.waiting, row.tenantId],
  );
}

const TimeCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listLeavingMessages(
  ctx: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof contract.listLeavingMessages>,
): Promise<ReplyOf<typeof contract.listLeavingMessages>> {
  const after = readCursor(cursor, TimeCursor);
  const rows = await withSystem(ctx, (scope) => listLeaving(scope, { ...filter, after, limit }));
  return toPage(
    rows,
    limit,
    ({ recordedAt: _recordedAt, ...message }) => message,
    (row) => [row.recordedAt, row.id],
  );
}

export async function listSendingPauses(
  ctx: MemberContext,
  { cursor, limit, isOpen }: QueryOf<typeof contract.listSendingPauses>,
): Promise<ReplyOf<typeof contract.listSendingPauses>> {
  const after = readCursor(cursor, TimeCursor);
  const now = ctx.clock.now();
  const rows = await withSystem(ctx, (scope) => listPauseRows(scope, { isOpen: isOpen === 'true', after, limit, now }));
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.pausedAt, row.id],
  );
}

type Aimed = {
  aim: PauseAimName;
  kind?: ChannelKind | undefined;
  provider?: ChannelProviderName | undefined;
  tenantId?: TenantId | undefined;
};

type Target = { aim: PauseAimName; name: string | null; kinds: ChannelKind[] | null; cabinetId: TenantId | null };

/** @throws {Problem} `request.invalid` without the field that the aim needs, `pause.cabinet_not_found` */
async function targetOf(scope: SystemScope, { aim, kind, provider, tenantId }: Aimed): Promise<Target> {
  const all = { aim, name: null, kinds: null, cabinetId: null };
  if (aim === 'all') return all;
  if (aim === 'kind') {
    if (!kind) throw wrongField('kind', 'required');
    return { ...all, name: kind, kinds: [kind] };
  }
  if (aim === 'provider') {
    if (!provider) throw wrongField('provider', 'required');
    return { ...all, name: provider, kinds: kindsOfProvider(provider) };
  }
  if (!tenantId) throw wrongField('tenantId', 'required');
  if (!(await hasCabinet(scope, tenantId))) throw new Problem('pause.cabinet_not_found');
  return { ...all, cabinetId: tenantId };
}

export const previewSendingPause = (
  ctx: MemberContext,
  query: QueryOf<typeof contract.previewSendingPause>,
): Promise<ReplyOf<typeof contract.previewSendingPause>> =>
  withSystem(ctx, async (scope) => countPausable(scope, await targetOf(scope, query), ctx.clock.now()));

/** @throws {Problem} `pause.cabinet_not_found`, `pause.open_already` */
export async function pauseSending(
  ctx: MemberContext,
  { reason, endsAt, ...aimed }: BodyOf<typeof contract.pauseSending>,
): Promise<SendingPause> {
  const now = ctx.clock.now();
  const ends = endsAt === null ? null : Temporal.Instant.from(endsAt);
  if (ends && Temporal.Instant.compare(ends, now) <= 0) throw wrongField('endsAt', 'moment_past');
  const id = newId(PauseId);
  const pause = await withSystem(ctx, async (scope) => {
    const target = await targetOf(scope, aimed);
    const pausedBy = { id: ctx.memberId, email: await findEmail(scope, ctx.memberId) };
    await addPause(scope, { ...target, id, reason, pausedBy, pausedAt: now, endsAt: ends });
    const paused = await getPause(scope, id, now);
    const entry = {
      action: 'sending.paused',
      object: { kind: 'system', id },
      after: { ...aimed, reason, endsAt },
    } as const;
    await recordAudit({ ...scope, tenantId: paused.cabinet?.tenantId ?? ctx.tenantId }, entry);
    return paused;
  });
  announcePause(ctx, pause);
  return pause;
}

/** @throws {Problem} `pause.not_found` */
export async function liftSendingPause(ctx: MemberContext, id: PauseId, reason: string): Promise<SendingPause> {
  const now = ctx.clock.now();
  const pause = await withSystem(ctx, async (scope) => {
    const before = await getPause(scope, id, now);
    if (!before.isOpen) return before;
    const by = { id: ctx.memberId, email: await findEmail(scope, ctx.memberId) };
    await endPause(scope, { pauseId: id, reason, by });
    const entry = { action: 'sending.continued', object: { kind: 'system', id }, after: { reason } } as const;
    await recordAudit({ ...scope, tenantId: before.cabinet?.tenantId ?? ctx.tenantId }, entry);
    return getPause(scope, id, now);
  });
  announcePause(ctx, pause);
  return pause;
}

async function getPause(scope: SystemScope, id: PauseId, now: Temporal.Instant): Promise<SendingPause> {
  const [pause] = await listPauseRows(scope, { id, after: null, limit: 1, now });
  if (!pause) throw new Problem('pause.not_found');
  return pause;
}

/** Has the open pages of a paused cabinet read their notices again; those of a kind do so by themselves later. */
function announcePause(ctx: MemberContext, { cabinet }: SendingPause): void {
  if (cabinet) announceLater(ctx, cabinet.tenantId, 'notices');
}
