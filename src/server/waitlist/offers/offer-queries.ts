import { type RawBuilder, sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import { OfferStatus, SlotId, SlotOfferId, WaitEntryId } from '#contract/waitlist/calls.ts';
import { audienceFilter } from '#server/audiences/contact-reads.ts';
import type { AudienceQuestion } from '#server/audiences/trait-rules.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';

/** Most contacts of the waiting list who are asked about one slot. */
const MAX_WAITING = 200;

/** Places of likely clients come after those of the waiting list. */
const AFTER_WAITING = 1_000;

/** Puts those who wait for such a time in the order they joined. A contact who cannot come, or who freed it, is left out. */
export async function queueWaiting({ tx, tenantId }: TenantScope, slot: StoredSlot): Promise<number> {
  const wall = slot.startsAt.toZonedDateTimeISO(slot.timeZone);
  const day = wall.toPlainDate().toString();
  const { numAffectedRows } = await sql`
    insert into slot_offers (tenant_id, id, slot_id, contact_id, entry_id, place, status)
    select ${tenantId}::uuid, gen_random_uuid(), ${slot.id}::uuid, chosen.contact_id, chosen.id,
      row_number() over (order by chosen.created_at, chosen.id), 'queued'
    from (
      select distinct on (e.contact_id) e.contact_id, e.id, e.created_at from waitlist_entries e
      left join visits own on own.tenant_id = ${tenantId} and own.id = e.visit_id
      where e.tenant_id = ${tenantId} and e.status = 'waiting'
        and coalesce(e.branch_id = ${slot.branchId}, true) and coalesce(e.master_id = ${slot.masterId}, e.master_id is null)
        and (e.service_id is null or e.service_id = any(${slot.serviceIds}::uuid[]))
        and (e.weekdays = '{}' or ${wall.dayOfWeek}::smallint = any(e.weekdays))
        and ${wall.hour} >= e.from_hour and ${wall.hour} < e.until_hour
        and coalesce(e.first_day <= ${day}::date, true) and coalesce(e.last_day >= ${day}::date, true)
        and (e.visit_id is null or (own.starts_at > ${slot.startsAt} and own.status in ('waiting', 'confirmed', 'unknown')))
        and ${isFree(tenantId, slot, sql`e.contact_id`, sql`own.id`)}
      order by e.contact_id, e.created_at, e.id
    ) chosen
    order by chosen.created_at, chosen.id limit ${MAX_WAITING}
    on conflict (tenant_id, slot_id, contact_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Adds likely clients after the waiting list, those with the most visits first. */
export async function queueLikely(
  { tx, tenantId }: TenantScope,
  slot: StoredSlot,
  { audience, limit }: { audience: AudienceQuestion; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into slot_offers (tenant_id, id, slot_id, contact_id, place, status)
    select ${tenantId}::uuid, gen_random_uuid(), ${slot.id}::uuid, chosen.id,
      ${AFTER_WAITING} + row_number() over (order by chosen.visits desc, chosen.id), 'queued'
    from (
      select c.id, greatest(c.visits_count, c.arrived_count) as visits from contacts c
      where c.tenant_id = ${tenantId} and ${audienceFilter(tenantId, audience)}
        and ${isFree(tenantId, slot, sql`c.id`, sql`null::uuid`)}
        and not exists (select from slot_offers o
          where o.tenant_id = ${tenantId} and o.slot_id = ${slot.id} and o.contact_id = c.id)
      order by visits desc, c.id limit ${limit}
    ) chosen
    on conflict (tenant_id, slot_id, contact_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The contact did not free the slot themselves, and has no other visit at that time. @param but a visit they would give up */
function isFree(
  tenantId: TenantId,
  { id, startsAt, durationMinutes }: StoredSlot,
  contactId: RawBuilder<unknown>,
  but: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from freed_slots s where s.tenant_id = ${tenantId} and s.id = ${id} and s.contact_id = ${contactId})
    and not exists (select from visits v
      where v.tenant_id = ${tenantId} and v.contact_id = ${contactId} and v.id is distinct from ${but}
        and v.status in ('waiting', 'confirmed', 'unknown')
        and v.starts_at > ${startsAt.subtract({ hours: 24 })} and v.starts_at < ${startsAt.add({ minutes: durationMinutes })}
        and v.starts_at + v.duration_minutes * interval '1 minute' > ${startsAt}))`;
}

const columns = ['id', 'slot_id', 'contact_id', 'entry_id', 'status', 'skip_rule', 'message_id', 'ends_at'] as const;

export async function findOffer({ tx, tenantId }: TenantScope, id: SlotOfferId): Promise<StoredOffer | undefined> {
  const row = await tx
    .selectFrom('slot_offers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toOffer(row);
}

export async function listOffersOfMessages(
  { tx, tenantId }: TenantScope,
  ids: readonly MessageId[],
): Promise<StoredOffer[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('slot_offers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toOffer);
}

/** Offers of a slot with one of some statuses, in their order. */
export async function listOffers(
  { tx, tenantId }: TenantScope,
  slotId: SlotId,
  { statuses, limit }: { statuses: readonly OfferStatus[]; limit: number },
): Promise<StoredOffer[]> {
  const rows = await tx
    .selectFrom('slot_offers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('slot_id', '=', slotId)
    .where('status', 'in', [...statuses])
    .orderBy('place')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toOffer);
}

/** Whether a contact other than the offer's has the time to answer now. */
export async function isHeldByAnother(
  { tx, tenantId }: TenantScope,
  { id, slotId }: Pick<StoredOffer, 'id' | 'slotId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .selectFrom('slot_offers as o')
    .innerJoin('freed_slots as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.slot_id'),
    )
    .select('o.id')
    .where('o.tenant_id', '=', tenantId)
    .where('o.slot_id', '=', slotId)
    .where('s.mode', '=', 'order')
    .where('o.status', '=', 'open')
    .where('o.ends_at', '>', now)
    .where('o.id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Passes over contacts whose message the provider has refused. */
export async function skipUndelivered({ tx, tenantId }: TenantScope, slotId: SlotId): Promise<void> {
  await sql`
    update slot_offers o set status = 'skipped', skip_rule = coalesce(m.reason, 'provider_refused') from messages m
    where o.tenant_id = ${tenantId} and o.slot_id = ${slotId} and o.status = 'open'
      and m.tenant_id = ${tenantId} and m.id = o.message_id and m.status = 'failed'`.execute(tx);
}

/** Offers whose time to answer is over. */
export async function lapseOffers({ tx, tenantId }: TenantScope, slotId: SlotId, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('slot_offers')
    .set({ status: 'lapsed' })
    .where('tenant_id', '=', tenantId)
    .where('slot_id', '=', slotId)
    .where('status', '=', 'open')
    .where('ends_at', '<=', now)
    .execute();
}

export async function setOffersOpen(
  { tx, tenantId }: TenantScope,
  opened: readonly { id: SlotOfferId; messageId: MessageId; offeredAt: Temporal.Instant; endsAt: Temporal.Instant }[],
): Promise<void> {
  for (const { id, messageId, offeredAt, endsAt } of opened)
    await tx
      .updateTable('slot_offers')
      .set({ status: 'open', message_id: messageId, offered_at: offeredAt, ends_at: endsAt })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .execute();
}

/** Moves the time to answer of an offer whose message leaves later. */
export async function setOfferTimes(
  { tx, tenantId }: TenantScope,
  id: SlotOfferId,
  { offeredAt, endsAt }: { offeredAt: Temporal.Instant; endsAt: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('slot_offers')
    .set({ offered_at: offeredAt, ends_at: endsAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Passes contacts over. */
export async function setOffersSkipped(
  { tx, tenantId }: TenantScope,
  skipped: readonly { id: SlotOfferId; rule: DecisionRule }[],
): Promise<void> {
  for (const { id, rule } of skipped)
    await tx
      .updateTable('slot_offers')
      .set({ status: 'skipped', skip_rule: rule })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'open'])
      .execute();
}

/** Records the contact's answer. */
export async function setOfferAnswered(
  { tx, tenantId }: TenantScope,
  id: SlotOfferId,
  { status, at }: { status: 'accepted' | 'declined'; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('slot_offers')
    .set({ status, answered_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['open', 'lapsed', 'declined'])
    .execute();
}

/** Ends the offers of a slot that nobody may accept any more. @returns messages that may still wait */
export async function endOffers(
  { tx, tenantId }: TenantScope,
  slotId: SlotId,
  { status, but }: { status: 'lost' | 'withdrawn' | 'lapsed'; but?: SlotOfferId },
): Promise<MessageId[]> {
  const rows = await tx
    .updateTable('slot_offers')
    .set({ status })
    .where('tenant_id', '=', tenantId)
    .where('slot_id', '=', slotId)
    .where('status', 'in', ['queued', 'open', 'lapsed'])
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .returning('message_id')
    .execute();
  return rows.flatMap(({ message_id: id }) => (id === null ? [] : MessageId.parse(id)));
}

type OfferRow = {
  id: string;
  slot_id: string;
  contact_id: string;
  entry_id: string | null;
  status: string;
  skip_rule: string | null;
  message_id: string | null;
  ends_at: Temporal.Instant | null;
};

function toOffer(row: OfferRow): StoredOffer {
  return {
    id: SlotOfferId.parse(row.id),
    slotId: SlotId.parse(row.slot_id),
    contactId: ContactId.parse(row.contact_id),
    entryId: row.entry_id === null ? null : WaitEntryId.parse(row.entry_id),
    status: OfferStatus.parse(row.status),
    skipRule: row.skip_rule === null ? null : DecisionRule.parse(row.skip_rule),
    messageId: row.message_id === null ? null : MessageId.parse(row.message_id),
    endsAt: row.ends_at,
  };
}
