import { sql } from 'kysely';
import { z } from 'zod';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';

const Sealed = z.object({ secret: z.string() });
/** The object of a secret that a person pasted. */
const PASTED = 'pasted';

export const openSigningSecret = (vault: Vault, tenantId: TenantId, box: Buffer): string =>
  Sealed.parse(vault.open(tenantId, box)).secret;

/** Stores a secret of the vendor; the connection is found by the last part of the address that the vendor posts to. */
export async function saveSigningSecret(
  { tx, tenantId }: TenantScope,
  { hash, object, box }: { hash: Buffer; object: string; box: Buffer | null },
): Promise<void> {
  await tx
    .insertInto('connection_signing_secrets')
    .columns(['tenant_id', 'connection_id', 'object', 'box'])
    .expression((eb) =>
      eb
        .selectFrom('connections')
        .select([
          'tenant_id',
          'id',
          sql<string>`${object}::text`.as('object'),
          sql<Buffer | null>`${box}::bytea`.as('box'),
        ])
        .where('tenant_id', '=', tenantId)
        .where('webhook_secret_hash', '=', hash),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'connection_id', 'object'])
        .doUpdateSet({ box: sql`coalesce(excluded.box, connection_signing_secrets.box)` }),
    )
    .execute();
}

/** Stores a secret that a person pasted, and counts failures from here on. */
export async function savePastedSecret(scope: TenantScope, id: ConnectionId, box: Buffer): Promise<void> {
  const { tx, tenantId } = scope;
  await tx
    .insertInto('connection_signing_secrets')
    .values({ tenant_id: tenantId, connection_id: id, object: PASTED, box })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'object']).doUpdateSet({ box }))
    .execute();
  await setSignatures(scope, id, { verifies: true });
}

/** Switches verification, and counts failures from here on. */
export async function setSignatures(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  { verifies }: { verifies: boolean },
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      verifies_signatures: verifies,
      signature_failures: 0,
      signature_failed_at: null,
      foreign_account: null,
      foreign_at: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type Signatures = {
  isVerified: boolean;
  failures: number;
  failedAt: Temporal.Instant | null;
  foreignAccount: { name: string; at: Temporal.Instant } | null;
};

export async function readSignatures(
  { tx, tenantId }: TenantScope,
  ids: readonly ConnectionId[],
): Promise<Map<string, Signatures>> {
  const rows = await tx
    .selectFrom('connections')
    .select(['id', 'verifies_signatures', 'signature_failures', 'signature_failed_at', 'foreign_account', 'foreign_at'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isVerified: row.verifies_signatures,
        failures: row.signature_failures,
        failedAt: row.signature_failed_at,
        foreignAccount:
          row.foreign_account !== null && row.foreign_at !== null
            ? { name: row.foreign_account, at: row.foreign_at }
            : null,
      },
    ]),
  );
}

/** Lists the sealed secrets of connections of any tenants, by connection; null stands for an object without one. */
export async function listSigningSecrets(
  { tx }: SystemScope,
  connections: readonly { tenantId: TenantId; id: ConnectionId }[],
): Promise<Map<string, (Buffer | null)[]>> {
  if (connections.length === 0) return new Map();
  const rows = await tx
    .selectFrom('connection_signing_secrets')
    .select(['connection_id', 'box'])
    .where(
      sql<boolean>`(tenant_id, connection_id) in (select * from unnest(
        ${connections.map((one) => one.tenantId)}::uuid[], ${connections.map((one) => one.id)}::uuid[]))`,
    )
    .execute();
  const byConnection = Map.groupBy(rows, (row) => row.connection_id);
  return new Map([...byConnection].map(([id, of]) => [id, of.map(({ box }) => box)]));
}

/** Counts payloads whose signature did not match, and stores which other account has posted. */
export async function countSignatureFailures(
  { tx }: SystemScope,
  failed: readonly { tenantId: TenantId; id: string; at: Temporal.Instant; foreignAccount: string | null }[],
): Promise<void> {
  await sql`
    update connections c
    set signature_failures = c.signature_failures + f.count,
      signature_failed_at = coalesce(f.at, c.signature_failed_at),
      foreign_account = coalesce(f.foreign_account, c.foreign_account),
      foreign_at = coalesce(f.foreign_at, c.foreign_at)
    from (
      select tenant_id, id,
        count(*) filter (where foreign_account is null)::int as count,
        max(at) filter (where foreign_account is null) as at,
        max(foreign_account) as foreign_account,
        max(at) filter (where foreign_account is not null) as foreign_at
      from unnest(
        ${failed.map((one) => one.tenantId)}::uuid[],
        ${failed.map((one) => one.id)}::uuid[],
        ${failed.map((one) => one.at.toString())}::timestamptz[],
        ${failed.map((one) => one.foreignAccount)}::text[]) as payload (tenant_id, id, at, foreign_account)
      group by tenant_id, id) f
    where c.tenant_id = f.tenant_id and c.id = f.id`.execute(tx);
}
