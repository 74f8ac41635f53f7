import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * An event whose handlers run within the transaction that publishes it, because its effects must never be seen in
 * part. It is not recorded; for effects that may follow later see `events.ts`.
 */
export type TransactionEvent<Facts> = { readonly name: string; readonly facts?: Facts };

export function defineTransactionEvent<Facts>(name: string): TransactionEvent<Facts> {
  return { name };
}

export type TransactionHandler<Facts> = (scope: TenantScope, facts: Facts) => Promise<void>;

/** Event name → its handlers in the order they run. Composed in `server/app`. */
export type TransactionHandlers = ReadonlyMap<string, readonly TransactionHandler<never>[]>;

/** A handler with the name of its event. */
export type TransactionSubscriber = { readonly event: string; readonly run: TransactionHandler<never> };

/** Binds a handler to an event; the compiler checks it against the event's facts. */
export function handle<Facts>(event: TransactionEvent<Facts>, run: TransactionHandler<Facts>): TransactionSubscriber {
  return { event: event.name, run };
}

/** Runs the handlers of an event one after another; the first failure fails the transaction. */
export async function publish<Facts>(
  scope: TenantScope & { subscriptions: { handlers: TransactionHandlers } },
  event: TransactionEvent<Facts>,
  facts: Facts,
): Promise<void> {
  // NOTE: `handle` is the only way into the map, so the handlers accept the facts of the event of this name.
  const handlers = (scope.subscriptions.handlers.get(event.name) ?? []) as readonly TransactionHandler<Facts>[];
  for (const run of handlers) await run(scope, facts);
}
