import { expect, test } from 'vitest';
import { optOutContact } from '#contract/contacts/calls.ts';
import { liftOptOuts } from '#contract/contacts/opt-outs.ts';
import { recordClient } from '#server/visits/clients/clients-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner, runJobs } = server;

async function contactIn(salon: Salon): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  return rows[0]?.id ?? '';
}

/** Changes the client's card in the booking system. */
async function changeCard(salon: Salon, phone: string, birthDate: string | null = null): Promise<void> {
  const client = { externalId: 'anna', name: 'Анна', phone, email: null, isNew: false, visitsCount: 3, birthDate };
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    recordClient(scope, salon.branchId, { client, readAt: clock.now() }),
  );
  await runJobs();
}

/** Phones for which messages of a flow are planned. */
async function waitingFor(salon: Salon, flowId: FlowId): Promise<string[]> {
  const { rows } = await owner.query<{ phone: string }>(
    `select c.phone from messages m join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id
     where m.tenant_id = $1 and m.sender_id = $2 and m.status = 'planned' order by c.phone`,
    [salon.owner.tenantId, flowId],
  );
  return rows.map(({ phone }) => phone);
}

/** A reminder an hour before the visit, also for contacts who never wrote to us. */
async function aReminder(salon: Salon): Promise<FlowId> {
  const { settings } = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const templates = [{ channelId: salon.channelId, name: 'visit', language: 'ru', parameters: [] }];
  const own = { ...settings, content: { ...settings.content, templates } };
  return (await salon.aFlow({ kind: 'visit_reminder', settings: own })).id;
}

test('a contact without a phone gets a reminder once the card has one', async () => {
  const salon = await open();
  const flowId = await aReminder(salon);
  const client = { externalId: 'anna', name: 'Анна', phone: null, email: null, isNew: false, visitsCount: 3 };
  await salon.book({ client });
  expect(await salon.messages(flowId)).toEqual([]);
  await changeCard(salon, '+79161112233');
  expect(await salon.messages(flowId)).toMatchObject([{ status: 'planned' }]);
});

test('a contact whose number is corrected is messaged at the new number, and not at the first one', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_created' });
  await aReminder(salon);
  await salon.book({});
  await changeCard(salon, '+79167776655');
  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone)).toEqual(['+79161112233', '+79167776655']);
});

test('planned messages about a visit follow its card to the contact with its number, and back', async () => {
  const salon = await open();
  const [mistyped, right] = ['+79161112233', '+79167776655'];
  const changed = await salon.aFlow({ kind: 'visit_changed' });
  const birthday = await salon.aFlow({ kind: 'birthday' });
  const review = await salon.aFlow({ kind: 'review_request', delayMinutes: 180 });
  const reminder = await aReminder(salon);
  await salon.book({ phone: right, clientName: 'Вера', startsAt: clock.now().add({ hours: 96 }) });
  const held = { startsAt: clock.now().subtract({ hours: 1 }), status: 'arrived' } as const;
  await salon.book(held);
  await salon.book({});
  await changeCard(salon, mistyped, '1990-03-03');
  expect(await waitingFor(salon, birthday.id)).toEqual([mistyped]);

  await changeCard(salon, right, '1990-03-03');
  expect(await waitingFor(salon, review.id)).toEqual([right]);
  expect(await waitingFor(salon, reminder)).toEqual([right, right]);
  for (const moment of ['2026-03-02T12:00:00Z', '2026-03-03T07:00:00Z']) {
    await clock.set(moment);
    await runJobs();
  }
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone)).toEqual([right, right]);
  await changeCard(salon, mistyped, '1990-03-03');
  expect(await waitingFor(salon, reminder)).toEqual([mistyped, right]);
  expect(await salon.messages(changed.id)).toEqual([]);
});

test('a contact put on the ignore list by mistake gets the planned messages', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 120 });
  const { externalId } = await salon.book({ startsAt: clock.now().subtract({ hours: 1 }) });
  await salon.book({ externalId, status: 'arrived' });
  const params = { contactId: await contactIn(salon) };
  const { token } = salon.owner;
  const { body } = await call(optOutContact, { token, params, body: { scope: 'all' } });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'opted_out' }]);
  await call(liftOptOuts, { token, body: { optOutIds: [body.optOutId] } });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
});

test('messages due before the contact is removed from the list are not sent later', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 120 });
  const { externalId } = await salon.book({ startsAt: clock.now().subtract({ hours: 1 }) });
  await salon.book({ externalId, status: 'arrived' });
  const params = { contactId: await contactIn(salon) };
  const { token } = salon.owner;
  const { body } = await call(optOutContact, { token, params, body: { scope: 'all' } });
  await runJobs();
  await clock.advance({ hours: 3 });
  await call(liftOptOuts, { token, body: { optOutIds: [body.optOutId] } });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'opted_out' }]);
});
