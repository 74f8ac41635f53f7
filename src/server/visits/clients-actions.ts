import type { BranchId } from '#contract/connections.ts';
import { noteClient, upsertFromCrm } from '#server/contacts/actions.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** Writes down what the booking system says of a client now: name, phone, birthday, whether she wants mailings. */
export async function recordClient(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  branchId: BranchId,
  client: ClientFacts,
): Promise<void> {
  const { countryId } = await getTenant(scope);
  await upsertFromCrm(ctx, scope, { branchId, client, countryHint: countryId });
  const { refusesMailings, birthDate } = client;
  await noteClient(scope, branchId, client.externalId, {
    ...(refusesMailings !== undefined && { refusesMailings }),
    ...(birthDate !== undefined && { birthDate }),
  });
}
