import { z } from 'zod';
import type {
  Connection,
  ConnectionId,
  connectIiko as connectIikoCall,
  IikoCredentials,
  OfferedBranch,
} from '#contract/connections.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { Problem } from '#server/platform/problem.ts';
import { newTenantToken } from '#server/platform/tenant-token.ts';
import { digest, newSecret } from '#server/platform/vault.ts';
import { getTenant, nameAfterBusiness } from '#server/tenants/actions.ts';
import { describeOne, holdBranches, tellSwitched } from './actions.ts';
import { queueDropWebhooks, queueSync } from './asking-actions.ts';
import { putBranch, selectBranches, updateBranch } from './branch-queries.ts';
import { unwrap, listCandidates } from './connecting-actions.ts';
import { settleHealth } from './health-actions.ts';
import type { OrderBranchFacts, OrderCaller, OrderContext, OrderCredentials, OrderProvider } from './order-port.ts';
import { openOrderSecrets } from './ordering-actions.ts';
import { findConnection, insertConnection, lockConnecting, renewConnection } from './queries.ts';
import { connectionToRenew, sharedTitle, takenBranches } from './rules.ts';
import { webhookUrlOf } from './secrets.ts';

type Ctx = MemberContext & OrderContext;

/** The credentials between the two steps, sealed: they never leave us in the clear. */
const Ticket = z.object({ way: z.enum(['api_login', 'api_key']), key: z.string(), expiresAt: z.iso.datetime() });
const TICKET_MINUTES = 60;

/** Says which organizations an API login or a key opens. */
export async function offerIikoOrganizations(
  ctx: Ctx,
  given: z.output<typeof IikoCredentials>,
): Promise<{ ticket: string; branches: z.input<typeof OfferedBranch>[] }> {
  const credentials: OrderCredentials =
    'apiLogin' in given ? { way: 'api_login', key: given.apiLogin } : { way: 'api_key', key: given.apiKey };
  const branches = unwrap(await iikoOf(ctx).listBranches({ tenantId: ctx.tenantId, isUrgent: true, credentials }));
  const expiresAt = ctx.clock.now().add({ minutes: TICKET_MINUTES }).toString();
  return {
    ticket: ctx.vault.seal(ctx.tenantId, { ...credentials, expiresAt }).toString('base64url'),
    branches: branches.map(({ externalId, title, city, address }) => ({ externalId, title, city, address })),
  };
}

type Chosen = { facts: OrderBranchFacts; takesWebhooks: boolean };

/**
 * Connects exactly the chosen organizations. Where the cabinet has a connection to some of them, that one is renewed:
 * those that are not chosen any more leave it, those that were there keep their history.
 *
 * @throws {Problem} `connection.hooks_foreign` while nobody has said what becomes of another's address
 */
export async function connectIiko(
  ctx: Ctx,
  wanted: BodyOf<typeof connectIikoCall>,
): Promise<z.input<typeof Connection>> {
  const credentials = openTicket(ctx, wanted.ticket);
  const caller: OrderCaller = { tenantId: ctx.tenantId, isUrgent: true, credentials };
  const offered = unwrap(await iikoOf(ctx).listBranches(caller));
  const facts = offered.filter(({ externalId }) => wanted.branchExternalIds.includes(externalId));
  if (facts.length < new Set(wanted.branchExternalIds).size)
    throw new Problem('connection.check_failed', { trouble: 'no_branches', text: null });
  const foreign = await foreignWebhooksOf(ctx, caller, facts);
  if (foreign.length > 0 && !wanted.foreignWebhooks)
    throw new Problem('connection.hooks_foreign', { branches: foreign });
  const isForeign = (externalId: string) => foreign.some((one) => one.externalId === externalId);
  const takes = wanted.foreignWebhooks === 'take';
  const chosen = facts.map((one) => ({ facts: one, takesWebhooks: takes && isForeign(one.externalId) }));

  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const id = await putConnection(ctx, scope, credentials, { offered, chosen: facts });
    const externalIds = facts.map(({ externalId }) => externalId);
    await holdBranches(scope, { id, kind: 'iiko' }, externalIds);
    await putBranches(ctx, scope, id, chosen);
    await nameAfterBusiness(scope, sharedTitle(facts.map((one) => one.title)));
    await settleHealth(ctx, scope, id);
    return describeOne(ctx, scope, { id });
  });
}

