import { z } from 'zod';
import type { Connection, ConnectionId, ConnectionKind, OfferedBranch } from '#contract/connections.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { newTenantToken } from '#server/platform/tenant-token.ts';
import { digest } from '#server/platform/vault.ts';
import { nameAfterBusiness } from '#server/tenants/actions.ts';
import { describeOne, holdBranches, tellSwitched } from './actions.ts';
import { queueSync } from './asking-actions.ts';
import { putBranch, selectBranches, updateBranch } from './branch-queries.ts';
import { settleHealth } from './health-actions.ts';
import { dropWebhooksJob } from './jobs.ts';
import type { BookingContext, BookingCredentials, BookingProvider, BranchFacts, ProviderResult } from './port.ts';
import { findConnection, insertConnection, listConnections, lockConnecting, renewConnection } from './queries.ts';
import { connectionToRenew, takenBranches } from './rules.ts';
import { openSecrets } from './secrets.ts';

type Ctx = MemberContext & BookingContext;
type Given = Parameters<BookingProvider['signIn']>[1];

/** Kinds that are connected with a login or a token, by choosing branches. */
export type BookingKind = Extract<ConnectionKind, 'yclients' | 'altegio'>;

/** The credentials between the two steps, sealed: the password is used once and the token never leaves us in the clear. */
const Ticket = z.object({ kind: z.string(), userToken: z.string(), userName: z.string(), expiresAt: z.iso.datetime() });
const TICKET_MINUTES = 60;

/** Says who the credentials belong to and which branches they open. */
export async function offerBranches(
  ctx: Ctx,
  kind: BookingKind,
  given: Given,
): Promise<{ ticket: string; branches: z.input<typeof OfferedBranch>[] }> {
  const provider = systemOf(ctx, kind);
  const asker = { tenantId: ctx.tenantId, isUrgent: true };
  const credentials = unwrap(await provider.signIn(asker, given));
  const branches = unwrap(await provider.listBranches({ ...asker, credentials }));
  const expiresAt = ctx.clock.now().add({ minutes: TICKET_MINUTES }).toString();
  return {
    ticket: ctx.vault.seal(ctx.tenantId, { kind, ...credentials, expiresAt }).toString('base64url'),
    branches: branches.map(({ externalId, title, city, address }) => ({ externalId, title, city, address })),
  };
}

/**
 * Connects exactly the chosen branches. Where the cabinet has a connection to some of them, that one is renewed:
 * branches that are not chosen any more leave it, those that were there keep their history.
 */
export async function connectBranches(
  ctx: Ctx,
  kind: BookingKind,
  wanted: { ticket: string; branchExternalIds: readonly string[] },
): Promise<z.input<typeof Connection>> {
  const credentials = openTicket(ctx, kind, wanted.ticket);
  const caller = { tenantId: ctx.tenantId, isUrgent: true, credentials };
  const offered = unwrap(await systemOf(ctx, kind).listBranches(caller));
  const chosen = offered.filter(({ externalId }) => wanted.branchExternalIds.includes(externalId));
  if (chosen.length < new Set(wanted.branchExternalIds).size)
    throw new Problem('connection.check_failed', { trouble: 'no_branches', text: null });

  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const id = await putConnection(ctx, scope, kind, { credentials, offered, chosen });
    await holdBranches(
      scope,
      { id, kind },
      chosen.map(({ externalId }) => externalId),
    );
    const kept = new Set(chosen.map(({ externalId }) => externalId));
    const before = await selectBranches(scope, { connectionId: id });
    const now = ctx.clock.now();
    const dropped = before.filter(({ externalId }) => !kept.has(externalId));
    for (const branch of dropped) await updateBranch(scope, branch.id, { removedAt: now });
    await tellSwitched(
      ctx,
      scope,
      dropped.filter((one) => one.isActive).map((one) => one.id),
      false,
    );
    if (dropped.length > 0) await enqueue(scope, dropWebhooksJob, { tenantId: ctx.tenantId, connectionId: id });

    const active = new Set(before.filter((one) => one.isActive).map((one) => one.externalId));
    for (const facts of chosen) {
      const branchId = await putBranch(scope, id, facts, now);
      if (!active.has(facts.externalId)) await tellSwitched(ctx, scope, [branchId], true);
      await queueSync(ctx, scope, kind, branchId);
    }
    if (chosen[0]) await nameAfterBusiness(scope, chosen[0].title);
    await settleHealth(ctx, scope, id);
    return describeOne(ctx, scope, { id });
  });
}

