import { type Clock, MACHINE_CLOCK, type DemoClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/db.ts';
import { openFileStore } from '../platform/files.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { createOutgoing } from '../platform/outgoing.ts';
import { openVault } from '../platform/vault.ts';
import { subscriptions } from './subscriptions.ts';

/** Everything actions may use, made from the configuration. */
export function createContext(
  config: Config,
  { clock = MACHINE_CLOCK, log = createLogger(config.logLevel) }: { clock?: Clock | DemoClock; log?: Logger } = {},
): { ctx: Context; close(): Promise<void> } {
  const db = openDatabase(config.databaseUrl, { max: config.databasePool });
  const outgoing = createOutgoing();
  const ctx: Context = {
    db,
    clock,
    log,
    config,
    vault: openVault(config.secretKey),
    files: openFileStore(`${config.dataDir}/files`),
    outgoing: outgoing.send,
    subscriptions: subscriptions(),
  };
  return {
    ctx,
    async close() {
      await outgoing.close();
      await db.destroy();
    },
  };
}