/** Organizations that post to somebody else. An address of ours, however old, is not somebody else's. */
async function foreignWebhooksOf(
  ctx: Ctx,
  caller: OrderCaller,
  chosen: readonly OrderBranchFacts[],
): Promise<{ externalId: string; title: string; host: string }[]> {
  const foreign: { externalId: string; title: string; host: string }[] = [];
  const anyOfOurs = { url: webhookUrlOf(ctx, 'iiko', '-'), token: '' };
  for (const { externalId, title } of chosen) {
    const webhooks = unwrap(await iikoOf(ctx).webhookState(caller, externalId, anyOfOurs));
    if (webhooks.state === 'foreign') foreign.push({ externalId, title, host: webhooks.host });
  }
  return foreign;
}

async function putBranches(ctx: Ctx, scope: TenantScope, id: ConnectionId, chosen: readonly Chosen[]): Promise<void> {
  const kept = new Set(chosen.map(({ facts }) => facts.externalId));
  const before = await selectBranches(scope, { connectionId: id });
  const now = ctx.clock.now();
  const dropped = before.filter(({ externalId }) => !kept.has(externalId));
  for (const branch of dropped) await updateBranch(scope, branch.id, { removedAt: now });
  const stopped = dropped.filter((one) => one.isActive).map((one) => one.id);
  await tellSwitched(ctx, scope, stopped, false);
  if (dropped.length > 0) await queueDropWebhooks(scope, { id, kind: 'iiko' });

  const active = new Set(before.filter((one) => one.isActive).map((one) => one.externalId));
  const { timeZone } = await getTenant(scope);
  for (const { facts, takesWebhooks } of chosen) {
    const branchId = await putBranch(scope, id, { ...facts, timeZone: facts.timeZone ?? timeZone }, now);
    if (takesWebhooks) await updateBranch(scope, branchId, { takesWebhooks });
    if (!active.has(facts.externalId)) await tellSwitched(ctx, scope, [branchId], true);
    await queueSync(ctx, scope, 'iiko', branchId);
  }
}

async function putConnection(
  ctx: Ctx,
  scope: TenantScope,
  credentials: OrderCredentials,
  { offered, chosen }: { offered: readonly OrderBranchFacts[]; chosen: readonly OrderBranchFacts[] },
): Promise<ConnectionId> {
  const candidates = await listCandidates(scope, 'iiko');
  const idsOf = (branches: readonly OrderBranchFacts[]) => branches.map(({ externalId }) => externalId);
  const known = connectionToRenew(candidates, idsOf(offered));
  const taken = takenBranches(candidates, known, idsOf(chosen));
  if (taken.length > 0) throw new Problem('connection.branch_taken', { branchExternalIds: taken });

  const now = ctx.clock.now();
  const title = sharedTitle(chosen.map((one) => one.title));
  const connection = known && (await findConnection(scope, known, { isLocked: true }));
  if (!connection) {
    const [webhookSecret, webhookToken] = [newTenantToken(ctx.tenantId), newSecret()];
    const box = ctx.vault.seal(ctx.tenantId, { ...credentials, webhookSecret, webhookToken });
    const hashes = { webhookSecretHash: digest(webhookSecret), webhookTokenHash: digest(webhookToken) };
    return insertConnection(scope, { kind: 'iiko', title, credentials: box, ...hashes, now });
  }
  const { webhookSecret, webhookToken } = openOrderSecrets(ctx, ctx.tenantId, connection.credentials);
  const box = ctx.vault.seal(ctx.tenantId, { ...credentials, webhookSecret, webhookToken });
  await renewConnection(scope, connection.id, { title, credentials: box, now });
  return connection.id;
}

function openTicket(ctx: Ctx, ticket: string): OrderCredentials {
  try {
    const { expiresAt, ...credentials } = Ticket.parse(ctx.vault.open(ctx.tenantId, Buffer.from(ticket, 'base64url')));
    if (isAfter(Temporal.Instant.from(expiresAt), ctx.clock.now())) return credentials;
  } catch (error) {
    // Sealed for another cabinet, with another key, or made up.
    throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null }, { cause: error });
  }
  throw new Problem('connection.check_failed', { trouble: 'token_expired', text: null });
}

function iikoOf({ orderSystems }: OrderContext): OrderProvider {
  const provider = orderSystems.get('iiko');
  if (!provider) throw new Error('No provider for iiko');
  return provider;
}
