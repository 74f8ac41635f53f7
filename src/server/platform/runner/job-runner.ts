import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  Logger as QueueLogger,
  parseCronItems,
  run,
  type Runner,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import type { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { openPool, withTenant } from '#server/platform/database/db.ts';
import { wakeForDueJobs } from './due-jobs.ts';
import { type EventKind, type EventOf, readEvent, type Subscriber } from '#server/platform/events/events.ts';
import type { Job } from '#server/platform/jobs.ts';
import { type Held, keepHeartbeat } from './heartbeat.ts';
import { queuePool } from './queue-pool.ts';

/** Binds a declared job to its handler. */
export type Work = <Payload extends z.ZodType>(
  job: Job<Payload>,
  handle: (ctx: Context, payload: z.output<Payload>, signal: AbortSignal) => Promise<void>,
) => void;

/** Makes a handler of an action: it runs in one transaction of the job's tenant. */
export function forTenant<Payload extends { readonly tenantId: TenantId }>(
  handle: (scope: ActionScope, payload: Payload) => Promise<void>,
): (ctx: Context, payload: Payload) => Promise<void> {
  return (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => handle(scope, payload));
}

/** Binds a subscriber to its handler, which runs in one transaction of the event's tenant. */
export function onEvent<Kind extends EventKind>(
  work: Work,
  subscriber: Subscriber<Kind>,
  handle: (scope: ActionScope, event: EventOf<Kind>) => Promise<void>,
): void {
  work(subscriber, (ctx, { tenantId, eventId }) =>
    withTenant(ctx, tenantId, async (scope) => {
      const event = await readEvent(scope, subscriber, eventId);
      if (event) await handle(scope, event);
    }),
  );
}

/**
 * Repeats a job on a schedule; with several processes it is queued once. A job that repeats `often` is not retried,
 * because its next run serves as the retry; a `daily` job is retried like any other.
 */
export type Repeat = (
  name: string,
  pattern: string,
  handle: (ctx: Context, signal: AbortSignal) => Promise<void>,
  how?: keyof typeof MAX_ATTEMPTS,
) => void;

/**
 * Ten attempts take about three and a half hours.
 *
 * NOTE: missed runs are not made up. To do so the queue would compare its own dates with the instants of our driver,
 * which it does not know, and would stop.
 */
const MAX_ATTEMPTS = { often: 1, daily: 10 };

/** Interval at which each worker searches for jobs by itself: rarely, since {@link wakeForDueJobs} wakes it. */
const POLL_MS = 5_000;
/** Interval at which a job tries whether the database answers again. */
const RETRY_MS = 250;

/** Workers that take urgent jobs alone. */
const URGENT_WORKERS = 2;

/**
 * Starts the workers. If a process dies, the others notice it within 4 s and free its jobs.
 *
 * @param bind binds every room's jobs; called once
 * @returns stop: takes no more jobs, waits for those that run (aborting their signal), frees the rest
 * @throws when the database is away; nothing runs then
 */
export async function startJobs(
  ctx: Context,
  { takesCron }: { takesCron: boolean },
  bind: (work: Work, repeat: Repeat) => void,
): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(ctx.config.databaseUrl, {
    max: ctx.config.workerConcurrency + URGENT_WORKERS + 4,
    name: 'frontdesk-jobs',
  });
  const stopping = new AbortController();
  const { taskList, urgentTasks, cronItems, running } = collect(ctx, pool, stopping.signal, bind);
  const events: WorkerEvents = new EventEmitter();
  // NOTE: the queue locks jobs under the name of the pool; its workers have names of their own that it does not use.
  const workerPools = new Set<WorkerPool>();
  events.on('pool:create', ({ workerPool }) => workerPools.add(workerPool));
  events.on('pool:release', ({ workerPool }) => workerPools.delete(workerPool));
  const start = (tasks: TaskList, concurrency: number, schedule: CronItem[]) =>
    run({
      pgPool: queuePool(pool),
      events,
      taskList: tasks,
      // NOTE: parsed items instead of crontab text, whose grammar allows no dot in a name.
      parsedCronItems: parseCronItems(schedule),
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: queueLogger(ctx),
    });
  const runners: Runner[] = [];
  let stopHeart = async () => {};
  const stop = async () => {
    stopping.abort();
    // NOTE: it rejects if the runner has already stopped by itself.
    await Promise.all(runners.map((runner) => runner.stop().catch(() => {})));
    await stopHeart();
    await pool.end();
  };
  const held: Held = {
    names: () => [...workerPools].map(({ id }) => id),
    isRunning: (id) => running.some((run) => run.id === id),
  };
  try {
    runners.push(await start(taskList, ctx.config.workerConcurrency, takesCron ? cronItems : []));
    if (Object.keys(urgentTasks).length > 0) runners.push(await start(urgentTasks, URGENT_WORKERS, []));
    stopHeart = await keepHeartbeat(pool, held, ctx.log);
  } catch (error) {
    await stop();
    throw error;
  }
  void wakeForDueJobs(pool, workerPools, ctx.config.workerConcurrency, { signal: stopping.signal, log: ctx.log });
  return { stop };
}

