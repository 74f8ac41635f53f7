import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { serveDemoClock } from './clock.ts';

const server = await testServer();
const { clock, owner } = server;
const build = builders(owner, server.ctx.vault);
const ctx = { ...server.ctx, config: { ...server.ctx.config, demoClockToken: 'turn-it' } };
const app = Fastify();
serveDemoClock(app, ctx, {
  now: () => clock.now(),
  offsetMs: () => 0,
  advance: async (milliseconds) => void (await clock.advance({ milliseconds })),
  settle: async () => {},
  close: async () => {},
});
afterAll(() => app.close());

const advance = (advanceMs: number) =>
  app.inject({
    method: 'POST',
    url: '/_demo/clock',
    headers: { authorization: 'Bearer turn-it' },
    payload: { advanceMs },
  });
const count = async (query: string) => Number((await owner.query(query)).rows[0].count);
const polls = () =>
  count(`select count(*) from graphile_worker.jobs where task_identifier = 'connections.poll-branch'`);

test('an advance of the clock past a poll of the booking systems runs the poll', async () => {
  const { tenantId } = await server.signUp();
  const { id: connectionId } = await build.aConnection({ tenantId });
  await build.aBranch({ tenantId, connectionId });
  expect((await advance(0)).statusCode).toBe(200);
  expect(await polls()).toBe(0);
  expect((await advance(600_000)).statusCode).toBe(200);
  expect(await polls()).toBe(1);
});

const repeated = async () => {
  const { rows } = await owner.query<{ task_identifier: string }>(
    `select task_identifier from graphile_worker.jobs where key like 'turned:%' order by 1`,
  );
  return rows.map((row) => row.task_identifier);
};

test('an advance runs the sweep, and past an hour or a day the hourly and daily jobs', async () => {
  await advance(60_000);
  expect(await repeated()).toEqual(['delivery.sweep']);
  await advance(3_600_000);
  expect(await repeated()).toEqual([
    'delivery.add-months',
    'delivery.sweep',
    'flows.check-all',
    'flows.follow-tariffs',
  ]);
  await advance(86_400_000);
  const names = await repeated();
  expect(names).toContain('delivery.forget-old');
  for (const name of names) await server.runRepeated(name); // the job is bound under this name
});

test('the next message is named for the cabinets of each language', async () => {
  const { tenantId } = await server.signUp();
  await owner.query(`update tenants set customer_language = 'en' where id = $1`, [tenantId]);
  const contact = await build.aContact({ tenantId, name: 'Sophie' });
  const dueAt = clock.now().add({ hours: 2 });
  await build.aMessage({ tenantId, contactId: contact.id, dueAt });
  const answer = await app.inject({ url: '/_demo/clock', headers: { authorization: 'Bearer turn-it' } });
  expect(answer.json().nextEvents).toEqual({
    en: { at: dueAt.toString(), title: expect.stringContaining('Sophie') },
  });
});

test.each([
  ['was not delivered in time', 'Authorized', 30],
  ['waits for a channel that cannot send', 'error', 45],
])('the next event is also the moment at which a message goes on that %s', async (_, state, minutes) => {
  const { tenantId } = await server.signUp();
  await owner.query(`update tenants set customer_language = 'uk' where id = $1`, [tenantId]);
  await owner.query('insert into cascades values ($1, 45)', [tenantId]);
  const { id: channelId } = await build.aChannel({ tenantId });
  const { id: nextId } = await build.aChannel({ tenantId });
  await owner.query('update channels set state = $2 where id = $1', [channelId, state]);
  const contact = await build.aContact({ tenantId, name: 'Оксана' });
  const { id } = await build.aMessage({ tenantId, channelId, contactId: contact.id, dueAt: clock.now() });
  await owner.query('update messages set fallback_channel_ids = array[$2::uuid] where id = $1', [id, nextId]);
  if (state === 'Authorized')
    await owner.query(
      `update messages set status = 'accepted', provider_message_id = 'wamid.1', passes_on_at = $2 where id = $1`,
      [id, clock.now().add({ minutes }).toString()],
    );
  const readClock = async () =>
    (await app.inject({ url: '/_demo/clock', headers: { authorization: 'Bearer turn-it' } })).json().nextEvents.uk;
  expect(await readClock()).toEqual({
    at: clock.now().add({ minutes }).toString(),
    title: expect.stringContaining('Оксана'),
  });
  await owner.query(`update channels set state = 'error' where id = $1`, [nextId]);
  expect(await readClock()).toBeUndefined();
});

test('the pause between two messages to one contact passes with the clock', async () => {
  const { tenantId } = await server.signUp();
  const { id: channelId } = await build.aChannel({ tenantId });
  await owner.query(
    `insert into person_pauses (tenant_id, channel_id, recipient, free_at)
     values ($1, $2, '79161112233', clock_timestamp() + interval '6 seconds')`,
    [tenantId, channelId],
  );
  await advance(1_000);
  expect(await count('select count(*) from person_pauses')).toBe(1);
  await advance(60_000);
  expect(await count('select count(*) from person_pauses')).toBe(0);
});
