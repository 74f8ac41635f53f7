import { type Expression, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { earlierOf } from '#server/platform/values/instant-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { enqueueAll, type Job, prepareJob } from '#server/platform/jobs.ts';
import type { TransactionHandlers } from './transaction-events.ts';

export const EventId = z.uuid().brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** The payload of a subscriber's job; the event's row has the rest. */
const EventPayload = z.object({ tenantId: TenantId, eventId: EventId });
export type EventRef = z.output<typeof EventPayload>;

/** A fact that upper rooms subscribe to, declared by the lower room that emits it. */
export type EventKind<Name extends string = string, Facts extends z.ZodType = z.ZodType> = {
  readonly name: Name;
  readonly facts: Facts;
};

export function defineEvent<const Name extends string, Facts extends z.ZodType>(
  kind: EventKind<Name, Facts>,
): EventKind<Name, Facts> {
  return kind;
}

/** A condition in SQL that holds where an event concerns a subscriber. It is asked in the event's transaction. */
type Concerned = (scope: TenantScope, about: { visitId: VisitId | null }) => Expression<SqlBool>;

/** A job that is queued once for each event of its kinds that concerns it. */
export type Subscriber<Kind extends EventKind = EventKind> = Job<typeof EventPayload> & {
  readonly on: readonly Kind[];
  readonly isConcerned?: Concerned;
};

export function defineSubscriber<Kind extends EventKind>(subscriber: {
  /** Stored with waiting jobs: never renamed, never reused. */
  name: string;
  on: readonly Kind[];
  /** As of a job. */
  priority?: number;
  /** Spares a job that would find nothing to do; left out: every event concerns it. */
  isConcerned?: Concerned;
}): Subscriber<Kind> {
  return { ...subscriber, payload: EventPayload };
}

/** An event as its subscribers read it; the name says which facts it has. */
export type EventOf<Kind extends EventKind> =
  Kind extends EventKind<infer Name, infer Facts>
    ? {
        id: EventId;
        name: Name;
        facts: z.output<Facts>;
        visitId: VisitId | null;
        contactId: ContactId | null;
        occurredAt: Temporal.Instant;
      }
    : never;

/** The subscribers of each event. Composed in `server/app`. */
export type Subscriptions = {
  /** Event name → its subscribers; each has a job of its own, so that each is retried on its own. */
  readonly jobs: ReadonlyMap<string, readonly Subscriber[]>;
  readonly handlers: TransactionHandlers;
};

export const NO_SUBSCRIPTIONS: Subscriptions = { jobs: new Map(), handlers: new Map() };

export type NewEvent<Facts> = {
  /** Idempotency key: a second event with the same key is not recorded. */
  dedupeKey: string;
  visitId?: VisitId | null;
  contactId?: string | null;
  /** The order, cart or other subject of the event, where it is not a visit. */
  subjectId?: string | null;
  facts: Facts;
  /** When it happened in the outside world. */
  occurredAt: Temporal.Instant;
};

/**
 * Records an event and queues the jobs of the subscribers that it concerns, in the caller's transaction.
 *
 * @returns its id, or null when the same event was recorded before; no job is queued then
 */
export async function emit<Name extends string, Facts extends z.ZodType>(
  scope: TenantScope & { subscriptions: Subscriptions; clock: { now(): Temporal.Instant } },
  kind: EventKind<Name, Facts>,
  event: NewEvent<z.output<Facts>>,
): Promise<EventId | null> {
  const id = newId(EventId);
  const now = scope.clock.now();
  const inserted = await scope.tx
    .insertInto('events')
    .values({
      tenant_id: scope.tenantId,
      id,
      kind: kind.name,
      dedupe_key: `${kind.name}:${event.dedupeKey}`,
      visit_id: event.visitId ?? null,
      contact_id: event.contactId ?? null,
      subject_id: event.subjectId ?? null,
      facts: JSON.stringify(event.facts),
      // NOTE: a vendor's clock may be ahead of ours; an event cannot be known before it happens.
      occurred_at: earlierOf(event.occurredAt, now),
      recorded_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;

  const payload = { tenantId: scope.tenantId, eventId: id };
  const subscribers = scope.subscriptions.jobs.get(kind.name) ?? [];
  const concerned = await filterConcerned(scope, subscribers, { visitId: event.visitId ?? null });
  await enqueueAll(
    scope,
    concerned.map((subscriber) => prepareJob(subscriber, payload)),
  );
  return id;
}

/** Returns the subscribers that an event concerns, by one statement for all that have a condition. */
async function filterConcerned(
  scope: TenantScope,
  subscribers: readonly Subscriber[],
  about: { visitId: VisitId | null },
): Promise<readonly Subscriber[]> {
  const conditional = subscribers.flatMap((subscriber) => {
    const condition = subscriber.isConcerned?.(scope, about);
    return condition ? [{ subscriber, condition }] : [];
  });
  if (conditional.length === 0) return subscribers;
  const conditions = sql.join(conditional.map(({ condition }) => condition));
  const { rows } = await sql<{ answers: boolean[] }>`select array[${conditions}] as answers`.execute(scope.tx);
  const spared = new Set(conditional.flatMap(({ subscriber }, n) => (rows[0]?.answers[n] ? [] : subscriber)));
  return subscribers.filter((subscriber) => !spared.has(subscriber));
}

/** Reads the event of a subscriber's job; null when it is of another kind or deleted. */
export async function readEvent<Kind extends EventKind>(
  { tx, tenantId }: TenantScope,
  { on }: Subscriber<Kind>,
  id: EventId,
): Promise<EventOf<Kind> | null> {
  const row = await tx
    .selectFrom('events')
    .select(['kind', 'visit_id', 'contact_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  const kind = on.find(({ name }) => name === row?.kind);
  if (!row || !kind) return null;
  return {
    id,
    name: kind.name,
    facts: kind.facts.parse(row.facts),
    visitId: row.visit_id === null ? null : VisitId.parse(row.visit_id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    occurredAt: row.occurred_at,
  } as EventOf<Kind>; // NOTE: the facts were parsed by the kind of this name, which the compiler cannot follow through the union
}
