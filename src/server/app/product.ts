import { withSystem } from '#server/platform/database/db.ts';
import type { FastifyInstance } from 'fastify';
import { MACHINE_CLOCK, openDemoClock } from '#server/platform/deployment/clock.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import type { Logger } from '#server/platform/deployment/logger.ts';
import { checkMovedChannels } from '#server/channels/health/checking.ts';
import { queueUnreadChannels } from '#server/channels/unread-actions.ts';
import { queuePolls, queueUnreadConnections } from '#server/connections/storage/sync-queueing-actions.ts';
import { createContext } from './context.ts';
import { startDemo, workDemo } from './demo/making.ts';
import { createProviders } from './providers.ts';
import { workRooms } from './binding.ts';
import { ROOMS } from './rooms.ts';
import type { Role } from './roles.ts';
import { createWeb } from './web.ts';

/**
 * Starts the roles of one process.
 *
 * @returns stop: refuses new calls, finishes what runs, closes connections
 * @throws when the database is away; nothing runs then
 */
export async function startProduct(
  config: Config,
  log: Logger,
  roles: readonly Role[],
): Promise<{ stop(): Promise<void> }> {
  const clock = config.isDemo ? await openDemoClock(config.databaseUrl) : undefined;
  let isReady = !config.isDemo;
  const { ctx, close } = createContext(config, ROOMS, { clock: clock ?? MACHINE_CLOCK, log });
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async () => {
    await Promise.all(running.map((part) => part.stop()));
    await close();
    await clock?.close();
  };
  try {
    await startRoles();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };

  async function startRoles(): Promise<void> {
    const composition = { rooms: ROOMS, providers: createProviders(ctx) };
    const web = roles.includes('web')
      ? await createWeb(ctx, composition, { clock, isReady: () => isReady })
      : undefined;
    if (web) running.push({ stop: web.close });
    await web?.app.listen({ port: config.port, host: config.host });
    if (web) log.info({ step: 'listening', port: config.port }, 'listening');
    if (roles.includes('worker'))
      running.push(
        await startJobs(ctx, { takesCron: roles.includes('cron') }, (work, repeat) => {
          workRooms(work, repeat, composition);
          if (config.isDemo) workDemo(work);
        }),
      );
    if (roles.includes('cron')) {
      await queueUnread(ctx);
      await checkMovedChannels(ctx);
      // Polls at once for events missed while no process ran.
      await withSystem(ctx, queuePolls);
    }
    if (config.isDemo && web) running.push(await startDemo(ctx, `http://127.0.0.1:${portOf(web.app)}`, clock));
    isReady = true;
  }
}

/** Queues reading the payloads that wait without a job, of which there may be some after a process has died. */
async function queueUnread(ctx: Context): Promise<void> {
  await withSystem(ctx, queueUnreadChannels);
  await withSystem(ctx, queueUnreadConnections);
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
