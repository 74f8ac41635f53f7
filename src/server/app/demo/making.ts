import { setTimeout as sleep } from 'node:timers/promises';
import { makeDemoJob } from '#server/auth/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { makePast } from './past/making.ts';
import { findDemoTenant } from './people.ts';
import type { DemoProfile } from './profile.ts';
import { DEMO_PROFILES, FIRST_PROFILE } from './profiles.ts';
import { openDemo, seedDemo } from './seeding.ts';

/** A visitor waits this long for the past; on a slow machine it appears while they look around. */
const WAITED_MS = 15_000;

/** Makes a demo when its first visitor comes, and opens it when it has its past. */
export function workDemo(work: Work): void {
  work(makeDemoJob, (ctx, { business, language }, signal) => makeDemo(ctx, DEMO_PROFILES[business][language], signal));
}

async function makeDemo(ctx: Context, profile: DemoProfile, signal: AbortSignal): Promise<void> {
  const demo = await seedDemo(ctx, `http://127.0.0.1:${ctx.config.port}`, profile);
  const past = makePast(ctx, demo, signal);
  await Promise.race([past, sleep(WAITED_MS, undefined, { signal, ref: false })]);
  await openDemo(ctx, demo.tenantId);
  await past;
}

/**
 * Makes the first demo, which the start waits for; its past is made afterwards.
 *
 * @param origin address of this process
 * @returns stop: ends what is still being made
 * @throws when the database is away
 */
export async function startDemo(ctx: Context, origin: string): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  try {
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
