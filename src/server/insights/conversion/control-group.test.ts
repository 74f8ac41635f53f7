import { expect, test } from 'vitest';
import { type Flow, getFlow, saveFlow } from '#contract/flows/calls.ts';
import { getConversion, listConverted } from '#contract/insights/conversion.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { remeasure } from './conversion-measuring.ts';

const { server, open } = await bookedSalons();
const { call, clock } = server;

type Query = Record<string, string>;

async function figures(salon: Salon, query: Query = {}) {
  await server.runRepeated('insights.measure-conversion');
  return (await call(getConversion, { token: salon.owner.token, query })).body;
}

async function people(salon: Salon, query: Query) {
  return (await call(listConverted, { token: salon.owner.token, query })).body;
}

/** Advances the clock and runs everything that is due by then. */
async function after(hours: number): Promise<void> {
  await clock.advance({ hours });
  await server.runJobs();
}

const aReminder = (salon: Salon) => salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });

async function holdOut(salon: Salon, { id }: Pick<Flow, 'id'>, controlPercent: 0 | 10 = 10): Promise<void> {
  const { token } = salon.owner;
  const params = { flowId: id };
  const flow = (await call(getFlow, { token, params })).body;
  const settings = { ...flow.settings, options: { ...flow.settings.options, controlPercent } };
  const body = { title: flow.title, settings, testPhones: '', baseVersion: flow.version };
  expect((await call(saveFlow, { token, params, body })).status).toBe(200);
  await server.runJobs();
}

/**
 * Books at least this many visits for tomorrow, and more until one contact is held out. @returns the number of
 * visits
 */
async function visitsTomorrow(salon: Salon, least: number): Promise<number> {
  const isHolding = async () => (await salon.verdicts()).some(({ rule }) => rule === 'control_group');
  let count = 0;
  for (; count < least || !(await isHolding()); count++) {
    const phone = `+7916000${String(count).padStart(4, '0')}`;
    const startsAt = clock.now().add({ hours: 30 });
    await salon.book({ externalId: `visit ${count}`, startsAt, phone, clientName: phone });
  }
  return count;
}

/** Holds out ten percent of contacts, of whom at least this many have a visit. */
async function aSalonThatHoldsOut(least: number) {
  const salon = await open();
  const flow = await aReminder(salon);
  await holdOut(salon, flow);
  return { salon, flow, count: await visitsTomorrow(salon, least) };
}

test('held-out contacts are counted beside the others once their message would have been sent', async () => {
  const { salon, flow, count } = await aSalonThatHoldsOut(20);
  const of = { senderId: flow.id };
  expect(await figures(salon, of)).toMatchObject({ controlPercent: 10, effect: { state: 'gathering', held: 0 } });
  await after(7);
  const { total, effect } = await figures(salon, of);
  const held = count - total.sent;
  expect(held).toBeGreaterThan(0);
  expect(effect).toMatchObject({ state: 'gathering', held, heldVisited: 0 });
  const { items } = await people(salon, { ...of, group: 'control' });
  expect(items).toHaveLength(held);

  await clock.advance({ hours: 30 });
  await salon.book({ externalId: `visit ${Number(items[0]?.phone?.slice(-4))}`, status: 'arrived' });
  expect((await figures(salon, of)).effect).toMatchObject({ held, heldVisited: 1 });
  expect((await figures(salon, of)).total.visited).toBe(0);
  await withTenant(server.ctx, salon.owner.tenantId, remeasure);
  expect((await figures(salon, of)).effect).toMatchObject({ held, heldVisited: 1 });
  expect((await figures(salon)).effect).toEqual({ state: 'choose_flow' });
});

test('the groups are of the same days: contacts messaged before the control group existed are in neither', async () => {
  const salon = await open();
  const flow = await aReminder(salon);
  for (let n = 0; n < 3; n++)
    await salon.book({ externalId: `early ${n}`, startsAt: clock.now().add({ hours: 30 }), phone: `+7915000000${n}` });
  await after(7);
  await clock.advance({ hours: 65 });
  await holdOut(salon, flow);
  await visitsTomorrow(salon, 10);
  await after(7);
  const { total, effect } = await figures(salon, { senderId: flow.id });
  expect(effect).toMatchObject({ state: 'gathering', sent: total.sent - 3 });
  await holdOut(salon, flow, 0);
  await clock.advance({ hours: 65 });
  await salon.book({ externalId: 'late', startsAt: clock.now().add({ hours: 30 }), phone: '+79150000009' });
  await after(7);
  const later = await figures(salon, { senderId: flow.id });
  expect(later.total.sent).toBe(total.sent + 1);
  expect(later.effect).toEqual(effect);
});

test('a contact who cancels before the message would have been sent is in neither group', async () => {
  const { salon, flow, count } = await aSalonThatHoldsOut(1);
  for (let n = 0; n < count; n++) await salon.book({ externalId: `visit ${n}`, status: 'cancelled' });
  await after(7);
  const { total, effect } = await figures(salon, { senderId: flow.id });
  expect([total.sent, effect]).toEqual([0, expect.objectContaining({ state: 'gathering', held: 0 })]);
});
