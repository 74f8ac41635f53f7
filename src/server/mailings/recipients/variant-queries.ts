import { sql } from 'kysely';
import type { MailingExperiment, MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { VariantCounts } from '#server/mailings/deciding/experiment-rules.ts';

/** Counts the messages of the test by text. The share that got the winner afterwards is left out. */
export async function countVariants(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { decideAfterHours }: Pick<MailingExperiment, 'decideAfterHours'>,
): Promise<VariantCounts[]> {
  const within = sql`${decideAfterHours} * interval '1 hour'`;
  const { rows } = await sql<VariantCounts>`
    select r.variant::int as variant,
      count(*) filter (where m.phase = 'left') as sent,
      count(*) filter (where m.status in ('delivered', 'read')) as delivered,
      count(*) filter (where m.status = 'read') as read,
      count(*) filter (where m.phase = 'left' and m.replied_at is not null) as replied,
      count(*) filter (where m.status = 'failed') as failed,
      count(*) filter (where m.phase = 'left' and (
        exists (select from visits v where v.tenant_id = ${tenantId} and v.contact_id = r.contact_id
          and v.status = 'arrived' and v.starts_at > m.accepted_at and v.starts_at <= m.accepted_at + ${within})
        or exists (select from orders o where o.tenant_id = ${tenantId} and o.contact_id = r.contact_id
          and o.status <> 'Cancelled' and o.placed_at > m.accepted_at and o.placed_at <= m.accepted_at + ${within})
      )) as visited
    from mailing_recipients r
    join messages m on m.tenant_id = ${tenantId} and m.sender_id = ${mailingId} and m.occasion_key = r.contact_id::text
    where r.tenant_id = ${tenantId} and r.mailing_id = ${mailingId} and r.variant is not null and r.exclusion is null
    group by r.variant order by r.variant`.execute(tx);
  return rows;
}