async function putConnection(
  ctx: Ctx,
  scope: TenantScope,
  kind: BookingKind,
  {
    credentials,
    offered,
    chosen,
  }: { credentials: BookingCredentials; offered: readonly BranchFacts[]; chosen: readonly BranchFacts[] },
): Promise<ConnectionId> {
  const candidates = await listCandidates(scope, kind);
  const idsOf = (branches: readonly BranchFacts[]) => branches.map(({ externalId }) => externalId);
  const known = connectionToRenew(candidates, idsOf(offered));
  const taken = takenBranches(candidates, known, idsOf(chosen));
  if (taken.length > 0) throw new Problem('connection.branch_taken', { branchExternalIds: taken });

  const now = ctx.clock.now();
  const title = credentials.userName || (chosen[0]?.title ?? '');
  const connection = known && (await findConnection(scope, known, { isLocked: true }));
  if (!connection) {
    const webhookSecret = newTenantToken(ctx.tenantId);
    const box = ctx.vault.seal(ctx.tenantId, { ...credentials, webhookSecret });
    return insertConnection(scope, { kind, title, credentials: box, webhookSecretHash: digest(webhookSecret), now });
  }
  const { webhookSecret } = openSecrets(ctx, ctx.tenantId, connection.credentials);
  const box = ctx.vault.seal(ctx.tenantId, { ...credentials, webhookSecret });
  await renewConnection(scope, connection.id, { title, credentials: box, now });
  return connection.id;
}

/** Connections of a kind, removed ones too, with their branches: which one is renewed, and what is taken. */
export async function listCandidates(scope: TenantScope, kind: ConnectionKind) {
  const connections = await listConnections(scope, { kind, withRemoved: true });
  const branches = Map.groupBy(await selectBranches(scope, { withRemoved: true }), (branch) => branch.connectionId);
  return connections.map(({ id, removedAt }) => ({
    id,
    isRemoved: removedAt !== null,
    externalIds: (branches.get(id) ?? [])
      .filter((one) => removedAt !== null || !one.isRemoved)
      .map((one) => one.externalId),
  }));
}

/** A ticket is of one vendor: the token of another's would be told to a stranger. */
function openTicket(ctx: Ctx, kind: BookingKind, ticket: string): BookingCredentials {
  try {
    const opened = Ticket.parse(ctx.vault.open(ctx.tenantId, Buffer.from(ticket, 'base64url')));
    const { kind: of, expiresAt, ...credentials } = opened;
    if (of === kind && isAfter(Temporal.Instant.from(expiresAt), ctx.clock.now())) return credentials;
  } catch (error) {
    // Sealed for another cabinet, with another key, or made up.
    throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null }, { cause: error });
  }
  throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null });
}

function systemOf(ctx: BookingContext, kind: BookingKind): BookingProvider {
  const provider = ctx.bookings.get(kind);
  if (!provider) throw new Error(`No provider for ${kind}`);
  return provider;
}

/** What the vendor answered, or a refusal with what is wrong. */
export function unwrap<T>(told: ProviderResult<T>): T {
  if (told.isOk) return told.value;
  const { trouble, text, retryAfterMs } = told;
  if (trouble === 'unreachable') throw new Problem('provider.unreachable', { text, retryAfterMs });
  throw new Problem('connection.check_failed', { trouble, text });
}
