import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { connectChannel } from '#contract/channels/calls.ts';
import { getThread, listConversations } from '#contract/conversations/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const NOW = '2026-03-02T08:00:00Z';
const SECONDS = Date.parse(NOW) / 1_000;
const world = await simulateWorld(NOW);
const server = await testServer({ env: { DIALOG360_BASE_URL: `${world.url}/d360` }, now: NOW });
server.ctx.config.publicUrl = server.origin;
const { call, owner } = server;
const { aContact } = builders(owner);

let cabinet: SignedUp;
let webhook: { url: string; headers: Record<string, string> };

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  cabinet = await server.signUp();
  const body = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  await call(connectChannel, { token: cabinet.token, body });
  const { numbers } = await world.control<{ numbers: { webhook: typeof webhook }[] }>('GET', '/d360');
  webhook = numbers[0]!.webhook;
});

async function post(field: string, value: object): Promise<void> {
  const headers = { ...webhook.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ entry: [{ id: 'W', changes: [{ field, value }] }] });
  expect((await fetch(webhook.url, { method: 'POST', headers, body })).status).toBe(200);
  await server.runJobs();
}

const writes = (from: Record<string, string | undefined>, text: string) =>
  post('messages', {
    contacts: [{ wa_id: from['from'], user_id: from['from_user_id'], profile: { name: 'Ana' } }],
    messages: [{ ...from, id: `wamid.${randomUUID()}`, timestamp: `${SECONDS}`, type: 'text', text: { body: text } }],
  });

/** Contacts of the cabinet, with what they stopped. */
async function contacts() {
  const { rows } = await owner.query(
    `select c.id, c.phone, array(select scope from opt_outs o where o.contact_id = c.id and lifted_at is null) as stops
     from contacts c where c.tenant_id = $1 order by c.created_at, c.id`,
    [cabinet.tenantId],
  );
  return rows;
}

const thread = async () => {
  const { items } = (await call(listConversations, { token: cabinet.token, query: { list: 'all' } })).body;
  const closed = (await call(listConversations, { token: cabinet.token, query: { list: 'closed' } })).body.items;
  const [conversation] = [...items, ...closed];
  const params = { conversationId: conversation!.id };
  return (await call(getThread, { token: cabinet.token, params, query: {} })).body;
};

test.each([
  ['+5511987651100', '551187651100'],
  ['+5491123456789', '541123456789'],
  ['+525512345678', '5215512345678'],
])('a client known as %s whom WhatsApp knows as %s is one person', async (phone, waId) => {
  const known = await aContact({ tenantId: cabinet.tenantId, phone, name: 'Ana' });
  await writes({ from: waId }, 'olá');
  await writes({ from: waId }, 'stop');
  expect(await contacts()).toEqual([{ id: known.id, phone, stops: ['all'] }]);
});

test('ids that came together once name one person, each alone', async () => {
  const [both, phone, hidden] = [
    { from: '79164441801', from_user_id: 'RU.18' },
    { from: '79164441801' },
    { from_user_id: 'RU.18' },
  ];
  await writes(phone, 'привет');
  await writes(both, 'это я');
  await writes(phone, 'и это');
  await writes(hidden, 'стоп');
  expect(await contacts()).toMatchObject([{ phone: '+79164441801', stops: ['all'] }]);
});

test('a person who hid their number at first becomes the contact of the number', async () => {
  await writes({ from: '79164441801' }, 'привет');
  await writes({ from_user_id: 'RU.18' }, 'когда можно?');
  expect(await contacts()).toHaveLength(2);
  await writes({ from: '79164441801', from_user_id: 'RU.18' }, 'стоп');
  expect(await contacts()).toMatchObject([{ phone: '+79164441801', stops: ['all'] }]);
});

test('a changed number stays the same person', async () => {
  await writes({ from: '79164441801' }, 'привет');
  const system = { body: 'Ana changed', type: 'user_changed_number', wa_id: '79164441802' };
  const message = { from: '79164441801', id: 'wamid.n', timestamp: `${SECONDS}`, type: 'system', system };
  await post('messages', { contacts: [{ wa_id: '79164441801' }], messages: [message] });
  const { items } = await thread();
  expect(items.map(({ event }) => event)).toContainEqual({ name: 'number_changed', phone: '+79164441802' });
  await writes({ from: '79164441802' }, 'стоп');
  expect(await contacts()).toMatchObject([{ phone: '+79164441802', stops: ['all'] }]);
});

test('advertising that is stopped in the messenger stops advertising alone, until it is allowed again', async () => {
  await writes({ from: '79164441201' }, 'Здравствуйте');
  await server.clock.advance({ minutes: 5 });
  const choose = (value: string) =>
    post('user_preferences', {
      contacts: [{ wa_id: '79164441201' }],
      user_preferences: [{ wa_id: '79164441201', category: 'marketing_messages', value, timestamp: SECONDS }],
    });
  await choose('stop');
  await choose('stop');
  expect(await contacts()).toMatchObject([{ stops: ['marketing'] }]);
  await choose('resume');
  expect(await contacts()).toMatchObject([{ stops: [] }]);
  const { items } = await thread();
  const events = items.flatMap(({ event }) => event?.name ?? []);
  expect(events).toEqual(['marketing_resumed', 'marketing_stopped']);
  expect(items.filter(({ direction }) => direction === 'out')).toEqual([]);
});
