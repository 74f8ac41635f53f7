import type { z } from 'zod';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { noteClients, upsertManyFromCrm } from '#server/contacts/crm/crm-actions.ts';
import { noteClientsRead } from '#server/connections/storage/health-actions.ts';
import { getCapability, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { ClientFacts, SourceContext } from '#server/connections/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { readClientsJob, readNewClientsJob } from '#server/visits/jobs.ts';
import { listKnownClients } from '#server/visits/storage/queries.ts';

// NOTE: a process: it calls an outside service between transactions.

const RETRY_SECONDS = 30;

/**
 * Reads one page of a branch's clients and stores their cards: phones, birthdays, opt-outs from mailings. A list that
 * our
 * user may not read is skipped; the missing right is shown at the connection.
 */
export async function readClients(
  ctx: SourceContext,
  slice: z.infer<typeof readClientsJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, branchId, page, startedAt = ctx.clock.now().toString() } = slice;
  const changedAfter = slice.changedAfter === null ? null : Temporal.Instant.from(slice.changedAfter);
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  if (!opened) return;
  const { caller, branch } = opened;
  const bookings = getCapability(opened.provider, 'bookings');
  const readAt = ctx.clock.now();
  const result = await bookings.listClients(caller, branch, changedAfter, page);
  await withTenant(ctx, tenantId, async (scope) => {
    if (!result.isOk) {
      const runAt = ctx.clock.now().add({ milliseconds: Math.round(result.retryAfterMs ?? RETRY_SECONDS * 1_000) });
      if (result.isTemporary) await enqueue(scope, readClientsJob, { ...slice, startedAt }, { runAt });
      return;
    }
    const { clients, nextPage } = result.value;
    await recordClients(scope, branchId, { clients: await withUse(scope, branchId, clients), readAt });
    if (nextPage === null) await noteClientsRead(scope, branchId, Temporal.Instant.from(startedAt));
    else await enqueue(scope, readClientsJob, { ...slice, startedAt, page: nextPage });
  });
}

/**
 * Keeps clients with a visit or a phone: a client without visits yet is a contact too, but without a phone of no use.
 */
async function withUse(
  scope: TenantScope,
  branchId: BranchId,
  clients: readonly ClientFacts[],
): Promise<ClientFacts[]> {
  const { countryId } = await getTenant(scope);
  const known = await listKnownClients(
    scope,
    branchId,
    clients.map(({ externalId }) => externalId),
  );
  const isOfUse = ({ externalId, phone }: ClientFacts) =>
    known.has(externalId) || (phone !== null && normalisePhone(phone, countryId) !== null);
  return clients.filter(isOfUse).toSorted((a, b) => a.externalId.localeCompare(b.externalId));
}

/**
 * Reads the cards of clients whose first record arrived: an earlier payload about such a card was ignored, as the
 * client
 * was unknown. A card that cannot be read now is read with the branch the next time.
 */
export async function readNewClients(
  ctx: SourceContext,
  { tenantId, branchId, externalIds }: { tenantId: TenantId; branchId: BranchId; externalIds: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  if (!opened) return;
  const { caller, branch } = opened;
  const bookings = getCapability(opened.provider, 'bookings');
  for (const [index, externalId] of externalIds.entries()) {
    const readAt = ctx.clock.now();
    const result = await bookings.getClient(caller, branch, externalId);
    if (!result.isOk && result.isTemporary) {
      const runAt = ctx.clock.now().add({ milliseconds: Math.round(result.retryAfterMs ?? RETRY_SECONDS * 1_000) });
      const rest = { tenantId, branchId, externalIds: externalIds.slice(index) };
      return withTenant(ctx, tenantId, (scope) => enqueue(scope, readNewClientsJob, rest, { runAt }));
    }
    const client = result.isOk ? result.value : null;
    if (client) await withTenant(ctx, tenantId, (scope) => recordClient(scope, branchId, { client, readAt }));
  }
}

/** Stores the card of one client; see `recordClients`. */
export async function recordClient(
  scope: ActionScope,
  branchId: BranchId,
  { client, readAt }: { client: ClientFacts; readAt: Temporal.Instant },
): Promise<void> {
  await recordClients(scope, branchId, { clients: [client], readAt });
}

/**
 * Stores the booking system's current facts about clients: names, phones, birthdays, opt-outs from mailings.
 *
 * @param readAt when the reading began
 */
async function recordClients(
  scope: ActionScope,
  branchId: BranchId,
  { clients, readAt }: { clients: readonly ClientFacts[]; readAt: Temporal.Instant },
): Promise<void> {
  const { countryId } = await getTenant(scope);
  await upsertManyFromCrm(scope, { branchId, clients, countryHint: countryId });
  const facts = clients.map(({ externalId, refusesMailings, birthDate, categories, spentMinor }) => {
    const noted = {
      ...(categories !== undefined && { categories }),
      ...(refusesMailings !== undefined && { refusesMailings }),
      ...(birthDate !== undefined && { birthDate }),
      ...(spentMinor !== undefined && { spent: { minor: spentMinor, at: readAt } }),
    };
    return [externalId, noted] as const;
  });
  await noteClients(scope, branchId, new Map(facts));
}
