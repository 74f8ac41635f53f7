import { setContactPolicy } from '#contract/policy/calls.ts';
import { expect, test } from 'vitest';
import { addOptOuts, liftOptOuts, listOptOuts } from '#contract/contacts/opt-outs.ts';
import { type Flow, saveFlow } from '#contract/flows/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { liveUntil, rehearsed, outcomesOf } from '#server/testing/houses/rehearsed.ts';
import { describeTemplate } from '#server/providers/dialog360/template-grammar.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;

const DAY_MINUTES = 1_440;
const at = (text: string) => Temporal.Instant.from(text);

/**
 * Expects the rehearsal to equal what really happened.
 * @returns what really happened
 */
async function expectEqual(salon: Salon, flows: readonly Flow[]) {
  const real = await outcomesOf(server, salon);
  expect((await rehearsed(server, salon, flows)).outcomes).toEqual(real);
  return real;
}

/** Removes the only entry of the ignore list. */
async function lift({ owner: { token } }: Salon): Promise<void> {
  const [entry] = (await server.call(listOptOuts, { token })).body.items;
  await server.call(liftOptOuts, { token, body: { optOutIds: [entry?.id ?? ''] } });
}

/** Sets a frequency cap of one message a week. */
async function allowOnePromotion({ owner: { token } }: Salon): Promise<void> {
  const body = { quietFromHour: 22, quietToHour: 8, marketingLimit: 1, marketingDays: 7, senderOrder: [] };
  expect((await server.call(setContactPolicy, { token, body })).status).toBe(200);
}

const LONG_HELD = {
  startsAt: at('2026-02-01T09:00:00Z'),
  createdAt: at('2026-01-30T09:00:00Z'),
  status: 'arrived',
} as const;

test('messages of the period about earlier events are rehearsed', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 9 * DAY_MINUTES });
  const { externalId } = await salon.book({ startsAt: at('2026-03-02T10:00:00Z') });
  await liveUntil(server, '2026-03-02T12:00:00Z');
  await salon.book({ externalId, status: 'arrived' });
  await liveUntil(server, '2026-03-11T12:00:00Z', '2026-03-12T09:00:00Z');
  expect((await expectEqual(salon, [flow])).sent).toHaveLength(1);
});

test('the less important of two promotions yields before the other is sent', async () => {
  const salon = await open();
  await allowOnePromotion(salon);
  await salon.book(LONG_HELD);
  const delayMinutes = 30 * DAY_MINUTES;
  const lost = await salon.aFlow({ kind: 'lost_client', delayMinutes });
  const repeat = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: delayMinutes + 60 });
  await runJobs();
  await liveUntil(server, '2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z', '2026-03-04T09:00:00Z');
  const { sent, skipped } = await expectEqual(salon, [lost, repeat]);
  expect([sent.length, skipped.length]).toEqual([1, 1]);
  expect(skipped[0]).toContain('gave_way');
});

