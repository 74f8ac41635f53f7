import { beforeEach, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { type SimulatedRecord, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, settle, reset } = await yclientsSalon();
const { call, owner: db } = server;

beforeEach(reset);

/** Makes the database abort our first transaction that stores a new visit, as it does on a deadlock. */
async function giveUpOnce(): Promise<void> {
  await db.query(`
    create sequence attempts;
    create function give_up() returns trigger language plpgsql security definer as $$
    begin
      if nextval('attempts') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger give_up before insert on visits for each row execute function give_up()`);
}

test('a booking whose transaction was aborted by a deadlock is stored by a retry, and no problem is shown', async () => {
  const owner = await connect();
  await giveUpOnce();
  const record = await world.control<SimulatedRecord>('POST', '/yclients/records', {
    companyId: 4564,
    date: '2026-03-05 12:00',
  });
  await settle();
  const { rows } = await db.query('select status from visits where external_id = $1', [String(record.id)]);
  expect(rows).toEqual([{ status: 'waiting' }]);
  const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
  expect(connection).toMatchObject({ state: 'working', unreadableCount: 0 });
});
