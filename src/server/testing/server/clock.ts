import type pg from 'pg';
import { dispatchChannelJob } from '#server/delivery/jobs.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';

/** The product's time, which stands still until a test moves it. Waiting jobs become due accordingly. */
export type TestClock = Clock & {
  set(instant: Temporal.Instant | string): Promise<void>;
  /** @param duration e.g. `{ hours: 1 }` */
  advance(duration: { hours?: number; minutes?: number; seconds?: number; milliseconds?: number }): Promise<void>;
};

/** @param start the first present moment */
export async function createTestClock(owner: pg.Pool, start = '2026-03-02T08:00:00Z'): Promise<TestClock> {
  let present = Temporal.Instant.from(start);
  const clock: TestClock = {
    now: () => present,
    async set(instant) {
      present = Temporal.Instant.from(instant);
      await setDatabaseClock(owner, present);
    },
    advance: (duration) => clock.set(present.add(duration)),
  };
  await suspendEarlyDispatches(owner);
  await clock.set(start);
  return clock;
}

/**
 * Makes dispatch jobs sleep until the test moves its clock.
 *
 * The queue runs by the machine's time, which passes while the test's clock stands. A dispatch job for a message due later by the test's
 * clock but earlier by the machine's would run too early, queue itself again, and so on without end. Jobs that wait for a limit or a lease
 * wait by the machine's time anyway and do not sleep: these have a message that is due.
 */
async function suspendEarlyDispatches(owner: pg.Pool): Promise<void> {
  await owner.query(`
    create schema testing;
    create table testing.clock as select now() as present;
    create function testing.sleep_when_early() returns trigger language plpgsql as $$
    declare
      present timestamptz := (select present from testing.clock);
      is_sending bool := exists (
        select from graphile_worker._private_tasks where id = new.task_id and identifier = '${dispatchChannelJob.name}');
    begin
      if is_sending and new.run_at < statement_timestamp()
        and new.run_at + (select offset_ms from public.demo_clock) * interval '1 millisecond' > present
        and not exists (
          select from public.messages m
          where m.channel_id = (new.payload ->> 'channelId')::uuid and m.status = 'planned' and m.due_at <= present)
      then new.run_at := new.run_at + ${SLEEP};
      end if;
      return new;
    end $$;
    create trigger sleep_when_early before insert or update of run_at on graphile_worker._private_jobs
      for each row execute function testing.sleep_when_early()`);
}

/** Longer than any job waits. In hours, whose length does not depend on the calendar. */
const SLEEP = "interval '9000000 hours'";

/**
 * Sets the demo clock's offset, by which the database turns the product's time into the machine's, by which jobs wait. Due jobs stay due:
 * they were queued while the machine's time passed and the test's clock stood still.
 */
async function setDatabaseClock(owner: pg.Pool, present: Temporal.Instant): Promise<void> {
  await owner.query('update testing.clock set present = $1', [present.toString()]);
  await owner.query(
    `with before as (select offset_ms from demo_clock),
       after as (
         update demo_clock set offset_ms = ceil(extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)
         returning offset_ms)
     update graphile_worker._private_jobs
       set run_at = run_at - (select after.offset_ms - before.offset_ms from before, after) * interval '1 millisecond'
         - case when run_at > clock_timestamp() + ${SLEEP} / 2 then ${SLEEP} else interval '0' end
       where locked_at is null and run_at > clock_timestamp()`,
    [present.toString()],
  );
}
