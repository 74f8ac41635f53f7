import { sql } from 'kysely';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { holdingConsents } from '#server/imports/consent-reads.ts';
import { consentState } from '#server/imports/consent-rules.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { SUBJECT_SOURCES } from '#server/subjects/reads.ts';
import { type CustomerTraits, historyOf } from '#server/subjects/rules.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import { pastVisits } from '#server/visits/changes/actions.ts';
import { listAudienceAmong } from './contact-reads.ts';
import { loadAround, onlySegment } from './question-reads.ts';
import { rfmGroupsOf } from './rfm/group-reads.ts';
import type { ContactFacts } from './rules.ts';
import { segmentIdsIn } from './segment-rules.ts';
import type { Around } from './trait-queries.ts';
import type { AudienceChannel } from './trait-rules.ts';

/** Loads the facts that `isInAudience` compares, for some contacts. */
export async function loadContactFacts(
  scope: ActionScope,
  ids: readonly ContactId[],
  around: Around,
): Promise<Map<ContactId, ContactFacts>> {
  const reach = await reachOf(scope, ids);
  const past = await pastVisits(scope, ids);
  const visitIds = [...past.values()].flat().map(({ id }) => id);
  const visits = Map.groupBy(await SUBJECT_SOURCES.visit(scope, visitIds, around.now), ({ contactId }) => contactId);
  const traits = await loadTraits(scope, reach, around);
  const { currency } = around;
  return new Map(
    [...reach].map(([id, known]) => [
      id,
      {
        history: historyOf(known, past.get(id) ?? [], { currency, traits: traits.get(id) }),
        lastVisitAt: known.contact.lastVisitAt === null ? null : Temporal.Instant.from(known.contact.lastVisitAt),
        visits: visits.get(id) ?? [],
      },
    ]),
  );
}

/**
 * Loads the facts of contacts alone for conditions on other subjects, so that `unmetCondition` can compare them: also
 * the segments that the conditions refer to and that have the contact.
 */
export async function loadTraitsFor(
  scope: TenantScope,
  reach: ReadonlyMap<ContactId, Reach>,
  { conditions, now }: { conditions: FlowConditions; now: Temporal.Instant },
): Promise<Map<ContactId, CustomerTraits>> {
  const segmentIds = segmentIdsIn(conditions);
  const around = await loadAround(scope, onlySegment(...segmentIds), now);
  const traits = await loadTraits(scope, reach, around);
  const ids = [...reach.keys()];
  for (const segmentId of segmentIds) {
    const question = { ...around, conditions: onlySegment(segmentId) };
    const having = new Set(await listAudienceAmong(scope, question, ids));
    for (const [id, known] of traits)
      if (having.has(id)) traits.set(id, { ...known, segmentIds: [...known.segmentIds, segmentId] });
  }
  return traits;
}

/** Loads the facts of contacts alone that conditions compare; `segmentIds` are those of frozen segments. */
export async function loadTraits(
  scope: TenantScope,
  reach: ReadonlyMap<ContactId, Reach>,
  { currency, language, timeZone, channels, now }: Omit<Around, 'segments' | 'summedUntil'>,
): Promise<Map<ContactId, CustomerTraits>> {
  const stored = await listStoredTraits(scope, [...reach.keys()]);
  const people = [...reach.values()].map(({ contact }) => contact);
  const consents = await holdingConsents(scope, people, now);
  return new Map(
    [...reach].map(([id, { contact, addresses }]) => {
      const { orders, minor, lastOrderAt, segmentIds, rfmGroups } = stored.get(id) ?? NO_STORED;
      const inbound = addresses.flatMap(({ lastInboundAt }) => lastInboundAt ?? []);
      const subscribed = addresses.flatMap(({ subscribedAt }) => subscribedAt ?? []);
      return [
        id,
        {
          language: contact.language ?? language,
          birthday: birthdayOf(contact.birthDate),
          timeZone,
          reachedBy: kindsReaching({ phone: contact.phone, addresses }, channels),
          consent: consentState(consents.get(id)),
          lastInboundAt: inbound.toSorted(compareInstants).at(-1) ?? null,
          subscribedAt: subscribed.toSorted(compareInstants)[0] ?? null,
          orders: { count: orders, sum: wholeUnits(minor, currency), lastAt: lastOrderAt },
          segmentIds,
          rfmGroups,
        },
      ];
    }),
  );
}

function birthdayOf(birthDate: string | null): number | null {
  if (birthDate === null) return null;
  const { month, day } = Temporal.PlainDate.from(birthDate);
  return month * 100 + day;
}

type Reached = { phone: string | null; addresses: Reach['addresses'] };

function kindsReaching({ phone, addresses }: Reached, channels: readonly AudienceChannel[]): string[] {
  const reaches = ({ id, reachesPhones }: AudienceChannel) => {
    const here = addresses.filter(({ channelId }) => channelId === id);
    if (here.some(({ state }) => state === 'reachable')) return true;
    return reachesPhones && phone !== null && here.length === 0;
  };
  return [...new Set(channels.filter(reaches).map(({ kind }) => kind))];
}

type StoredTraits = {
  orders: number;
  minor: number;
  lastOrderAt: Temporal.Instant | null;
  segmentIds: string[];
  rfmGroups: string[];
};
const NO_STORED: StoredTraits = { orders: 0, minor: 0, lastOrderAt: null, segmentIds: [], rfmGroups: [] };

async function listStoredTraits(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
): Promise<Map<ContactId, StoredTraits>> {
  const { rows } = await sql<{
    id: string;
    orders: number;
    minor: number;
    last_order_at: Temporal.Instant | null;
    segment_ids: string[];
    rfm_groups: string[];
  }>`
    select asked.id, placed.count::int as orders, placed.minor, placed.last_at as last_order_at,
      array(select m.segment_id::text from segment_members m
        where m.tenant_id = ${tenantId} and m.contact_id = asked.id) as segment_ids,
      array(${rfmGroupsOf(tenantId, sql`asked.id`)}) as rfm_groups
    from unnest(${[...ids]}::uuid[]) asked (id) cross join lateral (
      select count(*) as count, coalesce(sum(o.total_minor), 0)::int8 as minor, max(o.placed_at) as last_at
      from orders o where o.tenant_id = ${tenantId} and o.contact_id = asked.id and o.status <> 'Cancelled') placed`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [
      ContactId.parse(row.id),
      {
        orders: row.orders,
        minor: row.minor,
        lastOrderAt: row.last_order_at,
        segmentIds: row.segment_ids,
        rfmGroups: row.rfm_groups,
      },
    ]),
  );
}
