import type pg from 'pg';
import type { Clock } from '#server/platform/clock.ts';

/** The product's time, standing still until a test moves it. Waiting jobs come nearer by as much. */
export type TestClock = Clock & {
  set(instant: Temporal.Instant | string): Promise<void>;
  /** @param duration e.g. `{ hours: 1 }` */
  advance(duration: { hours?: number; minutes?: number; seconds?: number; milliseconds?: number }): Promise<void>;
};

/** @param start where it stands at first */
export async function createTestClock(owner: pg.Pool, start = '2026-03-02T08:00:00Z'): Promise<TestClock> {
  let present = Temporal.Instant.from(start);
  const clock: TestClock = {
    now: () => present,
    async set(instant) {
      present = Temporal.Instant.from(instant);
      await tellDatabase(owner, present);
    },
    advance: (duration) => clock.set(present.add(duration)),
  };
  await clock.set(start);
  return clock;
}

/**
 * Jobs wait by the machine's time; the database turns the product's into it by the demo clock's offset. Those that are
 * due stay so: they were queued while the machine's time went on and the test's stood still.
 */
async function tellDatabase(owner: pg.Pool, present: Temporal.Instant): Promise<void> {
  await owner.query(
    `with before as (select offset_ms from demo_clock),
       after as (
         update demo_clock set offset_ms = ceil(extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)
         returning offset_ms)
     update graphile_worker._private_jobs
       set run_at = run_at - (select after.offset_ms - before.offset_ms from before, after) * interval '1 millisecond'
       where locked_at is null and run_at > clock_timestamp()`,
    [present.toString()],
  );
}
