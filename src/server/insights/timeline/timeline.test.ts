import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ContactId, optOutContact } from '#contract/contacts/calls.ts';
import { getContactCard, listTimeline, type TimelineItem } from '#contract/insights/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { bookedSalons, SALON_NOON, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, owner, clock } = server;
const build = builders(owner);

async function contactOf({ owner: { tenantId } }: Salon): Promise<ContactId> {
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1', [tenantId]);
  return ContactId.parse(rows[0]?.id);
}

/** The whole timeline, read page by page. */
async function timelineOf(
  salon: Salon,
  contactId: string,
  query: Record<string, string> = {},
): Promise<TimelineItem[]> {
  const { token } = salon.owner;
  const items: TimelineItem[] = [];
  let cursor: string | null = null;
  do {
    const page: Record<string, string> = { limit: '2', ...query, ...(cursor !== null && { cursor }) };
    const { body } = await call(listTimeline, { token, params: { contactId }, query: page });
    items.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor);
  return items;
}

const brief = (item: TimelineItem): string => {
  if (item.type === 'visit' || item.type === 'order') return `${item.type} ${item.name}`;
  if (item.type === 'message') return `message ${item.status}`;
  if (item.type === 'verdict') return `verdict ${item.rule}`;
  if (item.type === 'opt_out') return item.isLifted ? 'opt_out lifted' : `opt_out ${item.source}`;
  if (item.type === 'click') return `click ${item.title}`;
  return `answer ${item.text}`;
};

test('everything about a contact is one timeline, newest first, page by page', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_created', title: 'Запись' });
  await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  const contactId = await contactOf(salon);
  await clock.set('2026-03-02T10:00:00Z');
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 50 }) });
  await clock.set('2026-03-02T11:00:00Z');
  await call(optOutContact, { token: salon.owner.token, params: { contactId }, body: { scope: 'all' } });
  await server.runJobs();
  await salon.book({ externalId, status: 'cancelled' });

  const timeline = await timelineOf(salon, contactId);
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(timeline.map(({ id, type }) => `${type} ${id}`)).size).toBe(timeline.length);
  expect(timeline.map(brief)).toEqual(
    expect.arrayContaining([
      'visit visit.itself',
      'visit visit.moved',
      'visit visit.created',
      'visit visit.cancelled',
      'opt_out member',
    ]),
  );
  const [first] = await timelineOf(salon, contactId, { type: 'opt_out' });
  expect(first).toMatchObject({ type: 'opt_out', scope: 'all', source: 'member', isLifted: false });
  expect((await timelineOf(salon, contactId, { type: 'message' })).every(({ type }) => type === 'message')).toBe(true);
});

test('a message has its furthest status, and a decision against one its rule and compared values', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await salon.book({ startsAt: clock.now().add({ hours: 3 }) });
  const contactId = await contactOf(salon);
  const [verdict] = await timelineOf(salon, contactId, { type: 'verdict' });
  expect(verdict).toMatchObject({
    rule: 'too_late',
    senderId: flow.id,
    senderTitle: 'За сутки',
    visit: { branchTitle: 'Локон', serviceTitles: ['Стрижка'], masterName: 'Ольга' },
  });
  expect(verdict?.type === 'verdict' && verdict.compared).toHaveProperty('wantedAt');
});

test('a visit from before the connection is part of the timeline', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  const { id: contactId } = await build.aContact({ tenantId });
  const { branchId } = salon;
  await build.aVisit({ tenantId, branchId, contactId, startsAt: '2025-12-01T09:00:00Z', status: 'arrived' });
  expect((await timelineOf(salon, contactId)).map(brief)).toEqual(['visit visit.itself']);
});

test('a contact’s messages are part of the timeline', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  const { id: contactId } = await build.aContact({ tenantId });
  const conversation = await build.aConversation({ tenantId, contactId, channelId: salon.channelId });
  await owner.query(
    `insert into inbound_messages (tenant_id, id, conversation_id, contact_id, channel_id, provider_message_id, kind, text, sent_at, received_at)
     select $1, gen_random_uuid(), $2, $3, $4, n::text, 'text', 'Буду ' || n, $5::timestamptz + n * interval '1 minute',
       $5::timestamptz + n * interval '1 minute' from generate_series(1, 5) n`,
    [tenantId, conversation.id, contactId, salon.channelId, SALON_NOON],
  );
  expect((await timelineOf(salon, contactId)).map(brief)).toEqual([5, 4, 3, 2, 1].map((n) => `answer Буду ${n}`));
});

test('entries about no visit have the zone of the branch the contact comes to, else their own, else the cabinet’s', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  await owner.query(`update branches set time_zone = 'Asia/Yekaterinburg' where tenant_id = $1`, [tenantId]);
  const zonesOf = async (contactId: ContactId) => {
    await call(optOutContact, { token, params: { contactId }, body: { scope: 'all' } });
    return (await timelineOf(salon, contactId, { type: 'opt_out' })).at(-1)?.timeZone;
  };
  const { id: stranger } = await build.aContact({ tenantId });
  expect(await zonesOf(stranger)).toBe('Europe/Moscow');
  const { id: abroad } = await build.aContact({ tenantId });
  await owner.query(`update contacts set time_zone = 'Asia/Tbilisi' where id = $1`, [abroad]);
  expect(await zonesOf(abroad)).toBe('Asia/Tbilisi');
  await build.aVisit({ tenantId, branchId: salon.branchId, contactId: abroad });
  expect(await zonesOf(abroad)).toBe('Asia/Yekaterinburg');
});

