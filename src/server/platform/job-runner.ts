import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  Logger as QueueLogger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { openPool } from './db.ts';
import type { Job } from './jobs.ts';
import { type Held, keepHeartbeat } from './heartbeat.ts';
import { queuePool } from './queue-pool.ts';

/** Binds a declared job to what does it. */
export type Work = <Payload extends z.ZodType>(
  job: Job<Payload>,
  handle: (ctx: Context, payload: z.output<Payload>, signal: AbortSignal) => Promise<void>,
) => void;

/**
 * Repeats a job on a schedule; with several processes it is queued once. Of what runs often the next run is the second
 * try; what is `daily` is tried again like any job.
 */
export type Repeat = (
  name: string,
  pattern: string,
  handle: (ctx: Context, signal: AbortSignal) => Promise<void>,
  how?: keyof typeof TRIES,
) => void;

/**
 * Ten tries take about three hours and a half.
 *
 * NOTE: no run that was missed is caught up with. The queue would compare moments of its own with those our driver
 * gives it, which it does not know, and would stop.
 */
const TRIES = { often: 1, daily: 10 };

/** How often the queue is looked at for jobs whose time has come; new ones are heard of at once. */
const POLL_MS = 250;

/**
 * Starts taking jobs. A process that dies without a word is noticed by the others within 4 s, and its jobs freed.
 *
 * @param bind binds every room's jobs; called once
 * @returns stop: takes no more jobs, waits for those that run (aborting their signal), frees what is left
 */
export async function startJobs(
  ctx: Context,
  { takesCron }: { takesCron: boolean },
  bind: (work: Work, repeat: Repeat) => void,
): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(ctx.config.databaseUrl, { max: ctx.config.workerConcurrency + 3, name: 'frontdesk-jobs' });
  const stopping = new AbortController();
  const { taskList, cronItems, running } = collect(ctx, pool, stopping.signal, bind);
  const events: WorkerEvents = new EventEmitter();
  // NOTE: the queue locks jobs under the name of the pool; the workers in it have names of their own that it does not use.
  const poolIds = new Set<string>();
  events.on('pool:create', ({ workerPool }) => poolIds.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => poolIds.delete(workerPool.id));
  const runner = await run({
    pgPool: queuePool(pool),
    events,
    taskList,
    // NOTE: as items and not as text, whose grammar has no dot in a name.
    parsedCronItems: parseCronItems(takesCron ? cronItems : []),
    concurrency: ctx.config.workerConcurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: queueLogger(ctx),
  });
  const held: Held = { names: () => [...poolIds], isRunning: (id) => running.some((run) => run.id === id) };
  const stopHeart = await keepHeartbeat(pool, held, ctx.log);
  return {
    async stop() {
      stopping.abort();
      await runner.stop().catch(() => {}); // NOTE: it refuses when it has stopped by itself
      await stopHeart();
      await pool.end();
    },
  };
}

function collect(ctx: Context, pool: pg.Pool, signal: AbortSignal, bind: (work: Work, repeat: Repeat) => void) {
  const taskList: TaskList = {};
  const cronItems: CronItem[] = [];
  // One entry a run: two workers may run the same job for a moment.
  const running: { readonly id: string }[] = [];
  const track = async (id: string, task: () => Promise<void>): Promise<void> => {
    const run = { id: String(id) }; // NOTE: our driver reads ids as numbers, the queue's types say text
    running.push(run);
    try {
      await throughOutages(pool, signal, task);
    } finally {
      running.splice(running.indexOf(run), 1);
    }
  };
  const work: Work = (job, handle) => {
    if (taskList[job.name]) throw new Error(`Two handlers for job ${job.name}`);
    taskList[job.name] = (payload, helpers) =>
      track(helpers.job.id, async () => handle(ctx, job.payload.parse(payload), signal));
  };
  const repeat: Repeat = (name, pattern, handle, how = 'often') => {
    taskList[name] = (_payload, helpers) => track(helpers.job.id, () => handle(ctx, signal));
    cronItems.push(cronItemOf(name, pattern, how));
  };
  bind(work, repeat);
  return { taskList, cronItems, running };
}

/** What the queue is told of a job that repeats. */
export function cronItemOf(name: string, pattern: string, how: keyof typeof TRIES): CronItem {
  return { task: name, match: pattern, options: { maxAttempts: TRIES[how] } };
}

/**
 * Runs a task, and again for as long as the database was away when it failed. The queue would count that as a failed try
 * and wait longer with every outage: 3 s, 7 s, 20 s, up to 6 hours.
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

/** @returns whether it had to be waited for */
async function untilDatabaseAnswers(pool: pg.Pool, signal: AbortSignal): Promise<boolean> {
  for (let wasAway = false; ; wasAway = true) {
    const answers = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers || signal.aborted) return wasAway;
    await sleep(POLL_MS);
  }
}

function queueLogger(ctx: Context): QueueLogger {
  const quiet = new Set(['debug', 'info']);
  return new QueueLogger((scope) => (level, message, meta) => {
    if (quiet.has(level)) return ctx.log.debug({ job: scope.taskIdentifier }, message);
    ctx.log.warn({ job: scope.taskIdentifier, error: String(meta?.['error'] ?? meta?.['failure'] ?? '') }, message);
  });
}
