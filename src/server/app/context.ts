import { type Clock, MACHINE_CLOCK, type DemoClock } from '#server/platform/deployment/clock.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type DatabaseOptions, openDatabase } from '#server/platform/database/db.ts';
import { openFileStore } from '#server/platform/files/files.ts';
import { createLogger, type Logger } from '#server/platform/deployment/logger.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { openVault } from '#server/platform/secrets/vault.ts';
import type { Room } from '#server/room.ts';
import { subscriptions } from './binding.ts';

type ContextOptions = {
  clock?: Clock | DemoClock;
  log?: Logger;
  database?: Pick<DatabaseOptions, 'observe' | 'prepares' | 'waitMs'>;
};

/**
 * Creates the context of actions from the configuration.
 *
 * @param rooms those whose subscribers follow events
 */
export function createContext(
  config: Config,
  rooms: readonly Room[],
  { clock = MACHINE_CLOCK, log = createLogger(config.logLevel), database = {} }: ContextOptions = {},
): { ctx: Context; close(): Promise<void> } {
  const db = openDatabase(config.databaseUrl, { max: config.databasePool, ...database });
  const { max } = config;
  const http = createHttpClient({
    certificates: max.certificate === null ? {} : { [new URL(max.baseUrl).hostname]: max.certificate },
  });
  const ctx: Context = {
    db,
    clock,
    log,
    config,
    vault: openVault(config.secretKey),
    files: openFileStore(`${config.dataDir}/files`),
    http: http.send,
    subscriptions: subscriptions(rooms),
  };
  return {
    ctx,
    async close() {
      await http.close();
      await db.destroy();
    },
  };
}
