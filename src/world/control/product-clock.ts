import { z } from 'zod';
import { ControlError } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';

const Answer = z.object({
  now: z.string(),
  offsetMs: z.number(),
  nextEventAt: z.string().nullable(),
  /** The next event by the language of its cabinet. */
  nextEvents: z.record(z.string(), z.object({ at: z.string(), title: z.string() })),
  nextMessageAt: z.string().nullish(),
});

type Step = { advanceMs: number } | { to: 'next-event' };
export type ClockChange =
  /** `language`: to that of the cabinets in it. */
  | { to: 'next-event'; language?: string | undefined }
  /** To the next message that is planned for the person with this phone. */
  | { to: 'next-message'; phone: string }
  /** `stops`: at each event on the way, so that messages leave when they are due. */
  | { advanceMs: number; stops?: boolean };
export type ProductClockState = {
  connected: boolean;
  nextEventAt: string | null;
  nextEvents: z.infer<typeof Answer>['nextEvents'];
};

const AWAY: ProductClockState = { connected: false, nextEventAt: null, nextEvents: {} };

/** The product's demonstration clock, which the world follows so that both live in one time. */
export type ProductClock = {
  /** Null when this world has no product to follow. */
  state(): ProductClockState | null;
  /** Turns the product, then the world to the same moment. @returns false when there was nothing to turn to */
  change(turn: ClockChange): Promise<boolean>;
  start(): void;
  stop(): void;
};

const POLL_INTERVAL_MS = 3000;
/** Clocks of two processes on one machine differ by the time of a call; a smaller difference is not a turn. */
const SAME_MS = 1000;
/** Messages to one person leave some seconds apart; one turn includes those that wait for this. */
const TOGETHER_MS = 10_000;
/** A turn goes on without stops after this. */
const STOPS_WITHIN_MS = 45_000;

export function createProductClock(sim: Sim): ProductClock {
  const { productUrl, clockToken } = sim;
  const follows = productUrl !== undefined && clockToken !== undefined;
  let known = AWAY;
  let timer: NodeJS.Timeout | undefined;

  const request = async (change?: Step, query = '') => {
    const response = await fetch(`${productUrl}/_demo/clock${query}`, {
      method: change ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${clockToken}`, ...(change && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(30_000),
      ...(change && { body: JSON.stringify(change) }),
    });
    if (!response.ok) throw new Error(`the product's clock answered ${response.status}`);
    return Answer.parse(await response.json());
  };
  const adopt = ({ offsetMs, nextEventAt, nextEvents }: z.infer<typeof Answer>) => {
    const next = { connected: true, nextEventAt, nextEvents };
    if (JSON.stringify(next) !== JSON.stringify(known)) sim.changed('clock');
    known = next;
    if (Math.abs(offsetMs - sim.clock.offsetMs()) <= SAME_MS) return;
    sim.clock.setOffset(offsetMs);
    sim.agenda.runDue();
    sim.changed('clock');
  };
  const poll = async () => {
    try {
      adopt(await request());
    } catch {
      if (known.connected) sim.changed('clock');
      known = AWAY;
    }
  };

  const take = async (step: Step) => {
    const before = sim.clock.offsetMs();
    sim.clock.setOffset(before + expectedMs(sim, step, known.nextEventAt)); // the product sends while it answers
    try {
      adopt(await request(step));
      sim.agenda.runDue();
      sim.changed('clock');
    } catch (error) {
      sim.clock.setOffset(before);
      throw unanswered(error);
    }
  };
  /** Goes from event to event. */
  const takeUntil = async (end: () => number) => {
    const giveUpAt = performance.now() + STOPS_WITHIN_MS;
    while (known.nextEventAt !== null && timeOf(known.nextEventAt) <= end() && performance.now() < giveUpAt)
      await take({ to: 'next-event' });
  };
  const advanceTo = async (target: number) => {
    await takeUntil(() => target);
    const restMs = target - sim.clock.now();
    if (restMs > 0) await take({ advanceMs: Math.ceil(restMs) });
  };
  const nextMessageAt = async (phone: string) => {
    const answer = await request(undefined, `?phone=${encodeURIComponent(`+${phone}`)}`).catch((error: unknown) => {
      throw unanswered(error);
    });
    adopt(answer);
    return answer.nextMessageAt ?? null;
  };

  return {
    state: () => (follows ? known : null),
    change: async (change) => {
      if (!follows) {
        changeAlone(sim, change);
      } else if ('advanceMs' in change) {
        const { advanceMs, stops = false } = change;
        await (stops ? advanceTo(sim.clock.now() + advanceMs) : take({ advanceMs }));
      } else if (change.to === 'next-message') {
        const at = await nextMessageAt(change.phone);
        if (at === null) return false;
        await advanceTo(timeOf(at));
      } else {
        const own = change.language === undefined ? undefined : known.nextEvents[change.language];
        if (change.language !== undefined && !own) return false;
        await (own ? advanceTo(timeOf(own.at)) : take({ to: 'next-event' }));
        await takeUntil(() => sim.clock.now() + TOGETHER_MS);
      }
      return true;
    },
    start: () => {
      if (!follows) return;
      void poll();
      timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    },
    stop: () => clearInterval(timer),
  };
}

const timeOf = (at: string) => new Date(at).getTime();

const unanswered = (error: unknown) =>
  new ControlError(502, error instanceof Error ? error.message : 'the product did not answer');

function expectedMs(sim: Sim, change: Step, nextEventAt: string | null): number {
  if ('advanceMs' in change) return change.advanceMs;
  return nextEventAt === null ? 0 : Math.max(0, timeOf(nextEventAt) - sim.clock.now());
}

function changeAlone(sim: Sim, change: ClockChange): void {
  const next = sim.agenda.nextAt();
  const ms = 'advanceMs' in change ? change.advanceMs : Math.max(0, (next ?? sim.clock.now()) - sim.clock.now());
  sim.clock.advance(ms);
  sim.agenda.runDue();
  sim.changed('clock');
}
