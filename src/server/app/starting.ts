import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemBody } from '#contract/problems.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import type { Logger } from '#server/platform/deployment/logger.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts, and starts again each time that the database is away, with pauses of 250 ms to 5 s. Meanwhile every request is
 * answered with 503 and `Retry-After`.
 *
 * @param hasWeb whether the process answers requests
 * @param start leaves nothing running when it throws
 * @throws what `start` throws for any other reason
 */
export async function untilStarted<Started>(
  config: Config,
  log: Logger,
  hasWeb: boolean,
  start: () => Promise<Started>,
): Promise<Started> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await start();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      log.warn({ err: error, pauseMs }, 'the database is away: starting again after a pause');
    }
    const stopAnswering = hasWeb ? await answerUnavailable(config) : undefined;
    await sleep(pauseMs);
    await stopAnswering?.();
  }
}

/** @returns stops answering and frees the port */
async function answerUnavailable({ port, host }: Config): Promise<() => Promise<void>> {
  const body: ProblemBody = { code: 'server.unavailable' };
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'retry-after': '1',
    connection: 'close',
  };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
