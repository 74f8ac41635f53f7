import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DemoClock } from '#server/platform/deployment/clock.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { queuePolls } from '#server/connections/storage/sync-queueing-actions.ts';
import { nextDueAt, nextDueByLanguage } from '#server/delivery/planning/actions.ts';
import { advanceChannelPauses } from '#server/delivery/dispatch/sweep-actions.ts';

const Advance = z.union([
  z.object({
    advanceMs: z
      .int()
      .min(0)
      .max(400 * 86_400_000),
  }),
  z.object({ to: z.literal('next-event') }),
]);

const Requested = z.object({
  /** The phone of a contact: the answer names their next message too. */
  phone: z.string().optional(),
});

/** Added to an advance of the clock, so that what is due at its end is already due. */
const PAST_THE_EVENT_MS = 1_000;

const POLL_EVERY_MS = 600_000;

/** The answer to an advance waits this long for what has become due: the world shows it when the answer arrives. */
const SETTLED_WITHIN_MS = 8_000;

/** Jobs that repeat by the machine's time, with an effect that is expected after an advance past such a time. */
const REPEATED = [
  // Messages go on to their next channel at any moment.
  { everyMs: 1, names: ['delivery.sweep'] },
  { everyMs: 3_600_000, names: ['flows.check-all', 'flows.follow-tariffs', 'delivery.add-months'] },
  { everyMs: 86_400_000, names: ['delivery.forget-old'] },
];

/**
 * `/_demo/clock`: the world reads the time and advances it. Bound in a demo only, and only with the demo's token: an
 * advance makes reminders leave.
 */
export function serveDemoClock(app: FastifyInstance, ctx: Context, clock: DemoClock): void {
  const authorize = (authorization: string | undefined) => {
    const expected = ctx.config.demoClockToken;
    if (!expected || !authorization || !sameSecret(authorization, `Bearer ${expected}`))
      throw new Problem('auth.required');
  };
  const readClock = async (phone?: string) => {
    const { next, byLanguage, message } = await withSystem(ctx, async (scope) => ({
      next: await nextDueAt(scope),
      byLanguage: await nextDueByLanguage(scope),
      message: phone === undefined ? null : await nextDueAt(scope, phone),
    }));
    return {
      now: clock.now().toString(),
      offsetMs: clock.offsetMs(),
      nextEventAt: next?.toString() ?? null,
      nextEvents: byLanguage,
      nextMessageAt: message?.toString() ?? null,
    };
  };
  // NOTE: browsers show "in 40 min", and must count from the product's time
  app.addHook('onSend', async (_request, reply) => void reply.header('x-product-time', clock.now().toString()));
  app.get('/_demo/clock', async (request) => {
    authorize(request.headers.authorization);
    const requested = Requested.safeParse(request.query);
    return readClock(requested.data?.phone);
  });
  app.post('/_demo/clock', async (request) => {
    authorize(request.headers.authorization);
    const advance = Advance.safeParse(request.body);
    if (!advance.success) throw new Problem('request.invalid', { fields: { advanceMs: ['required'] } });
    const advanceMs = 'advanceMs' in advance.data ? advance.data.advanceMs : await untilNextEvent(ctx, clock);
    const before = clock.now();
    await advanceChannelPauses(ctx, advanceMs);
    await clock.advance(advanceMs);
    // NOTE: repeated jobs run by the machine's time; after an advance of an hour the salons are expected to have been
    // polled
    if (hasPassed(POLL_EVERY_MS, before, clock.now())) await withSystem(ctx, queuePolls);
    await queueRepeated(ctx, before, clock.now());
    await clock.settle(SETTLED_WITHIN_MS);
    return readClock();
  });
}

function hasPassed(everyMs: number, before: Temporal.Instant, now: Temporal.Instant): boolean {
  const timesUntil = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / everyMs);
  return timesUntil(before) !== timesUntil(now);
}

async function queueRepeated(ctx: Context, before: Temporal.Instant, now: Temporal.Instant): Promise<void> {
  const names = REPEATED.flatMap(({ everyMs, names: ofPeriod }) => (hasPassed(everyMs, before, now) ? ofPeriod : []));
  const jobs = names.map((name) =>
    prepareJob({ name, payload: z.object({}), key: () => `turned:${name}`, maxAttempts: 1 }, {}),
  );
  await withSystem(ctx, (scope) => enqueueAll(scope, jobs));
}

async function untilNextEvent(ctx: Context, clock: DemoClock): Promise<number> {
  const next = await withSystem(ctx, (scope) => nextDueAt(scope));
  if (!next) return 0;
  const waitMs = clock.now().until(next).total('milliseconds');
  return Math.max(0, Math.ceil(waitMs) + PAST_THE_EVENT_MS);
}
