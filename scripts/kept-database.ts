import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type DatabaseOptions, startDatabase } from './database.ts';
import { countPauses, describePause } from './pauses.ts';

/** A database that is there again after it ended by itself, at the same address. */
export type KeptDatabase = Pick<Database, 'url' | 'port' | 'folder' | 'stop'>;

/**
 * Starts a database, and starts it again whenever it ends by itself, until it is stopped. A start that fails is tried
 * again, with growing pauses.
 *
 * @param options with the folder of its data
 * @param onEnd called with a sentence for people, each time it ended and each time it does not start
 * @throws Error with a sentence for people, when it does not start the first time
 */
export async function keepDatabase(
  options: DatabaseOptions & { dataDir: string },
  onEnd: (message: string) => void,
): Promise<KeptDatabase> {
  let database = await startDatabase(options);
  const { url, port, folder } = database;
  const stopping = new AbortController();
  const keeping = keep();
  return {
    url,
    port,
    folder,
    stop: async () => {
      stopping.abort();
      await database.stop();
      await keeping;
    },
  };

  async function keep(): Promise<void> {
    const nextPause = countPauses();
    for (let startedAt = performance.now(); ; startedAt = performance.now()) {
      await database.ended;
      if (stopping.signal.aborted) return;
      await startAgain('The database ended by itself', nextPause, performance.now() - startedAt);
      if (stopping.signal.aborted) await database.stop();
    }
  }

  async function startAgain(reason: string, nextPause: (ranMs: number) => number, ranMs: number): Promise<void> {
    const pauseMs = nextPause(ranMs);
    onEnd(`${reason}; starting it again${describePause(pauseMs)}`);
    await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return;
    try {
      database = await startDatabase({ ...options, port });
    } catch (error) {
      await startAgain(error instanceof Error ? error.message : String(error), nextPause, 0);
    }
  }
}
