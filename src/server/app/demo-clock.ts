import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DemoClock } from '#server/platform/clock.ts';
import type { Context } from '#server/platform/context.ts';
import { Problem } from '#server/platform/problem.ts';
import { sameSecret } from '#server/platform/vault.ts';
import { queuePolls } from '#server/connections/asking-actions.ts';
import { nextDueAt } from '#server/delivery/actions.ts';
import { passPauses } from '#server/delivery/sweep-actions.ts';

const Turn = z.union([
  z.object({
    advanceMs: z
      .int()
      .min(0)
      .max(400 * 86_400_000),
  }),
  z.object({ to: z.literal('next-event') }),
]);

/** So that what is due is due when the clock has turned, and not a moment later. */
const PAST_THE_EVENT_MS = 1_000;

const POLL_EVERY_MS = 600_000;

/**
 * `/_demo/clock`: the world asks the time, and turns it. Bound in a demo only, and only for who has the demo's token:
 * turning time makes reminders leave.
 */
export function serveDemoClock(app: FastifyInstance, ctx: Context, clock: DemoClock): void {
  const mayTurn = (authorization: string | undefined) => {
    const expected = ctx.config.demoClockToken;
    if (!expected || !authorization || !sameSecret(authorization, `Bearer ${expected}`))
      throw new Problem('auth.required');
  };
  const tell = async () => {
    const next = await nextDueAt(ctx);
    return {
      now: clock.now().toString(),
      offsetMs: clock.offsetMs(),
      nextEventAt: next?.at.toString() ?? null,
      nextEvent: next?.title ?? null,
    };
  };
  // NOTE: browsers show "in 40 min", and must count from the product's now
  app.addHook('onSend', async (_request, reply) => void reply.header('x-product-time', clock.now().toString()));
  app.get('/_demo/clock', async (request) => {
    mayTurn(request.headers.authorization);
    return tell();
  });
  app.post('/_demo/clock', async (request) => {
    mayTurn(request.headers.authorization);
    const turn = Turn.safeParse(request.body);
    if (!turn.success) throw new Problem('request.invalid', { fields: { advanceMs: ['required'] } });
    const advanceMs = 'advanceMs' in turn.data ? turn.data.advanceMs : await untilNextEvent(ctx, clock);
    const before = clock.now();
    await passPauses(ctx, advanceMs);
    await clock.turn(advanceMs);
    // NOTE: what repeats goes by the machine's time; whoever turns an hour forward expects that the salons were asked meanwhile
    if (pollOf(before) !== pollOf(clock.now())) await queuePolls(ctx);
    return tell();
  });
}

/** The salons' booking systems are asked every ten minutes: the how many-th time it is. */
function pollOf(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / POLL_EVERY_MS);
}

async function untilNextEvent(ctx: Context, clock: DemoClock): Promise<number> {
  const next = await nextDueAt(ctx);
  if (!next) return 0;
  const waitMs = clock.now().until(next.at).total('milliseconds');
  return Math.max(0, Math.ceil(waitMs) + PAST_THE_EVENT_MS);
}
