import type { Context } from '#server/platform/context/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { NO_SUBSCRIPTIONS } from '#server/platform/events/events.ts';
import { TEST_VAULT } from '#server/testing/rows/ledger.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A context for tests of actions. Files, the HTTP client and other settings are absent unless given. */
export function testContext(given: { db: Database } & Partial<Context>): Context {
  const usual = { log, vault: TEST_VAULT, subscriptions: NO_SUBSCRIPTIONS };
  const config = { publicUrl: 'https://cabinet.example' };
  return { ...usual, config, clock: { now: () => Temporal.Now.instant() }, ...given } as unknown as Context;
}
