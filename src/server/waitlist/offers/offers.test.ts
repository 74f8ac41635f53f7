import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contract/waitlist/calls.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { countLockWaits } from '#server/testing/server/database.ts';
import { type ShownSlot, waitlistSalons } from '#server/testing/houses/waitlist-house.ts';
import { claimSlot } from '#server/waitlist/slots/slot-queries.ts';

const { server, open, page, tap } = await waitlistSalons();
const { call } = server;

const statuses = ({ offers }: ShownSlot) => offers.map(({ contactName, status }) => `${contactName}: ${status}`);

test('the earlier time of a moved visit is offered, unless the visit still takes a part of it', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  const startsAt = server.clock.now().add({ hours: 48 });
  const { externalId, visitId } = await salon.book({ startsAt });
  await salon.book({ externalId, startsAt: startsAt.add({ minutes: 30 }) });
  expect(await salon.slots()).toEqual([]);
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 24 }) });
  expect(await salon.slots()).toMatchObject([
    { visitId, startsAt: startsAt.add({ minutes: 30 }).toString(), status: 'open', offered: 1 },
  ]);
  await tap(salon.link(), 'accept');
  expect(await salon.slot()).toMatchObject({ status: 'filled', winner: { name: 'Белла' } });
});

test('a freed time is not offered where the tariff has no waiting list', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  const ended = server.clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [salon.owner.tenantId, ended]);
  const startsAt = server.clock.now().add({ hours: 48 });
  const { externalId } = await salon.book({ startsAt });
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 24 }) });
  expect(await salon.slots()).toMatchObject([{ status: 'stopped', offered: 0 }]);
});

test('a moved visit that comes back takes its time from those who were asked', async () => {
  const salon = await open();
  await salon.waiting('Белла');
  const startsAt = server.clock.now().add({ hours: 48 });
  const { externalId } = await salon.book({ startsAt });
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 24 }) });
  await salon.book({ externalId, startsAt });
  expect((await salon.slots()).map(({ status }) => status)).toEqual(['open', 'restored']);
});

test('who lost the slot is told the nearest free time of the master', async () => {
  const salon = await open({ mode: 'all' });
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.free();
  const [first = '', second = ''] = (await salon.slot()).offers.map(({ id }) => salon.linkTo(id));
  await tap(first, 'accept');
  await server.runJobs();
  const { text } = await page(second);
  expect(text).toContain('уже занял другой клиент');
  expect(text).toMatch(/Ближайшее свободное время: 4\sмарта, 19:00/);
});

test('an offer is previewed for those who wait, and sent to own numbers with a link to an example', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const { body: stored } = await call(contract.getWaitlistSettings, { token });
  const settings = { content: { ...stored.settings.content, shortensLinks: false }, channelIds: [] };
  const preview = async (content: object) =>
    (await call(contract.previewOffer, { token, body: { settings: { ...settings, content } } })).body;
  expect((await preview(settings.content)).previews).toMatchObject([{ contactId: null, contactName: 'Анна' }]);
  const contactId = await salon.waiting('Белла');
  const texts = { default: '{clientName}, ждём {recordTime} {slotLink} {visitsCount} {нет}' };
  const shown = await preview({ ...settings.content, texts });
  expect(shown.previews).toMatchObject([{ contactId, text: expect.stringMatching(/^Белла, ждём \d\d:\d\d http/) }]);
  expect(shown.unknownVariables.toSorted()).toEqual(['visitsCount', 'нет']);

  const send = (body: object) =>
    call(contract.sendOfferTest, {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { settings, testPhones: '', ...body },
    });
  expect((await send({})).body).toMatchObject({ code: 'channel.cannot_reach' });
  await salon.book({ startsAt: server.clock.now().add({ hours: 99 }) });
  expect((await send({ contactId, testPhones: '+79161112233' })).status).toBe(200);
  await server.runJobs();
  expect(salon.whatsApp.sent.at(-1)?.message.text).toContain('Белла');
  const example = await page(salon.link());
  expect(example.text).toContain('This is an example');
  expect(await tap(salon.link(), 'accept')).toBe(404);
  expect(await salon.slots()).toEqual([]);
});

test('a slot that another contact has the time to answer for is refused, and free again when that time is over', async () => {
  const salon = await open({ holdMinutes: 30 });
  const { tenantId } = salon.owner;
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.free();
  const bella = salon.link();
  await tap(bella, 'decline');
  await server.runJobs();
  const [offer, held] = (await salon.slot()).offers;
  expect(statuses(await salon.slot())).toEqual(['Белла: declined', 'Вера: open']);
  const endsAt = Temporal.Instant.from(held!.endsAt!);
  await server.clock.set(endsAt.subtract({ seconds: 1 }));
  expect((await page(bella)).text).toContain('сейчас место предложено другому');
  await tap(bella, 'accept');
  // The statement that gives the slot refuses by itself, also after the slot was read as free.
  const claim = (scope: TenantScope) => claimSlot(scope, offer!.id, server.clock.now());
  expect(await withTenant(server.ctx, tenantId, claim)).toBe(false);
  expect(await salon.slot()).toMatchObject({ status: 'open', winner: null });

  await server.clock.set(endsAt);
  expect((await page(bella)).text).toContain('Всё-таки занять');
  await tap(bella, 'accept');
  expect(await salon.slot()).toMatchObject({ status: 'filled', winner: { name: 'Белла' } });
  expect(statuses(await salon.slot())).toEqual(['Белла: accepted', 'Вера: lost']);
});

test('who accepts while the next contact is being asked waits for that, and is refused', async () => {
  const salon = await open({ holdMinutes: 30 });
  await salon.waiting('Белла');
  await salon.waiting('Вера');
  await salon.free();
  const bella = salon.link();
  await tap(bella, 'decline');
  const { id: slotId, offers } = await salon.slot();
  const offering = await server.owner.connect();
  await offering.query('begin');
  await offering.query('select from freed_slots where id = $1 for update', [slotId]);
  const endsAt = server.clock.now().add({ minutes: 30 }).toString();
  await offering.query(`update slot_offers set status = 'open', ends_at = $2 where id = $1`, [offers[1]?.id, endsAt]);
  const accepted = tap(bella, 'accept');
  await expect.poll(() => countLockWaits(server.owner)).toBe(1);
  await offering.query('commit');
  offering.release();
  await accepted;
  expect(await salon.slot()).toMatchObject({ status: 'open', winner: null });
});

test('a slot is offered until the moment at which offers stop, and not at it', async () => {
  const salon = await open({ stopMinutes: 60, holdMinutes: 30 });
  const { tenantId } = salon.owner;
  await salon.waiting('Белла');
  await salon.free({ startsAt: server.clock.now().add({ minutes: 90 }) });
  const [offer] = (await salon.slot()).offers;
  await server.clock.advance({ minutes: 30 });
  expect((await page(salon.link())).text).toContain('предложение уже закончилось');
  await tap(salon.link(), 'accept');
  const claim = (scope: TenantScope) => claimSlot(scope, offer!.id, server.clock.now());
  expect(await withTenant(server.ctx, tenantId, claim)).toBe(false);
  expect(await salon.slot()).toMatchObject({ status: 'open', winner: null });
  await server.runJobs();
  expect(await salon.slot()).toMatchObject({ status: 'unfilled', offers: [{ status: 'lapsed' }] });
});
