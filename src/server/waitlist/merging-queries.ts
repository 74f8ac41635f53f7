import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * Moves a contact's places on the waiting list and among those who are candidate. Where both contacts are asked about one slot,
 * the place that has won stays, else the one that has come further.
 */
export async function moveContactRows({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    delete from slot_offers o using slot_offers other, freed_slots s
    where o.tenant_id = ${tenantId} and other.tenant_id = ${tenantId} and s.tenant_id = ${tenantId}
      and s.id = o.slot_id and other.slot_id = o.slot_id
      and o.contact_id in (${from}, ${to}) and other.contact_id in (${from}, ${to}) and o.contact_id <> other.contact_id
      and s.winner_offer_id is distinct from o.id
      and (s.winner_offer_id = other.id or (other.message_id is not null, other.id) > (o.message_id is not null, o.id))`.execute(
    tx,
  );
  await tx
    .updateTable('slot_offers')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
  await tx
    .updateTable('waitlist_entries')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
  await tx
    .updateTable('freed_slots')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
}
