import { z } from 'zod';
import { connectionKind, isPolled } from '#contract/connections/kinds.ts';
import type { Connection, ConnectionId, ConnectionKind, OfferedBranch } from '#contract/connections/calls.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { type TenantScope, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { newTenantToken } from '#server/platform/secrets/tenant-token.ts';
import { digest, newSecret } from '#server/platform/secrets/vault.ts';
import { getTenant, nameAfterBusiness } from '#server/tenants/actions.ts';
import { describeOne, claimBranches, emitBranchSwitched } from '#server/connections/storage/actions.ts';
import { putBranch, selectBranches, updateBranch } from '#server/connections/storage/branch-queries.ts';
import { resolveAccessEnding, settleHealth } from '#server/connections/storage/health-actions.ts';
import { getProvider } from '#server/connections/storage/opening-actions.ts';
import type {
  Account,
  BranchFacts,
  Caller,
  Credentials,
  SourceContext,
  SourceProvider,
} from '#server/connections/port.ts';
import {
  findConnection,
  insertConnection,
  listConnections,
  lockConnecting,
  renewConnection,
} from '#server/connections/storage/queries.ts';
import { connectionToRenew, sharedTitle, takenBranches } from '#server/connections/storage/rules.ts';
import { openSecrets, sealSecrets, webhookOf } from '#server/connections/storage/secrets.ts';
import { savePastedSecret } from '#server/connections/storage/signing-queries.ts';
import { queueDropWebhooks, queueSync } from '#server/connections/storage/sync-queueing-actions.ts';
import { unwrap } from './unwrapping.ts';
import { emitZoneChanged } from '#server/connections/storage/zone-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

type Ctx = MemberContext & SourceContext;

/** The credentials between the two steps, sealed: a password is used once and is never sent in the clear. */
const Ticket = z.object({
  kind: z.string(),
  name: z.string(),
  credentials: z.record(z.string(), z.string()),
  signingSecret: z.string().optional(),
  expiresAt: z.iso.datetime(),
});
const TICKET_MINUTES = 60;

/** Step 1 of connecting: checks the credentials and lists the branches they open. */
export async function offerBranches(
  ctx: Ctx,
  kind: ConnectionKind,
  given: Credentials,
): Promise<{ ticket: string; branches: z.input<typeof OfferedBranch>[] }> {
  const provider = getProvider(ctx, kind);
  const requester = { tenantId: ctx.tenantId, isUrgent: true };
  const { name, credentials, signingSecret } = unwrap(await provider.signIn(requester, given));
  const branches = unwrap(await provider.listBranches({ ...requester, credentials }));
  const expiresAt = ctx.clock.now().add({ minutes: TICKET_MINUTES }).toString();
  return {
    ticket: ctx.vault.seal(ctx.tenantId, { kind, name, credentials, signingSecret, expiresAt }).toString('base64url'),
    branches: branches.map(({ externalId, title, city, address }) => ({ externalId, title, city, address })),
  };
}

type Chosen = { facts: BranchFacts; takesWebhooks: boolean };
type Connecting = { account: Account; offered: readonly BranchFacts[]; chosen: readonly Chosen[] };

/**
 * Step 2 of connecting: connects exactly the chosen branches. Where the cabinet has a connection to some of them, that
 * one is renewed: branches that are no longer chosen leave it, branches that stay keep their history.
 *
 * @throws {Problem} `connection.hooks_foreign` until the owner decides whether to replace another system's address
 */