function collect(ctx: Context, pool: pg.Pool, signal: AbortSignal, bind: (work: Work, repeat: Repeat) => void) {
  const taskList: TaskList = {};
  const urgentTasks: TaskList = {};
  const cronItems: CronItem[] = [];
  // One entry per run: two workers may run the same job for a moment.
  const running: { readonly id: string }[] = [];
  const track = async (id: string, task: () => Promise<void>): Promise<void> => {
    const run = { id: String(id) }; // NOTE: our driver reads ids as numbers, the queue's types declare text
    running.push(run);
    try {
      await throughOutages(pool, signal, task);
    } finally {
      running.splice(running.indexOf(run), 1);
    }
  };
  const work: Work = (job, handle) => {
    if (taskList[job.name]) throw new Error(`Two handlers for job ${job.name}`);
    const task: Task = (payload, helpers) =>
      track(helpers.job.id, async () => handle(ctx, job.payload.parse(payload), signal));
    taskList[job.name] = task;
    if (job.isUrgent) urgentTasks[job.name] = task;
  };
  const repeat: Repeat = (name, pattern, handle, how = 'often') => {
    taskList[name] = (_payload, helpers) => track(helpers.job.id, () => handle(ctx, signal));
    cronItems.push(cronItemOf(name, pattern, how));
  };
  bind(work, repeat);
  return { taskList, urgentTasks, cronItems, running };
}

/** The queue's schedule entry of a repeating job. */
export function cronItemOf(name: string, pattern: string, how: keyof typeof MAX_ATTEMPTS): CronItem {
  return { task: name, match: pattern, options: { maxAttempts: MAX_ATTEMPTS[how] } };
}

/**
 * Runs a task, and runs it again each time the database was unavailable. The queue would count that as a failed
 * attempt and wait longer with every outage: 3 s, 7 s, 20 s, up to 6 hours.
 */
async function throughOutages(pool: pg.Pool, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      const wasAway = await untilDatabaseAnswers(pool, signal);
      if (!wasAway || signal.aborted) throw error;
    }
  }
}

/** @returns whether the database was unavailable */
async function untilDatabaseAnswers(pool: pg.Pool, signal: AbortSignal): Promise<boolean> {
  for (let wasAway = false; ; wasAway = true) {
    const answers = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers || signal.aborted) return wasAway;
    await sleep(RETRY_MS);
  }
}

function queueLogger(ctx: Context): QueueLogger {
  const quiet = new Set(['debug', 'info']);
  return new QueueLogger((scope) => (level, message, meta) => {
    if (quiet.has(level)) return ctx.log.debug({ job: scope.taskIdentifier }, message);
    ctx.log.warn({ job: scope.taskIdentifier, error: String(meta?.['error'] ?? meta?.['failure'] ?? '') }, message);
  });
}
