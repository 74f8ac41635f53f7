import { z } from 'zod';
import { ControlError } from './control-error.ts';
import type { Sim } from './sim.ts';

const Answer = z.object({
  now: z.string(),
  offsetMs: z.number(),
  nextEventAt: z.string().nullable(),
  nextEvent: z.string().nullable(),
});

export type Turn = { advanceMs: number } | { to: 'next-event' };
export type ProductClockState = { connected: boolean; nextEventAt: string | null; nextEvent: string | null };

/** The product's demonstration clock, which the world follows so that both live in one time. */
export type ProductClock = {
  /** Null when this world has no product to follow. */
  state(): ProductClockState | null;
  /** Turns the product, then the world to the same moment. */
  turn(turn: Turn): Promise<void>;
  start(): void;
  stop(): void;
};

const LOOK_EVERY_MS = 3000;
/** Clocks of two processes on one machine differ by the time of a call; a smaller difference is not a turn. */
const SAME_MS = 1000;

export function createProductClock(sim: Sim): ProductClock {
  const { productUrl, clockToken } = sim;
  const follows = productUrl !== undefined && clockToken !== undefined;
  let known: ProductClockState = { connected: false, nextEventAt: null, nextEvent: null };
  let timer: NodeJS.Timeout | undefined;

  const ask = async (turn?: Turn) => {
    const response = await fetch(`${productUrl}/_demo/clock`, {
      method: turn ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${clockToken}`, ...(turn && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(30_000),
      ...(turn && { body: JSON.stringify(turn) }),
    });
    if (!response.ok) throw new Error(`the product's clock answered ${response.status}`);
    return Answer.parse(await response.json());
  };
  const adopt = ({ offsetMs, nextEventAt, nextEvent }: z.infer<typeof Answer>) => {
    const next = { connected: true, nextEventAt, nextEvent };
    if (JSON.stringify(next) !== JSON.stringify(known)) sim.changed('clock');
    known = next;
    if (Math.abs(offsetMs - sim.clock.offsetMs()) <= SAME_MS) return;
    sim.clock.setOffset(offsetMs);
    sim.agenda.runDue();
    sim.changed('clock');
  };
  const look = async () => {
    try {
      adopt(await ask());
    } catch {
      if (known.connected) sim.changed('clock');
      known = { connected: false, nextEventAt: null, nextEvent: null };
    }
  };

  return {
    state: () => (follows ? known : null),
    turn: async (turn) => {
      if (!follows) return turnAlone(sim, turn);
      const before = sim.clock.offsetMs();
      sim.clock.setOffset(before + expectedMs(sim, turn, known.nextEventAt)); // the product sends while it answers
      try {
        adopt(await ask(turn));
        sim.agenda.runDue();
        sim.changed('clock');
      } catch (error) {
        sim.clock.setOffset(before);
        throw new ControlError(502, error instanceof Error ? error.message : 'the product did not answer');
      }
    },
    start: () => {
      if (!follows) return;
      void look();
      timer = setInterval(() => void look(), LOOK_EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
}

function expectedMs(sim: Sim, turn: Turn, nextEventAt: string | null): number {
  if ('advanceMs' in turn) return turn.advanceMs;
  return nextEventAt === null ? 0 : Math.max(0, new Date(nextEventAt).getTime() - sim.clock.now());
}

function turnAlone(sim: Sim, turn: Turn): void {
  const next = sim.agenda.nextAt();
  const ms = 'advanceMs' in turn ? turn.advanceMs : Math.max(0, (next ?? sim.clock.now()) - sim.clock.now());
  sim.clock.advance(ms);
  sim.agenda.runDue();
  sim.changed('clock');
}