export async function connectBranches(
  ctx: Ctx,
  kind: ConnectionKind,
  wanted: { ticket: string; branchExternalIds: readonly string[]; foreignWebhooks?: 'take' | 'leave' | undefined },
): Promise<z.input<typeof Connection>> {
  const account = openTicket(ctx, kind, wanted.ticket);
  const provider = getProvider(ctx, kind);
  const caller = { tenantId: ctx.tenantId, isUrgent: true, credentials: account.credentials };
  const offered = unwrap(await provider.listBranches(caller));
  const facts = offered.filter(({ externalId }) => wanted.branchExternalIds.includes(externalId));
  if (facts.length < new Set(wanted.branchExternalIds).size)
    throw new Problem('connection.check_failed', { trouble: 'no_branches', text: null });
  const foreign = await listForeignWebhooks(ctx, provider, caller, facts);
  if (foreign.length > 0 && !wanted.foreignWebhooks)
    throw new Problem('connection.hooks_foreign', { branches: foreign });
  const takes = wanted.foreignWebhooks === 'take';
  const chosen = facts.map((one) => ({
    facts: one,
    takesWebhooks: takes && foreign.some(({ externalId }) => externalId === one.externalId),
  }));

  return connectAccount(ctx, kind, { account, offered, chosen });
}

/** Stores a connection with exactly the chosen branches, and starts reading them. */
export async function connectAccount(
  ctx: Ctx,
  kind: ConnectionKind,
  { account, offered, chosen }: Connecting,
): Promise<z.input<typeof Connection>> {
  const facts = chosen.map((one) => one.facts);
  const { connection, former } = await withTenant(ctx, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const { id, former } = await putConnection(scope, kind, { account, offered, chosen });
    if (account.signingSecret)
      await savePastedSecret(scope, id, scope.vault.seal(scope.tenantId, { secret: account.signingSecret }));
    await claimBranches(
      scope,
      { id, kind },
      facts.map(({ externalId }) => externalId),
    );
    await putBranches(scope, { id, kind }, chosen);
    await nameAfterBusiness(scope, sharedTitle(facts.map((one) => one.title)));
    await settleHealth(scope, id);
    await resolveAccessEnding(scope, id);
    const title = facts.map((one) => one.title).join(', ');
    await recordAudit(scope, {
      action: 'connection.connected',
      object: { kind: 'connection', id, title },
      after: { kind },
    });
    return { connection: await describeOne(scope, { id }), former };
  });
  if (former) await forgetFormer(ctx, kind, former);
  return connection;
}

/** Deletes what was stored for the former credentials. A failure leaves it behind, and the connection works. */
async function forgetFormer(ctx: Ctx, kind: ConnectionKind, credentials: Credentials): Promise<void> {
  try {
    await getProvider(ctx, kind).forget?.({ tenantId: ctx.tenantId, isUrgent: true, credentials });
  } catch (error) {
    ctx.log.warn({ err: error, kind }, 'the former tokens of a connection stay behind');
  }
}

/** Lists branches whose webhooks point to another system. An old address of ours does not count. */
async function listForeignWebhooks(
  ctx: Ctx,
  provider: SourceProvider,
  caller: Caller,
  chosen: readonly BranchFacts[],
): Promise<{ externalId: string; title: string; host: string }[]> {
  const foreign: { externalId: string; title: string; host: string }[] = [];
  const anyOwnWebhook = webhookOf(ctx, provider.kind, { webhookSecret: '-', webhookToken: null });
  for (const { externalId, title } of provider.webhookState ? chosen : []) {
    const found = await provider.webhookState?.(caller, externalId, anyOwnWebhook);
    const webhooks = found && unwrap(found);
    if (webhooks?.state === 'foreign') foreign.push({ externalId, title, host: webhooks.host });
  }
  return foreign;
}

