import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { countFlows, getFlowRow, listFlowRows, listFlowTitles } from '#contract/flows/list.ts';
import { continueFlow, createFlow, deleteFlow, pauseFlow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';

const { server, open } = await bookedSalons();
const { aFlow } = builders(server.owner);

const list = async (salon: Salon, query: Record<string, string | number | boolean> = {}) =>
  (await server.call(listFlowRows, { token: salon.owner.token, query })).body;

async function titlesOf(salon: Salon, query: Record<string, string | number | boolean>): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list(salon, { ...query, limit: 3, ...(cursor && { cursor }) });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  return titles;
}

test('the list goes on page by page in each order, and no flow comes twice or is left out', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  for (const [index, title] of ['Бета', 'альфа', 'Гамма', 'Дельта', 'Вита', 'альфа'].entries()) {
    await aFlow({
      tenantId,
      title,
      createdAt: `2026-03-01T0${index}:00:00Z`,
      updatedAt: `2026-03-02T0${9 - index}:00:00Z`,
    });
  }
  const byAge = ['Бета', 'альфа', 'Гамма', 'Дельта', 'Вита', 'альфа'];
  expect(await titlesOf(salon, {})).toEqual(byAge.toReversed());
  expect(await titlesOf(salon, { isDescending: false })).toEqual(byAge);
  expect(await titlesOf(salon, { sort: 'updated' })).toEqual(byAge);
  expect(await titlesOf(salon, { sort: 'title' })).toEqual(['альфа', 'альфа', 'Бета', 'Вита', 'Гамма', 'Дельта']);
});

test('the list filters by status, kind, mode and a part of the title, in any case', async () => {
  const salon = await open();
  const paused = await salon.aFlow({ kind: 'visit_created', title: 'Запись создана' }, 'test');
  await server.call(pauseFlow, { token: salon.owner.token, params: { flowId: paused.id } });
  await salon.aFlow({ kind: 'visit_reminder', title: 'Напоминание' });
  expect(await titlesOf(salon, { status: 'pause' })).toEqual(['Запись создана']);
  expect(await titlesOf(salon, { kind: 'visit_reminder' })).toEqual(['Напоминание']);
  expect(await titlesOf(salon, { mode: 'test' })).toEqual(['Запись создана']);
  expect(await titlesOf(salon, { search: 'СОЗДАНА' })).toEqual(['Запись создана']);
  expect(await titlesOf(salon, { status: 'error' })).toEqual([]);
});

test('counts are of all flows that are not deleted, with those that only test and the next message', async () => {
  const salon = await open();
  const counted = async () => (await server.call(countFlows, { token: salon.owner.token })).body;
  expect(await counted()).toEqual({
    total: 0,
    byStatus: {},
    byKind: {},
    byMode: {},
    testing: 0,
    nextMessageAt: null,
    nextMessageTimeZone: null,
  });
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.aFlow({ kind: 'visit_created' }, 'test');
  const gone = await salon.aFlow({ kind: 'visit_created' }, 'test');
  await server.call(deleteFlow, { token: salon.owner.token, params: { flowId: gone.id } });
  await salon.book({});
  await server.owner.query(`update branches set time_zone = 'Asia/Yekaterinburg' where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  expect(await counted()).toEqual({
    total: 2,
    byStatus: { working: 2 },
    byKind: { visit_reminder: 1, visit_created: 1 },
    byMode: { combat: 1, test: 1 },
    testing: 1,
    nextMessageAt: '2026-03-04T08:00:00Z',
    nextMessageTimeZone: 'Asia/Yekaterinburg',
  });
});

test('titles of flows are listed newest first, without deleted ones', async () => {
  const salon = await open();
  const first = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки' });
  await server.clock.advance({ minutes: 1 });
  const second = await salon.aFlow({ kind: 'visit_created', title: 'Создана' });
  const gone = await salon.aFlow({ kind: 'visit_created' });
  await server.call(deleteFlow, { token: salon.owner.token, params: { flowId: gone.id } });
  expect((await server.call(listFlowTitles, { token: salon.owner.token })).body.flows).toEqual([
    { id: second.id, title: 'Создана', kind: 'visit_created' },
    { id: first.id, title: 'За сутки', kind: 'visit_reminder' },
  ]);
});

test('the count beside a filter is the number of flows that choosing it would show', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', title: 'За час до визита' });
  await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки' });
  const paused = await salon.aFlow({ kind: 'visit_created', title: 'После визита' }, 'test');
  await server.call(pauseFlow, { token: salon.owner.token, params: { flowId: paused.id } });
  const counted = async (query: Record<string, string>) =>
    (await server.call(countFlows, { token: salon.owner.token, query })).body;
  expect(await counted({ search: 'ВИЗИТА' })).toMatchObject({
    total: 2,
    byStatus: { working: 1, pause: 1 },
    byKind: { visit_reminder: 1, visit_created: 1 },
  });
  expect(await counted({ search: 'визита', status: 'pause' })).toMatchObject({
    total: 2,
    byStatus: { working: 1, pause: 1 },
    byKind: { visit_created: 1 },
    byMode: { test: 1 },
  });
});

test('a row shows when its flow sends, the counts of its messages and when the next is due', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const { body } = await server.call(getFlowRow, { token: salon.owner.token, params: { flowId: flow.id } });
  expect(body).toMatchObject({
    delayMinutes: -60,
    counts: { planned: 1 },
    nextMessageAt: '2026-03-04T08:00:00Z',
    nextMessageTimeZone: 'Europe/Moscow',
    todayCount: 0,
    toFill: [],
    tariffIds: [],
  });
  expect(body).not.toHaveProperty('settings');
});

test("a row has the number of messages due today, by the cabinet's time zone", async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  for (const [n, startsAt] of ['2026-03-02T15:00:00Z', '2026-03-02T21:59:00Z', '2026-03-02T22:00:00Z'].entries())
    await salon.book({ startsAt: Temporal.Instant.from(startsAt), phone: `+7916000000${n}` });
  const { body } = await server.call(getFlowRow, { token: salon.owner.token, params: { flowId: flow.id } });
  expect(body).toMatchObject({ counts: { planned: 3 }, todayCount: 2, nextMessageAt: '2026-03-02T14:00:00Z' });
});

test.each([
  ['made up', 'WyJ4Il0'],
  ['of a list in another order', Buffer.from(`["a title","${randomUUID()}"]`).toString('base64url')],
])('a cursor that is %s is refused', async (_what, cursor) => {
  const salon = await open();
  const refused = await server.call(listFlowRows, { token: salon.owner.token, query: { cursor } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
});

test('a kind the tariff lacks is unavailable, with the tariffs that have it; once it is paid for it may go on', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  const pay = (until: string) =>
    server.owner.query('update tenants set paid_until = $2 where id = $1', [tenantId, until]);
  await pay('2026-03-01T00:00:00Z');
  const { body: flow } = await server.call(createFlow, { token, body: { kind: 'api_event' } });
  expect(flow.status).toBe('unavailable');
  expect((await list(salon, { status: 'unavailable' })).items).toMatchObject([{ id: flow.id, tariffIds: [15] }]);
  const resume = () => server.call(continueFlow, { token, params: { flowId: flow.id } });
  expect(await resume()).toMatchObject({
    status: 402,
    body: { code: 'flow.not_in_tariff', details: { tariffIds: [15] } },
  });
  await pay('2026-04-01T00:00:00Z');
  await server.owner.query(`update tenants set test_phones = '{+79990000001}' where id = $1`, [tenantId]);
  expect((await resume()).body.status).toBe('working');
});
