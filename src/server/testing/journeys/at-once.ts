import type { JourneyWorld } from './world.ts';

type Waiting = { seconds: number; resolve: () => void; reject: (error: unknown) => void };

/** Runs many journeys of one world concurrently. Time passes once all of them wait for it, and only until the first one continues. */
export async function runAtOnce<Result>(
  world: JourneyWorld,
  journeys: readonly ((journey: JourneyWorld) => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const waiting = new Set<Waiting>();
  let underWay = journeys.length;

  async function passTime(): Promise<void> {
    if (underWay === 0 || waiting.size < underWay) return;
    const seconds = Math.min(...[...waiting].map((one) => one.seconds));
    const passed = await world.pass({ seconds }).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    for (const one of waiting) {
      one.seconds -= seconds;
      if (!passed && one.seconds > 0) continue;
      waiting.delete(one);
      if (passed) one.reject(passed.error);
      else one.resolve();
    }
  }

  const pass: JourneyWorld['pass'] = (time) =>
    new Promise((resolve, reject) => {
      waiting.add({ seconds: Temporal.Duration.from(time).total('seconds'), resolve, reject });
      void passTime();
    });
  return Promise.allSettled(
    journeys.map((run) =>
      run({ ...world, pass }).finally(() => {
        underWay -= 1;
        void passTime();
      }),
    ),
  );
}