async function putBranches(
  scope: Scoped<Ctx>,
  connection: { id: ConnectionId; kind: ConnectionKind },
  chosen: readonly Chosen[],
): Promise<void> {
  const { id, kind } = connection;
  const remaining = new Set(chosen.map(({ facts }) => facts.externalId));
  const before = await selectBranches(scope, { connectionId: id });
  const now = scope.clock.now();
  const dropped = before.filter(({ externalId }) => !remaining.has(externalId));
  for (const branch of dropped) await updateBranch(scope, branch.id, { removedAt: now });
  const stopped = dropped.filter((one) => one.isActive).map((one) => one.id);
  await emitBranchSwitched(scope, stopped, false);
  if (dropped.length > 0) await queueDropWebhooks(scope, connection);

  const active = new Set(before.filter((one) => one.isActive).map((one) => one.externalId));
  const tenant = await getTenant(scope);
  const withRemoved = await selectBranches(scope, { connectionId: id, withRemoved: true });
  for (const { facts, takesWebhooks } of chosen) {
    const zone = facts.timeZone ?? tenant.timeZone;
    const known = withRemoved.find(({ externalId }) => externalId === facts.externalId);
    await emitZoneChanged(
      scope,
      before.find(({ externalId }) => externalId === facts.externalId),
      zone,
    );
    const currency = facts.currency ?? known?.currency ?? tenant.currency;
    const branchId = await putBranch(scope, id, { ...facts, timeZone: zone, currency }, now);
    if (takesWebhooks) await updateBranch(scope, branchId, { takesWebhooks });
    // NOTE: such a branch is never polled; a person enters our address, and the first payload proves it.
    if (!isPolled(kind))
      await updateBranch(scope, branchId, {
        syncedAt: now,
        ...(known?.webhooksState !== 'set' && { webhooksState: 'manual' as const }),
      });
    if (!active.has(facts.externalId)) await emitBranchSwitched(scope, [branchId], true);
    await queueSync(scope, kind, branchId);
  }
}

/** @returns the connection, and the credentials that it had before; null: it is new */
async function putConnection(
  scope: Scoped<Ctx>,
  kind: ConnectionKind,
  { account, offered, chosen }: Connecting,
): Promise<{ id: ConnectionId; former: Credentials | null }> {
  const candidates = await listCandidates(scope, kind);
  const known = connectionToRenew(
    candidates,
    offered.map(({ externalId }) => externalId),
  );
  const taken = takenBranches(
    candidates,
    known,
    chosen.map(({ facts }) => facts.externalId),
  );
  if (taken.length > 0) throw new Problem('connection.branch_taken', { branchExternalIds: taken });

  const now = scope.clock.now();
  const title = account.name || sharedTitle(chosen.map(({ facts }) => facts.title));
  const { credentials } = account;
  const connection = known && (await findConnection(scope, known, { isLocked: true }));
  if (connection) {
    const secrets = openSecrets(scope, scope.tenantId, connection.credentials);
    const { webhookSecret, webhookToken } = secrets;
    const box = sealSecrets(scope, scope.tenantId, { credentials, webhookSecret, webhookToken });
    await renewConnection(scope, connection.id, { title, credentials: box, now });
    return { id: connection.id, former: secrets.credentials };
  }
  const webhookSecret = newTenantToken(scope.tenantId);
  const webhookToken = connectionKind(kind).sendsToken ? newSecret() : null;
  const id = await insertConnection(scope, {
    kind,
    title,
    credentials: sealSecrets(scope, scope.tenantId, { credentials, webhookSecret, webhookToken }),
    webhookSecretHash: digest(webhookSecret),
    ...(webhookToken !== null && { webhookTokenHash: digest(webhookToken) }),
    now,
  });
  return { id, former: null };
}

/**
 * Lists connections of a kind, removed ones included, with their branches: decides which is renewed, and what is taken.
 */
async function listCandidates(scope: TenantScope, kind: ConnectionKind) {
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

/** Opens a ticket of this kind only, so that credentials are never sent to another vendor. */
function openTicket(ctx: Ctx, kind: ConnectionKind, ticket: string): Account {
  try {
    const { expiresAt, ...opened } = Ticket.parse(ctx.vault.open(ctx.tenantId, Buffer.from(ticket, 'base64url')));
    if (opened.kind === kind && isAfter(Temporal.Instant.from(expiresAt), ctx.clock.now())) return opened;
  } catch (error) {
    // The ticket was sealed for another cabinet or with another key, or is forged.
    throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null }, { cause: error });
  }
  throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null });
}
