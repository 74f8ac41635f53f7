import { sql } from 'kysely';
import { Utm } from '#contract/links/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

export type WantedCode = { tenantId: TenantId; code: string };

/** Where a code leads. */
export type FoundTarget = {
  target: string;
  utm: Utm;
  expiresAt: Temporal.Instant | null;
  /** The code whose clicks are counted: a personal link may stand for a link to share. */
  countedCode: string;
  /** The message of a personal link; null: anybody may have the link. */
  messageId: string | null;
};

/**
 * Finds links of any tenants by their codes, in one statement.
 *
 * @returns one per code, null for an unknown or deleted one
 */
export async function findTargets({ tx }: SystemScope, wanted: readonly WantedCode[]): Promise<(FoundTarget | null)[]> {
  const { rows } = await sql<FoundRow>`
    with wanted as materialized (
      select tenant_id, code, nth::int
      from unnest(${wanted.map(({ tenantId }) => tenantId)}::uuid[], ${wanted.map(({ code }) => code)}::text[])
        with ordinality as w (tenant_id, code, nth)
    )
    select w.nth, s.target, s.utm, s.expires_at, s.code, null::uuid as message_id
    from wanted w join short_links s on s.tenant_id = w.tenant_id and s.code = w.code and s.deleted_at is null
    union all
    select w.nth, m.target, '{}'::jsonb, null, m.code, m.message_id
    from wanted w join message_links m on m.tenant_id = w.tenant_id and m.code = w.code and m.link_id is null
    union all
    select w.nth, s.target, s.utm, s.expires_at, s.code, m.message_id
    from wanted w
    join message_links m on m.tenant_id = w.tenant_id and m.code = w.code
    join short_links s on s.tenant_id = w.tenant_id and s.id = m.link_id and s.deleted_at is null`.execute(tx);
  const found = new Map(rows.map((row) => [row.nth, row]));
  return wanted.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return null;
    const { target, utm, expires_at: expiresAt, code: countedCode, message_id: messageId } = row;
    return { target, utm: Utm.parse(utm), expiresAt, countedCode, messageId };
  });
}

type FoundRow = {
  nth: number;
  target: string;
  utm: unknown;
  expires_at: Temporal.Instant | null;
  code: string;
  message_id: string | null;
};
