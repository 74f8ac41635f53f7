import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contract/waitlist.ts';
import { waitlistSalons } from '#server/testing/waitlist-house.ts';

const { server, open, page, tap } = await waitlistSalons();
const { call } = server;

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
