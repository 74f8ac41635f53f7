import { expect, test } from 'vitest';
import { startRehearsal } from '#contract/rehearsal/calls.ts';
import { createFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, reset, settle } = await yclientsSalon();

test('the card of a client with a first record is read: birthday, opt-out and categories', async () => {
  await reset();
  const owner = await connect();
  const tags = [{ id: 7, title: 'VIP', color: '#c85681' }];
  const card = { name: 'Зоя', phone: '+79160009988', birthDate: '1991-04-05', smsNot: 1, tags };
  const { id } = await world.control<{ id: number }>('POST', '/yclients/clients', card);
  await settle();
  await world.control('POST', '/yclients/records', { clientId: id });
  await settle();
  await settle();
  const { rows } = await server.owner.query(
    `select birth_date::text as birthday, refuses_mailings, categories from contacts where tenant_id = $1 and phone = $2`,
    [owner.tenantId, card.phone],
  );
  expect(rows).toEqual([{ birthday: '1991-04-05', refuses_mailings: true, categories: ['VIP'] }]);
});

test('a change of a client’s card whose payload was lost is found within the hour', async () => {
  await reset();
  const owner = await connect();
  const card = { name: 'Зоя', phone: '+79160009988' };
  const { id } = await world.control<{ id: number }>('POST', '/yclients/clients', card);
  await world.control('POST', '/yclients/records', { clientId: id });
  await settle();
  await settle();
  await world.control('POST', '/yclients/webhooks', { enabled: false });
  await world.control('PUT', `/yclients/clients/${id}`, { smsNot: 1 });
  for (let tenths = 0; tenths < 7; tenths++) await later({ minutes: 10 });
  const read = `select refuses_mailings from contacts where tenant_id = $1 and phone = $2`;
  const { rows } = await server.owner.query(read, [owner.tenantId, card.phone]);
  expect(rows).toEqual([{ refuses_mailings: true }]);
  const { requests } = await world.control<{ requests: { path: string; query: object }[] }>(
    'GET',
    '/log?channel=yclients&path=/clients/',
  );
  expect(requests.map(({ query }) => 'changed_after' in query)).toEqual([false, false, true]);
});

test('a client of last year becomes a contact, with their card: nothing is sent, and no card is read alone', async () => {
  await reset();
  const card = { name: 'Зоя', phone: '+79160009988', birthDate: '1991-04-05' };
  const { id: clientId } = await world.control<{ id: number }>('POST', '/yclients/clients', card);
  const at = String(server.clock.now().subtract({ hours: 24 * 300 }));
  await world.control('POST', '/yclients/records', { clientId, at, attendance: 1 });
  const owner = await connect();
  await settle();
  await settle();
  const { rows } = await server.owner.query(
    `select c.birth_date::text as birthday, c.last_visit_at::text::date = $3::date as is_then,
       (select count(*)::int from verdicts v where v.tenant_id = c.tenant_id) as decisions
     from contacts c where c.tenant_id = $1 and c.phone = $2`,
    [owner.tenantId, card.phone, at.slice(0, 10)],
  );
  expect(rows).toEqual([{ birthday: '1991-04-05', is_then: true, decisions: 0 }]);
  const { requests } = await world.control<{ requests: object[] }>('GET', '/log?channel=yclients&path=/client/');
  expect(requests).toEqual([]);
});

test('a rehearsal has the whole past of a branch that was connected and read', async () => {
  await reset();
  const { token } = await connect();
  const { body: flow } = await server.call(createFlow, { token, body: { kind: 'visit_reminder' } });
  await server.clock.advance({ seconds: 1 });
  const { body } = await server.call(startRehearsal, { token, body: { days: 7, flowIds: [flow.id] } });
  expect(body.unreadBranches).toEqual([]);
});

test('a client without visits becomes a contact; a card without a number does not', async () => {
  await reset();
  const add = (card: object) => world.control('POST', '/yclients/clients', card);
  await add({ name: 'Зоя', phone: '+79160009988', birthDate: '1991-04-05', smsNot: 1 });
  await add({ name: 'Безномерная', phone: '', birthDate: '1991-04-05' });
  const owner = await connect();
  await settle();
  await settle();
  const known = async () => {
    const { rows } = await server.owner.query(
      `select name, birth_date::text as birthday, refuses_mailings from contacts
       where tenant_id = $1 and name in ('Зоя', 'Безномерная', 'Яна') order by name`,
      [owner.tenantId],
    );
    return rows;
  };
  const zoya = { name: 'Зоя', birthday: '1991-04-05', refuses_mailings: true };
  expect(await known()).toEqual([zoya]);
  await add({ name: 'Яна', phone: '+79160007766', birthDate: '1988-01-02' });
  for (let tenths = 0; tenths < 7; tenths++) await later({ minutes: 10 });
  expect(await known()).toEqual([zoya, { name: 'Яна', birthday: '1988-01-02', refuses_mailings: false }]);
});

async function later(time: { minutes: number }): Promise<void> {
  await world.control('POST', '/clock', { advanceMs: time.minutes * 60_000 });
  await server.clock.advance(time);
  await server.runRepeated('connections.poll-every-10-minutes');
  await settle();
}

test('a contact whose category is read after their booking still gets the reminder for it', async () => {
  await reset();
  const owner = await connect();
  const { token, tenantId } = owner;
  const { body: flow } = await server.call(createFlow, { token, body: { kind: 'visit_reminder' } });
  const conditions = {
    match: 'all' as const,
    groups: [
      { match: 'all' as const, conditions: [{ field: 'customer_category' as const, isNot: false, values: ['VIP'] }] },
    ],
  };
  const params = { flowId: flow.id };
  const { title, settings } = flow;
  const body = { title, settings: { ...settings, conditions }, testPhones: '', baseVersion: flow.version };
  expect((await server.call(saveFlow, { token, params, body })).status).toBe(200);
  await server.call(switchFlowMode, { token, params, body: { mode: 'combat' } });
  const card = { name: 'Зоя', phone: '+79160009988', tags: [{ id: 7, title: 'VIP', color: '#c85681' }] };
  const { id } = await world.control<{ id: number }>('POST', '/yclients/clients', card);
  await settle();
  await world.control('POST', '/yclients/records', { clientId: id, date: '2026-03-05 12:00' });
  await settle();
  await settle();
  const { rows } = await server.owner.query(
    `select v.rule from verdicts v join contacts c on c.tenant_id = v.tenant_id and c.id = v.contact_id
     where v.tenant_id = $1 and v.sender_id = $2 and c.phone = $3 order by v.decided_at, v.id`,
    [tenantId, flow.id, card.phone],
  );
  // NOTE: the cabinet has no channel yet, which is the next rule to refuse.
  expect(rows.map(({ rule }) => rule)).toEqual(['customer_category_differs', 'no_channel']);
});
