import type { TenantScope } from './db.ts';

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

/** An entry of {@link TransactionHandlers}; the compiler checks the handlers against the event's facts. */
export function handle<Facts>(
  event: TransactionEvent<Facts>,
  handlers: readonly TransactionHandler<Facts>[],
): [string, readonly TransactionHandler<never>[]] {
  return [event.name, handlers];
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