test('a promotion that is rehearsed alone yields to another that was not sent yet, and not to a less important one', async () => {
  const salon = await open();
  await allowOnePromotion(salon);
  await salon.book(LONG_HELD);
  const lost = await salon.aFlow({ kind: 'lost_client', delayMinutes: 30 * DAY_MINUTES });
  const repeat = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES + 60 });
  await runJobs();
  await liveUntil(server, '2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z', '2026-03-04T09:00:00Z');
  const { sent, skipped } = await outcomesOf(server, salon);
  expect((await rehearsed(server, salon, [lost])).outcomes).toEqual({ sent: [], skipped });
  expect((await rehearsed(server, salon, [repeat])).outcomes).toEqual({ sent, skipped: [] });
  const birthday = await salon.aFlow({ kind: 'birthday' }, 'test');
  await server.owner.query(`update contacts set birth_date = '1990-03-03' where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  expect((await rehearsed(server, salon, [birthday])).outcomes.sent).toHaveLength(1);
});

test('the less important of two promotions due at one moment yields', async () => {
  const salon = await open();
  const settings = defaultSettings('threshold', 'ru');
  const threshold = { visits: -1, spent: 1_000 };
  const request = {
    kind: 'threshold',
    settings: { ...settings, options: { ...settings.options, threshold } },
  } as const;
  const flows = [await salon.aFlow(request), await salon.aFlow(request)];
  await allowOnePromotion(salon);
  const { externalId } = await salon.book({ startsAt: at('2026-03-02T09:30:00Z') });
  await liveUntil(server, '2026-03-02T10:00:00Z');
  await salon.book({ externalId, status: 'arrived' });
  await liveUntil(server, '2026-03-02T12:00:00Z', '2026-03-03T09:00:00Z');
  const { sent, skipped } = await expectEqual(salon, flows);
  expect([sent.length, skipped.length]).toEqual([1, 1]);
  expect(skipped[0]).toContain('gave_way');
});

test('a message names the specialist and the services that were booked then', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' });
  const booked = { masterExternalId: '7', masterName: 'Ольга', startsAt: at('2026-03-04T09:00:00Z') };
  const { externalId } = await salon.book(booked);
  await liveUntil(server, '2026-03-03T09:00:00Z');
  await salon.book({ externalId, masterExternalId: '8', masterName: 'Ирина' });
  const { sent } = await expectEqual(salon, [flow]);
  expect(sent[0]).toContain('Ольга');
});

test('a template is sent where free text is not allowed', async () => {
  const salon = await open();
  Object.assign(salon.whatsApp.traits, { windowHours: 24 });
  const { channelId, owner } = salon;
  const chosen = { channelId, name: 'visit_reminder', language: 'ru', parameters: ['{clientName}', '{recordTime}'] };
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, status, category, content, synced_at)
     values ($1, $2, $3, $4, 'approved', 'UTILITY', $5, now())`,
    [
      owner.tenantId,
      channelId,
      chosen.name,
      chosen.language,
      JSON.stringify(describeTemplate([{ type: 'BODY', text: '{{1}}, ждём вас в {{2}}.' }])),
    ],
  );
  const settings = defaultSettings('visit_reminder', 'ru');
  const content = { ...settings.content, templates: [chosen] };
  const timing = { ...settings.timing, delayMinutes: -120 };
  const flow = await salon.aFlow({ kind: 'visit_reminder', settings: { ...settings, content, timing } });
  await salon.book({ startsAt: at('2026-03-03T12:00:00Z') });
  await salon.book({ startsAt: at('2026-03-04T12:00:00Z'), clientName: 'Вера', phone: '+79161112244' });
  await server.owner.query(
    `update contact_addresses set window_until = null where tenant_id = $1 and phone = '+79161112233'`,
    [owner.tenantId],
  );
  await liveUntil(server, '2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z', '2026-03-05T09:00:00Z');
  const { sent } = await expectEqual(salon, [flow]);
  expect(sent.filter((line) => line.endsWith('Анна, ждём вас в 15:00.'))).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

test('a contact who opts in again gets the reminder of the visit ahead', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -120 });
  await server.call(addOptOuts, { token, body: { phones: ['+79161112233'] } });
  await salon.book({ startsAt: at('2026-03-04T12:00:00Z') });
  await liveUntil(server, '2026-03-03T09:00:00Z');
  await lift(salon);
  await liveUntil(server, '2026-03-03T09:05:00Z', '2026-03-04T10:00:00Z', '2026-03-05T09:00:00Z');
  expect((await expectEqual(salon, [flow])).sent).toHaveLength(1);
});

test('messages planned when the contact was put on the ignore list are sent once they are removed from it', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 2 * DAY_MINUTES });
  const { externalId } = await salon.book({ startsAt: at('2026-03-02T10:00:00Z') });
  await liveUntil(server, '2026-03-02T11:00:00Z');
  await salon.book({ externalId, status: 'arrived' });
  await liveUntil(server, '2026-03-02T12:00:00Z');
  await server.call(addOptOuts, { token: salon.owner.token, body: { phones: ['+79161112233'] } });
  await liveUntil(server, '2026-03-03T09:00:00Z');
  await lift(salon);
  await liveUntil(server, '2026-03-03T09:05:00Z', '2026-03-04T11:00:00Z', '2026-03-05T09:00:00Z');
  expect((await expectEqual(salon, [flow])).sent).toHaveLength(1);
});

test('a contact who had a visit ahead when a return was first decided, and came, counts as returned', async () => {
  const salon = await open();
  await salon.book(LONG_HELD);
  await salon.book({ startsAt: at('2026-03-03T05:00:00Z'), createdAt: at('2026-02-20T09:00:00Z') });
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 31 * DAY_MINUTES });
  await runJobs();
  await liveUntil(server, '2026-03-03T09:01:00Z', '2026-03-04T12:00:00Z');
  const { skipped } = await expectEqual(salon, [flow]);
  expect(skipped[0]).toContain('came_again');
});

test('a flow that has ended decides nothing any more', async () => {
  const salon = await open();
  const { id, title, settings, version } = await salon.aFlow({ kind: 'visit_created' });
  const ending = { ...settings, timing: { ...settings.timing, endsOn: '2026-03-03' } };
  const body = { title, settings: ending, testPhones: '', baseVersion: version };
  const { token } = salon.owner;
  const flow = (await server.call(saveFlow, { token, params: { flowId: id }, body })).body;
  await salon.book({ startsAt: at('2026-03-06T09:00:00Z') });
  await liveUntil(server, '2026-03-03T21:00:01Z', '2026-03-04T09:00:00Z');
  await salon.book({ phone: '+79161112244', startsAt: at('2026-03-06T10:00:00Z') });
  const { sent, skipped } = await expectEqual(salon, [flow]);
  expect([sent.length, skipped.length]).toEqual([1, 0]);
});
