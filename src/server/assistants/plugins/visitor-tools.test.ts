import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createAssistant } from '#contract/assistants/calls.ts';
import { SalonPlugin } from '#contract/assistants/settings.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { VisitorId } from '#server/assistants/storage/visitor-queries.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';
import type { Refused, ShownVisit } from './result-rules.ts';
import { salonTools } from './salon-tools.ts';

const { server, connect, settle, reset, sourceProviders } = await yclientsSalon();
const rows = builders(server.owner);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
const PHONE = '+79161234500';
let owner: Awaited<ReturnType<typeof connect>>;

type Answer = { ok: boolean; visits: ShownVisit[]; visit: ShownVisit } & Partial<Pick<Refused, 'reason' | 'next'>>;
type Caller = { contactId: ContactId; visitor?: { id: VisitorId; name: string | null; phone: string | null } };

async function callTool({ contactId, visitor }: Caller, name: string, given: object): Promise<Answer> {
  const tools = salonTools({
    ctx,
    scope: {
      tenantId: owner.tenantId,
      contactId,
      contactTexts: '',
      ownTexts: '',
      key: randomUUID(),
      language: 'ru',
      branchIds: [],
      signal: new AbortController().signal,
      visitor: visitor ?? null,
    },
    plugins: { yclients: SalonPlugin.parse({}) },
  });
  return (await tools[name]?.execute?.(given, { toolCallId: 'call', messages: [], context: {} })) as Answer; // NOTE: the shapes of the tools' own answers
}
const book = (caller: Caller, when: string) =>
  callTool(caller, 'book', { service: 'женская стрижка', master: null, when, name: null });

async function aVisitor(details: { name: string | null; phone: string | null }): Promise<Caller> {
  const { tenantId, token } = owner;
  const { body } = await server.call(createAssistant, { token, body: { title: 'Ника', trade: null } });
  const { id: channelId } = await rows.aChannel({ tenantId });
  const { id: contactId } = await rows.aContact({ tenantId, name: 'Посетитель 4821', phone: null });
  const id = VisitorId.parse(randomUUID());
  await server.owner.query(
    `insert into chat_visitors (tenant_id, id, assistant_id, channel_id, contact_id, given_name, expires_at, created_at)
     values ($1, $2, $3, $4, $5, 'Посетитель 4821', now(), now())`,
    [tenantId, id, body.id, channelId, contactId],
  );
  return { contactId: ContactId.parse(contactId), visitor: { id, ...details } };
}

beforeEach(async () => {
  await reset();
  owner = await connect();
});

test('a visitor is booked by the phone they type, and then sees, moves and cancels that visit alone', async () => {
  const { id } = await rows.aContact({ tenantId: owner.tenantId, name: 'Белла', phone: PHONE });
  const client: Caller = { contactId: ContactId.parse(id) };
  const clients = await book(client, '2026-03-08 11:00');
  expect(clients).toMatchObject({ ok: true });

  const visitor = await aVisitor({ name: 'Анна', phone: PHONE });
  expect((await callTool(visitor, 'my_visits', {})).visits).toEqual([]);
  for (const name of ['move_visit', 'cancel_visit']) {
    const given = { visit_id: clients.visit.visit_id, when: '2026-03-08 18:00' };
    expect(await callTool(visitor, name, given), name).toMatchObject({ ok: false, reason: 'which_visit', visits: [] });
  }
  expect(await book(visitor, '2026-03-08 15:00')).toMatchObject({ ok: true });
  await settle();
  const { visits } = await callTool(visitor, 'my_visits', {});
  expect(visits).toMatchObject([{ time: '15:00' }]);
  expect(await callTool(visitor, 'cancel_visit', { visit_id: null })).toMatchObject({ ok: true });
  expect((await callTool(client, 'my_visits', {})).visits).toMatchObject([{ time: '11:00' }]);
});

test('a visitor without a phone is asked for one', async () => {
  const visitor = await aVisitor({ name: 'Анна', phone: null });
  const refused = await book(visitor, '2026-03-08 15:00');
  expect(refused).toMatchObject({ ok: false, reason: 'needs_phone', next: expect.stringContaining('phone number') });
});