test('an order has one entry when it is made, then one for each status', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  const { id: contactId } = await build.aContact({ tenantId });
  const orderId = randomUUID();
  await owner.query(
    `insert into orders (tenant_id, id, branch_id, external_id, number, contact_id, status, status_text, total_minor, placed_at, read_at, recorded_at)
     values ($1, $2, $3, 'e1', '17', $4, 'OnWay', 'OnWay', 120000, now(), now(), now())`,
    [tenantId, orderId, salon.branchId, contactId],
  );
  await owner.query(
    `insert into events (tenant_id, id, kind, dedupe_key, subject_id, contact_id, facts, occurred_at, recorded_at)
     select $1, gen_random_uuid(), kind, kind || n, $2, $3, facts::jsonb, $4::timestamptz + n * interval '1 minute', now()
     from (values ('order.created', 1, '{}'), ('order.status_changed', 2, '{"from":null,"to":"WaitCooking"}'),
       ('order.status_changed', 3, '{"from":"WaitCooking","to":"OnWay"}')) told (kind, n, facts)`,
    [tenantId, orderId, contactId, SALON_NOON],
  );
  const timeline = await timelineOf(salon, contactId, { type: 'order' });
  expect(timeline.map(brief)).toEqual(['order order.status_changed', 'order order.created']);
  expect(timeline[0]).toMatchObject({
    facts: { to: 'OnWay' },
    order: { number: '17', branchTitle: 'Локон', total: { amountMinor: 120_000, currency: 'RUB' } },
  });
});

test("a contact's page has the name, visits and addresses", async () => {
  const salon = await open();
  const { tenantId, token } = salon.owner;
  const { branchId, channelId } = salon;
  const { id: contactId } = await build.aContact({
    tenantId,
    name: 'Анна',
    birthDate: '1990-05-17',
    phone: '+79165550303',
  });
  const visit = { tenantId, branchId, contactId };
  await build.aVisit({ ...visit, startsAt: '2025-12-01T09:00:00Z', status: 'arrived', totalMinor: 150_000 });
  await build.aVisit({ ...visit, startsAt: '2026-02-01T09:00:00Z', status: 'arrived', totalMinor: 100_000 });
  await build.aVisit({ ...visit, startsAt: '2026-02-10T09:00:00Z', status: 'no_show', totalMinor: 900_000 });
  await build.aVisit({ ...visit, startsAt: '2026-03-10T09:00:00Z' });
  const telegram = await salon.addChannel('telegram_bot', 'Бот');
  await build.anAddress({ tenantId, contactId, channelId: telegram, state: 'blocked', stateReason: 'bot was blocked' });

  const { body } = await call(getContactCard, { token, params: { contactId } });
  expect(body).toMatchObject({
    name: 'Анна',
    birthDate: '1990-05-17',
    visitsCount: 2,
    spent: [{ amountMinor: 250_000, currency: 'RUB' }],
    firstVisitAt: '2025-12-01T09:00:00Z',
    lastVisit: { startsAt: '2026-02-01T09:00:00Z' },
    nextVisit: { startsAt: '2026-03-10T09:00:00Z', branchTitle: 'Локон' },
    addresses: [{ channelTitle: 'Бот', state: 'blocked', stateReason: 'bot was blocked' }],
    byPhone: [{ channelId, channelTitle: 'WhatsApp' }],
    optOuts: [],
  });

  // The booking system counts more visits than we have read, so the first visit is unknown.
  await server.owner.query('update contacts set visits_count = 9 where id = $1', [contactId]);
  expect((await call(getContactCard, { token, params: { contactId } })).body).toMatchObject({
    firstVisitAt: null,
    visitsCount: 9,
  });
});

test('a click on a link of a message is an entry, which names what was followed', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_created', title: 'Запись' });
  await salon.book({});
  await server.runJobs();
  const contactId = await contactOf(salon);
  const { tenantId } = salon.owner;
  await owner.query(
    `with sent as (select id from messages where tenant_id = $1 limit 1), linked as (
       insert into message_links (tenant_id, code, message_id, target, created_at)
       select $1, 'abcde123', id, 'https://salon.ru/price', now() from sent)
     insert into link_clicks (tenant_id, code, verdict, hour, visitor, times, at, source, device, message_id, contact_id)
     select $1, 'abcde123', verdict, '1970-01-01', verdict, 1, $2, 'message', 'phone', id, $3
     from sent, unnest(array['click', 'preview']) verdict`,
    [tenantId, SALON_NOON, contactId],
  );
  expect(await timelineOf(salon, contactId, { type: 'click' })).toMatchObject([
    { type: 'click', title: 'https://salon.ru/price', device: 'phone' },
  ]);
  expect((await timelineOf(salon, contactId)).map(brief)).toContain('click https://salon.ru/price');
});
