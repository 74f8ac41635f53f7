import { expect, test } from 'vitest';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import { feedMailingJob, listRecipientsJob } from '#server/mailings/jobs.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

test('a daily limit is never exceeded, also by a pause, and days of the week are kept', async () => {
  const house = await open();
  await house.people(7);
  const mailing = await house.aMailing({ timing: { perDay: 3, daysOfWeek: [1, 3] } });
  await house.start(mailing);
  const sentOn = async (day: string) => {
    await server.clock.set(`2026-03-${day}T10:00:00Z`);
    await house.settle(mailing, 2);
    await house.pause(mailing);
    await house.resume(mailing);
    await house.settle(mailing, 2);
    return (await house.read(mailing)).counts.sent;
  };
  expect([await sentOn('02'), await sentOn('03'), await sentOn('04'), await sentOn('05')]).toEqual([3, 3, 6, 6]);
  await server.clock.set('2026-03-09T10:00:00Z');
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 7 } });
});

/** The owner has allowed that the texts to all contacts are almost equal. */
const ANY_TEXT = { allowsSameText: true } as Partial<MailingSettings>;

/** A cabinet whose unofficial channel has sent messages of two mailings on the present day, with others that do not count. */
async function withMailed(count: number) {
  const house = await open({ kind: 'whatsapp_qr' });
  const { tenantId } = house.owner;
  const rows = builders(server.owner);
  const [contactId] = await house.people(1);
  const mailings = [await rows.aMailing({ tenantId }), await rows.aMailing({ tenantId })];
  const at = '2026-03-02T06:30:00Z';
  const common = { tenantId, contactId, channelId: house.channelId, status: 'delivered', dueAt: at, acceptedAt: at };
  const mailed = (n: number, changes: Parameters<typeof rows.aMessage>[0] = {}) =>
    rows.aMessage({ ...common, senderId: mailings[n % 2]?.id, ...changes });
  await Promise.all(Array.from({ length: count }, (_, n) => mailed(n)));
  await mailed(0, { acceptedAt: '2026-03-01T20:59:59Z' });
  await mailed(1, { isTest: true });
  await mailed(0, { channelId: (await rows.aChannel({ tenantId })).id });
  await mailed(0, { senderId: (await rows.aSender({ tenantId })).id });
  return house;
}

test.each([
  [299, 1],
  [300, 0],
])(
  'an unofficial channel that has carried %i messages of mailings today carries %i more, and the others on the next day',
  async (before, more) => {
    const house = await withMailed(before);
    await house.people(1);
    const mailing = await house.save(await house.aMailing(), ANY_TEXT);
    await house.start(mailing);
    await house.settle(mailing, 3);
    expect(house.channel.sent).toHaveLength(more);
    await server.clock.set('2026-03-03T09:00:00Z');
    expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 2 } });
  },
);

test('mailings whose messages are due together share what is left of the day on an unofficial channel', async () => {
  const house = await withMailed(299);
  const mailings = [await house.aMailing(), await house.aMailing()];
  for (const mailing of mailings) {
    await house.start(await house.save(mailing, ANY_TEXT));
    const payload = { tenantId: house.owner.tenantId, mailingId: mailing.id };
    for (const { name } of [listRecipientsJob, feedMailingJob]) await server.runJob(name, payload);
    expect((await house.read(mailing)).counts).toMatchObject({ planned: 1 });
  }
  for (const mailing of mailings) await house.settle(mailing, 3);
  expect(house.channel.sent).toHaveLength(1);
  await server.clock.set('2026-03-03T09:00:00Z');
  for (const mailing of mailings)
    expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 1 } });
});

test('numbers of one portfolio write first to as many people within 24 hours as it may, also for mailings due together', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  const rows = builders(server.owner);
  const [known, ...others] = await house.people(3);
  const { id: second } = await rows.aChannel({ tenantId, kind: 'twilio_sms' });
  await server.owner.query(`update channels set people_per_day = 3, portfolio = 'one' where tenant_id = $1`, [
    tenantId,
  ]);
  const [lately, before] = ['2026-03-01T09:00:01Z', '2026-03-01T09:00:00Z'];
  const written = (contactId: ContactId | undefined, at: string, content: object) =>
    rows.aMessage({
      tenantId,
      contactId,
      channelId: second,
      status: 'delivered',
      dueAt: at,
      acceptedAt: at,
      content: JSON.stringify(content),
    });
  const leftBy = { name: 'visit', language: 'ru' };
  for (let n = 0; n < 2; n++) await written(known, lately, { leftBy });
  await written(others[0], before, { leftBy });
  await written(others[1], lately, {});

  const mailings = [await house.aMailing(), await house.aMailing()];
  for (const mailing of mailings) {
    await house.start(mailing);
    const payload = { tenantId, mailingId: mailing.id };
    for (const { name } of [listRecipientsJob, feedMailingJob]) await server.runJob(name, payload);
    expect((await house.read(mailing)).counts).toMatchObject({ planned: 3 });
  }
  await server.runJobs();
  expect(house.channel.sent).toHaveLength(2);
  for (const sent of [5, 6]) {
    await server.clock.advance({ minutes: 31 });
    await server.runJobs();
    expect(house.channel.sent).toHaveLength(sent);
  }
});
