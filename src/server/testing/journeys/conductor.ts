import { setTimeout as sleep } from 'node:timers/promises';
import type { JourneyWorld } from './world.ts';

type Waiting = { seconds: number; goOn: () => void };

/** Runs many journeys of one world concurrently. Time passes once all of them wait for it, and only until the first one continues. */
export async function together<ProviderResult>(
  world: JourneyWorld,
  journeys: readonly ((journey: JourneyWorld) => Promise<ProviderResult>)[],
): Promise<PromiseSettledResult<ProviderResult>[]> {
  const waiting = new Set<Waiting>();
  const pass: JourneyWorld['pass'] = (time) =>
    new Promise((goOn) => {
      waiting.add({ seconds: Temporal.Duration.from(time).total('seconds'), goOn });
    });
  let underWay = journeys.length;
  const running = journeys.map((live) => live({ ...world, pass }).finally(() => (underWay -= 1)));
  const all = Promise.allSettled(running);
  for (; underWay > 0; await untilAllWait()) {
    if (waiting.size < underWay) continue;
    const seconds = Math.min(...[...waiting].map((one) => one.seconds));
    await world.pass({ seconds });
    for (const one of waiting) {
      one.seconds -= seconds;
      if (one.seconds <= 0) {
        waiting.delete(one);
        one.goOn();
      }
    }
  }
  return all;
}

/** A journey that does not wait for time waits for an HTTP answer. */
const untilAllWait = () => sleep(2);
