import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { MACHINE_CLOCK } from './clock.ts';

const { owner } = await testDatabase();

test('a moment of the clock is read back from the database unchanged', async () => {
  const moments = Array.from({ length: 100 }, () => MACHINE_CLOCK.now());
  const { rows } = await owner.query<{ moment: Temporal.Instant }>(
    'select moment from unnest($1::timestamptz[]) with ordinality as told (moment, place) order by place',
    [moments.map(String)],
  );
  expect(rows.map(({ moment }) => String(moment))).toEqual(moments.map(String));
});
