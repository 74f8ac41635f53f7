import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoPart } from '#contract/auth/values.ts';
import { makeDemoJob } from '#server/auth/jobs.ts';
import { type DemoKey, putDemoPart } from '#server/auth/sign-in/demo-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { makePast } from './past/making.ts';
import type { DemoClock } from '#server/platform/deployment/clock.ts';
import { findDemoTenant } from './people.ts';
import { DEMO_PROFILES, FIRST_PROFILE } from './profiles.ts';
import { openDemo, seedDemo } from './seeding.ts';

/** A visitor waits this long for the past; on a slow machine it appears while they look around. */
const WAITED_MS = 15_000;

/** Makes a demo when its first visitor comes, and opens it when it has its past. */
export function workDemo(work: Work): void {
  work(makeDemoJob, makeDemo);
}

async function makeDemo(ctx: Context, key: DemoKey, signal: AbortSignal): Promise<void> {
  const profile = DEMO_PROFILES[key.business][key.language];
  const begin = (part: DemoPart) => withSystem(ctx, (scope) => putDemoPart(scope, key, part));
  const demo = await seedDemo(ctx, `http://127.0.0.1:${ctx.config.port}`, profile, begin);
  await begin('past');
  const past = makePast(ctx, demo, signal);
  await Promise.race([past, sleep(WAITED_MS, undefined, { signal, ref: false })]);
  await openDemo(ctx, demo.tenantId);
  await past;
}

/**
 * Makes the first demo, which the start waits for; its past is made afterwards.
 *
 * @param origin address of this process
 * @param clock of the demo: it is moved to the configured moment before anything is made
 * @returns stop: ends what is still being made
 * @throws when the database is away
 */
export async function startDemo(
  ctx: Context,
  origin: string,
  clock: DemoClock | undefined,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  try {
    if (!(await findDemoTenant(ctx, FIRST_PROFILE))) await clock?.advance(msUntil(ctx.config.demoStartsAt, ctx));
    const demo = await seedDemo(ctx, origin, FIRST_PROFILE);
    await openDemo(ctx, demo.tenantId);
    const done = makePast(ctx, demo, stopping.signal).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'the past of the demo cabinet is not made: the next start tries again');
    });
    return {
      async stop() {
        stopping.abort();
        await done;
      },
    };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ err: error }, 'the demo cabinet is not complete: the next start tries again');
    // The part of the demo that exists can be visited until the next start.
    const opened = findDemoTenant(ctx, FIRST_PROFILE).then((tenantId) => tenantId && openDemo(ctx, tenantId));
    await opened.catch((err: unknown) => ctx.log.error({ err }, 'the demo cabinet is not open'));
    return { stop: async () => {} };
  }
}

const msUntil = (moment: Temporal.Instant | undefined, { clock }: Context): number =>
  moment ? Math.max(0, moment.epochMilliseconds - clock.now().epochMilliseconds) : 0;
