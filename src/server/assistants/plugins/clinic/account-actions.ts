import { recordAudit } from '#server/platform/audit/audit.ts';
import { z } from 'zod';
import type { ClinicAccount } from '#contract/assistants/clinics.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import { openConnectionOfKind } from '#server/connections/storage/opening-actions.ts';
import type { ClinicCaller, ClinicFacts, ClinicProvider } from '#server/connections/clinic-port.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { deleteAccount, findAccount } from './account-queries.ts';

// NOTE: a process: it calls the clinic's system between transactions.

const Secrets = z.object({ token: z.string() });

/** The tenant's account in the clinic's system. */
export type OpenAccount = {
  provider: ClinicProvider;
  token: string;
  connectedAt: Temporal.Instant;
  /** Null: it was entered for the assistants alone. */
  connectionId: ConnectionId | null;
};

/**
 * Opens the account that calls are made with: of a connection of the cabinet, else one that was connected for assistants
 * before connections of clinics existed. Null where none is connected.
 *
 * @param wanted null: the first connection
 */
export async function openAccount(
  ctx: SourceContext,
  tenantId: TenantId,
  wanted: ConnectionId | null,
): Promise<OpenAccount | null> {
  const provider = ctx.sourceProviders.clinics;
  if (!provider) return null;
  const connected = await withTenant(ctx, tenantId, (scope) => openConnectionOfKind(scope, 'medflex', wanted));
  if (connected) {
    const { token } = Secrets.parse(connected.credentials);
    return { provider, token, connectedAt: connected.connectedAt, connectionId: connected.id };
  }
  if (wanted !== null) return null;
  const stored = await withTenant(ctx, tenantId, findAccount);
  if (!stored) return null;
  const { token } = Secrets.parse(ctx.vault.open(tenantId, stored.box));
  return { provider, token, connectedAt: stored.connectedAt, connectionId: null };
}

/** Reads the account and its clinics as they are now. */
export async function readClinics(
  ctx: MemberContext & SourceContext,
  wanted: ConnectionId | null,
): Promise<ClinicAccount> {
  const account = await openAccount(ctx, ctx.tenantId, wanted);
  if (!account) return { connectedAt: null, connectionId: null, clinics: [], trouble: null };
  const { connectionId } = account;
  const connectedAt = account.connectedAt.toString();
  const listed = await account.provider.listClinics(callerOf(ctx, account.token));
  if (listed.isOk) return { connectedAt, connectionId, clinics: listed.value.map(toClinic), trouble: null };
  return {
    connectedAt,
    connectionId,
    clinics: [],
    trouble: listed.trouble === 'wrong_login' ? 'refused' : 'unreachable',
  };
}

/** Forgets the token. */
export async function disconnectClinics(ctx: MemberContext): Promise<void> {
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await deleteAccount(scope);
    await recordAudit(scope, { action: 'connection.disconnected', object: CLINICS });
    await announce(scope, 'assistants');
  });
}

const CLINICS = { kind: 'connection' as const, id: null, title: 'MedFlex' };

function callerOf({ tenantId }: Context & { tenantId: TenantId }, token: string): ClinicCaller {
  return { tenantId, isUrgent: true, token };
}

const toClinic = ({ externalId: id, title, address }: ClinicFacts) => ({ id, title, address });
