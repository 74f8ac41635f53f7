import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { InstallId } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';

/** An install of a marketplace with one waiting branch. */
export async function anInstall(owner: pg.Pool, tenantId: TenantId): Promise<{ id: InstallId }> {
  const id = InstallId.parse(randomUUIDv7());
  await owner.query(
    `insert into marketplace_installs (tenant_id, id, kind, application_id, started_by, started_at, gives_up_at)
     values ($1, $2, 'yclients', '7001', $3, '2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z')`,
    [tenantId, id, randomUUIDv7()],
  );
  await owner.query(
    `insert into marketplace_install_branches (tenant_id, id, install_id, external_id) values ($1, $2, $3, '4564')`,
    [tenantId, randomUUIDv7(), id],
  );
  return { id };
}

/** A row of each table about writes to an outside system and its tokens, without the tenant. */
export function connectionRows({
  connectionId,
  commandId,
  memberId,
  at,
}: {
  connectionId: string;
  commandId: string;
  memberId: string;
  at: Temporal.Instant;
}): Record<string, Record<string, unknown>> {
  return {
    connection_commands: {
      id: commandId,
      connection_id: connectionId,
      kind: 'test.write',
      key: commandId,
      payload: '{}',
      state: 'refused',
      created_at: at.toString(),
    },
    connection_consents: { id: commandId, kind: 'amo', member_id: memberId, started_at: at.toString() },
    connection_signing_secrets: { connection_id: connectionId, object: 'pasted', box: Buffer.from('box') },
    connection_tokens: {
      id: commandId,
      box: Buffer.from('box'),
      expires_at: at.toString(),
      refreshed_at: at.toString(),
    },
  };
}
