import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Where both contacts are asked about one slot, keeps the offer that has won, else the one that has come further. */
export async function mergeOffers({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    delete from slot_offers o using slot_offers other, freed_slots s
    where o.tenant_id = ${tenantId} and other.tenant_id = ${tenantId} and s.tenant_id = ${tenantId}
      and s.id = o.slot_id and other.slot_id = o.slot_id
      and o.contact_id in (${from}, ${to}) and other.contact_id in (${from}, ${to}) and o.contact_id <> other.contact_id
      and s.winner_offer_id is distinct from o.id
      and (s.winner_offer_id = other.id or (other.message_id is not null, other.id) > (o.message_id is not null, o.id))`.execute(
    tx,
  );
}
