import { expect, test } from 'vitest';
import { createFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { getContactCard } from '#contract/insights/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, reset, settle } = await yclientsSalon();
const CARD = { name: 'Зоя', phone: '+79160009988', spent: 48_000 };

type Booked = { owner: SignedUp; clientId: number; visit: number };

/** A client of the salon for years before it was connected, with a visit now. */
async function aRegular(): Promise<Booked> {
  await reset();
  const owner = await connect();
  const { id: clientId } = await world.control<{ id: number }>('POST', '/yclients/clients', CARD);
  const { id: visit } = await world.control<{ id: number }>('POST', '/yclients/records', { clientId });
  await settle();
  await settle();
  return { owner, clientId, visit };
}

async function arrives({ visit }: Booked, attendance = 1): Promise<void> {
  await world.control('POST', '/clock', { advanceMs: 5_000 });
  await server.clock.advance({ seconds: 5 });
  await world.control('PUT', `/yclients/records/${visit}`, { attendance });
  await settle();
  await settle();
}

async function spentOf({ owner }: Booked): Promise<number> {
  const { rows } = await server.owner.query('select id from contacts where tenant_id = $1 and phone = $2', [
    owner.tenantId,
    CARD.phone,
  ]);
  const { body } = await server.call(getContactCard, { token: owner.token, params: { contactId: rows[0].id } });
  return (body.spent[0]?.amountMinor ?? 0) / 100;
}

async function costOf({ owner }: Booked): Promise<number> {
  const { rows } = await server.owner.query(
    `select v.total_minor from visits v join contacts c on c.tenant_id = v.tenant_id and c.id = v.contact_id
     where v.tenant_id = $1 and c.phone = $2`,
    [owner.tenantId, CARD.phone],
  );
  return rows[0].total_minor / 100;
}

/** The contact's sums of visits, which conditions on all contacts read. */
async function sumsOf({ owner }: Booked) {
  const { rows } = await server.owner.query(
    `select arrived_count as arrived, paid_minor::int as paid, no_show_count as missed,
       cardinality(held_branch_ids) as branches, cardinality(held_service_ids) > 0 as has_services
     from contacts where tenant_id = $1 and phone = $2`,
    [owner.tenantId, CARD.phone],
  );
  return rows[0];
}

test('spending before the salon was connected is known from the card, and visits add to it', async () => {
  const regular = await aRegular();
  expect(await spentOf(regular)).toBe(48_000);
  await arrives(regular);
  const cost = await costOf(regular);
  expect(cost).toBeGreaterThan(0);
  expect(await spentOf(regular)).toBe(48_000 + cost);
  expect(await sumsOf(regular)).toEqual({ arrived: 1, paid: cost * 100, missed: 0, branches: 1, has_services: true });
  await arrives(regular, -1);
  expect(await spentOf(regular)).toBe(48_000);
  expect(await sumsOf(regular)).toEqual({ arrived: 0, paid: 0, missed: 1, branches: 0, has_services: false });
});

test('a visit that the card already counts is not counted twice', async () => {
  const regular = await aRegular();
  await arrives(regular);
  const spent = 48_000 + (await costOf(regular));
  await world.control('PUT', `/yclients/clients/${regular.clientId}`, { comment: 'Любит чай' });
  await settle();
  await settle();
  expect(await spentOf(regular)).toBe(spent);
});

test('a threshold counts spending before the connection', async () => {
  const regular = await aRegular();
  const { token, tenantId } = regular.owner;
  const wanted = 48_000 + (await costOf(regular));
  const { body: flow } = await server.call(createFlow, { token, body: { kind: 'threshold' } });
  const { title, version: baseVersion } = flow;
  const options = { ...flow.settings.options, threshold: { visits: -1, spent: wanted } };
  const body = { title, settings: { ...flow.settings, options }, testPhones: '', baseVersion };
  expect((await server.call(saveFlow, { token, params: { flowId: flow.id }, body })).status).toBe(200);
  await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  await arrives(regular);
  const { rows } = await server.owner.query('select rule from verdicts where tenant_id = $1 and sender_id = $2', [
    tenantId,
    flow.id,
  ]);
  // NOTE: the cabinet has no channel yet, which is the next rule to refuse.
  expect(rows.map(({ rule }) => rule)).toEqual(['no_channel']);
});
