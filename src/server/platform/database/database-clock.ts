import { type RawBuilder, sql } from 'kysely';

/** A moment so many seconds from now, by the database's clock. */
export const secondsFromNow = (seconds: number): RawBuilder<Temporal.Instant> =>
  sql<Temporal.Instant>`clock_timestamp() + make_interval(secs => ${seconds})`;
