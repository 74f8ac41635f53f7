import { expect, test } from 'vitest';
import { createBookingButton } from '#contract/booking/buttons.ts';
import { bookingToken, visitToken } from '#server/booking/links/link-actions.ts';
import { waitlistSalons } from '#server/testing/houses/waitlist-house.ts';

const { server, open, page, post, tap } = await waitlistSalons();

test('a contact waits for an earlier time from the page of their visit, takes it, and gives up the later one', async () => {
  const salon = await open();
  const later = await salon.book({
    externalId: 'later',
    phone: '+79165550011',
    clientName: 'Белла',
    startsAt: Temporal.Instant.from('2026-03-06T09:00:00Z'),
  });
  const path = `/visit/${visitToken(server.ctx, salon.owner.tenantId, later.visitId)}`;
  expect((await page(path)).text).toContain('Хочу раньше');
  for (let n = 0; n < 2; n++) expect(await post(`${path}/waitlist`, { request: 'join', part: 'day' })).toBe(303);
  expect((await page(path)).text).toContain('Мы напишем, если освободится время раньше');
  expect(await salon.entries()).toMatchObject([
    { contactName: 'Белла', source: 'visit', preference: { fromHour: 12, untilHour: 17, lastDay: '2026-03-06' } },
  ]);

  await salon.free({ startsAt: Temporal.Instant.from('2026-03-07T09:00:00Z') });
  expect((await salon.slot()).offers).toEqual([]);
  await salon.free({ startsAt: Temporal.Instant.from('2026-03-05T09:00:00Z') });
  const offer = salon.link();
  expect((await page(offer)).text).toContain('Ваша прежняя запись на');
  await tap(offer, 'accept');
  await server.runJobs();
  const visits = [...salon.bookings.values()].filter(({ client }) => client?.phone === '+79165550011');
  expect(visits.map(({ startsAt, status }) => [String(startsAt), status])).toEqual([
    ['2026-03-06T09:00:00Z', 'cancelled'],
    ['2026-03-05T09:00:00Z', 'waiting'],
  ]);
});

test('a contact leaves the list by the page, and nothing is offered there while offers are off or the visit is over', async () => {
  const salon = await open();
  const { visitId, externalId } = await salon.book({ startsAt: Temporal.Instant.from('2026-03-06T09:00:00Z') });
  const token = visitToken(server.ctx, salon.owner.tenantId, visitId);
  const path = `/visit/${token}`;
  await post(`${path}/waitlist`, { request: 'join' });
  await post(`${path}/waitlist`, { request: 'leave' });
  expect(await salon.entries()).toEqual([]);
  await salon.save({ isOn: false });
  expect((await page(path)).text).not.toContain('Хочу раньше');
  await post(`${path}/waitlist`, { request: 'join' });
  await salon.save({ isOn: true });
  await salon.book({ externalId, status: 'cancelled' });
  await post(`${path}/waitlist`, { request: 'join' });
  expect(await salon.entries()).toEqual([]);
  expect(await post(`${path}x/waitlist`, { request: 'join' })).toBe(404);
  expect(await post(`${path}/waitlist`, { request: 'everything' })).toBe(400);
});

test('a visitor of the site joins with a name and a phone, once for a service', async () => {
  const salon = await open();
  const { tenantId, token } = salon.owner;
  await salon.book({});
  await server.owner.query('update services set is_active = true where tenant_id = $1', [tenantId]);
  const body = { ...A_BUTTON, branchId: salon.branchId };
  const { body: button } = await server.call(createBookingButton, { token, body });
  const path = `${new URL(button.pageUrl).pathname}/waitlist`;
  const form = await page(path);
  expect(form.text).toContain('Стрижка');
  const serviceId = /<option value="([\w-]{36})"/.exec(form.text)?.[1] ?? '';
  const filled = { name: 'Рита', phone: '8 916 777-00-11', service: serviceId, part: 'evening' };
  expect(await post(path, { ...filled, phone: '12' })).toBe(422);
  for (let n = 0; n < 2; n++) expect(await post(path, filled)).toBe(303);
  expect((await page(`${path}?joined`)).text).toContain('You are on the waiting list');
  expect(await salon.entries()).toMatchObject([
    {
      contactName: 'Рита',
      contactPhone: '+79167770011',
      source: 'site',
      serviceTitle: 'Стрижка',
      preference: { branchId: salon.branchId, fromHour: 17, untilHour: 24 },
    },
  ]);
  await salon.save({ isOn: false });
  expect((await page(path)).status).toBe(404);
  expect((await page(`/book/${bookingToken(server.ctx, tenantId, button.id)}x/waitlist`)).status).toBe(404);
});

test('an hour takes six visitors with one phone, sixty from one address and three hundred for one button', async () => {
  const salon = await open();
  await salon.book({});
  const body = { ...A_BUTTON, branchId: salon.branchId };
  const { body: button } = await server.call(createBookingButton, { token: salon.owner.token, body });
  const path = `${new URL(button.pageUrl).pathname}/waitlist`;
  let visitors = 0;
  const join = (change: { phone?: string; address?: string } = {}) => {
    const phone = change.phone ?? `8 916 ${String(2_000_000 + visitors++)}`;
    return post(path, { name: 'Рита', phone, service: '', part: 'any' }, change.address);
  };
  /** Joins until the page refuses. @returns how many have joined */
  const joinUntilRefused = async (change: { phone?: string; address?: string }): Promise<number> => {
    for (let joined = 0; joined < 400; joined++) {
      const status = await join(change);
      if (status === 429) return joined;
      expect(status).toBe(303);
    }
    return 400;
  };
  expect(await joinUntilRefused({ phone: '8 916 777-00-11' })).toBe(6);
  const fromOneAddress = await joinUntilRefused({ address: '192.0.2.7' });
  expect([fromOneAddress >= 60, fromOneAddress < 80]).toEqual([true, true]);
  const others = await joinUntilRefused({});
  const altogether = 6 + fromOneAddress + others;
  expect([altogether >= 300, altogether < 400]).toEqual([true, true]);
});

const A_BUTTON = {
  opens: 'page' as const,
  targetUrl: 'https://booking.example.com/salon',
  label: 'Записаться',
  accent: null,
  position: 'bottom_right' as const,
  terms: { opensAt: '12:00', closesAt: '22:00', mostGuests: 8, daysAhead: 30, leadMinutes: 60 },
};
