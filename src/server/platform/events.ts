import { z } from 'zod';
import { TenantId } from '#contract/tenants.ts';
import { earlierOf } from './instant-rules.ts';
import type { TenantScope } from './db.ts';
import { newId } from './ids.ts';
import { enqueue, type Job } from './jobs.ts';
import type { TransactionHandlers } from './transaction-events.ts';

export const EventId = z.uuid().brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** The payload of a subscriber's job; the event's row has the rest. */
export const EventPayload = z.object({ tenantId: TenantId, eventId: EventId });

/** A fact that upper rooms subscribe to, declared by the lower room that emits it. */
export type EventKind<Facts extends z.ZodType = z.ZodType> = { name: string; facts: Facts };

export function defineEvent<Facts extends z.ZodType>(kind: EventKind<Facts>): EventKind<Facts> {
  return kind;
}

/** The subscribers of each event. Composed in `server/app`. */
export type Subscriptions = {
  /** Event name → the jobs queued for it, one per subscriber, so that each is retried on its own. */
  readonly jobs: ReadonlyMap<string, readonly Job<typeof EventPayload>[]>;
  readonly handlers: TransactionHandlers;
};

export const NO_SUBSCRIPTIONS: Subscriptions = { jobs: new Map(), handlers: new Map() };

export type NewEvent<Facts> = {
  /** Idempotency key: a second event with the same key is not recorded. */
  dedupeKey: string;
  visitId?: string | null;
  contactId?: string | null;
  /** The order, cart or other subject of the event, where it is not a visit. */
  subjectId?: string | null;
  facts: Facts;
  /** When it happened in the outside world. */
  occurredAt: Temporal.Instant;
};

/**
 * Records an event and queues the jobs of its subscribers, in the caller's transaction.
 *
 * @returns its id, or null when the same event was recorded before; no job is queued then
 */
export async function emit<Facts extends z.ZodType>(
  ctx: { subscriptions: Subscriptions; clock: { now(): Temporal.Instant } },
  scope: TenantScope,
  kind: EventKind<Facts>,
  event: NewEvent<z.output<Facts>>,
): Promise<EventId | null> {
  const id = newId(EventId);
  const now = ctx.clock.now();
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

  for (const job of ctx.subscriptions.jobs.get(kind.name) ?? []) {
    await enqueue(scope, job, { tenantId: scope.tenantId, eventId: id });
  }
  return id;
}

/** Reads an event's facts for the job that was queued for it; null when it is of another kind or deleted. */
export async function findFacts<Facts extends z.ZodType>(
  { tx, tenantId }: TenantScope,
  kind: EventKind<Facts>,
  eventId: EventId,
): Promise<z.output<Facts> | null> {
  const row = await tx
    .selectFrom('events')
    .select('facts')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .where('kind', '=', kind.name)
    .executeTakeFirst();
  return row ? kind.facts.parse(row.facts) : null;
}

/** Moves a contact's events to the contact they were merged into. */
export async function moveContactEvents(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ contact_id: to })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', from)
    .execute();
}
