import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createBookingButton } from '#contract/booking/buttons.ts';
import { iikoRestaurant } from '#server/testing/houses/iiko-restaurant.ts';

/*
 * How many requests for a table are taken. Guests behind the address of a mall or a carrier share its limit; the limits of
 * a phone and of a button stop those who change their addresses.
 */

const { server, found, connect, reset } = await iikoRestaurant();
let owner: Awaited<ReturnType<typeof connect>>;

beforeEach(async () => {
  await reset();
  owner = await connect(await found());
});

async function aButton(): Promise<string> {
  const { body } = await server.call(createBookingButton, {
    token: owner.token,
    body: {
      branchId: owner.connection.branches[0]?.id,
      opens: 'table',
      targetUrl: null,
      label: 'Table',
      accent: null,
      position: 'inline',
      terms: { opensAt: '12:00', closesAt: '22:00', mostGuests: 8, daysAhead: 30, leadMinutes: 60 },
    },
  });
  return new URL(body.pageUrl).pathname;
}

let guests = 0;
const aPhone = () => `+7916${String(1_000_000 + guests++)}`;

async function send(path: string, { phone = aPhone(), from, language = 'en' }: Record<string, string | undefined>) {
  const form = { key: randomUUID(), date: '2026-03-05', time: '19:00', guests: '2', name: 'Anna', comment: '' };
  const answer = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': from ?? '198.51.100.9', 'accept-language': language },
    body: new URLSearchParams({ ...form, phone }),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), page: await answer.text() };
}

/** Sends forms until one is refused. @returns how many were taken, and the refusal */
async function sendUntilRefused(path: string, how: (nth: number) => Record<string, string | undefined>) {
  for (let taken = 0; taken < 400; taken++) {
    const answer = await send(path, how(taken));
    if (answer.status !== 303) return { taken, refusal: answer };
  }
  return { taken: 400, refusal: null };
}

test('sixty guests behind one address request a table, and the form stays open; the next is told how long to wait', async () => {
  const path = await aButton();
  const { taken, refusal } = await sendUntilRefused(path, () => ({}));
  expect(taken).toBeGreaterThanOrEqual(60);
  expect(taken).toBeLessThan(80);
  expect(refusal).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(refusal?.page).toMatch(/Try again in \d+ minute/);
  expect((await send(path, { language: 'uk' })).page).toMatch(/Спробуйте ще раз через \d+ хвилин/);
  const form = await fetch(`${server.origin}${path}`, { headers: { 'x-forwarded-for': '198.51.100.9' } });
  expect([form.status, await form.text()]).toEqual([200, expect.not.stringContaining('Try again')]);
  expect((await send(path, { from: '198.51.100.10' })).status).toBe(303);
  expect((await send(await aButton(), {})).status).toBe(303);
});

test('the addresses of one IPv6 network share its limit', async () => {
  const path = await aButton();
  const { taken } = await sendUntilRefused(path, (nth) => ({ from: `2001:db8:1:2::${nth.toString(16)}` }));
  expect(taken).toBeLessThan(80);
  expect((await send(path, { from: '2001:db8:1:3::1' })).status).toBe(303);
});

test('one phone is taken a few times, from whatever addresses, and the wait is told in minutes', async () => {
  const path = await aButton();
  const phone = aPhone();
  const { taken, refusal } = await sendUntilRefused(path, (nth) => ({ phone, from: `198.51.101.${nth}` }));
  expect(taken).toBe(6);
  expect(refusal?.page).toMatch(/Try again in \d+ minutes/);
  expect((await send(path, { phone, from: '198.51.101.99', language: 'ru' })).page).toMatch(/через \d+ минут/);
});

test('a button takes no more than some hundred requests, however many addresses they come from', async () => {
  const path = await aButton();
  const { taken } = await sendUntilRefused(path, (nth) => ({ from: `10.77.${nth >> 8}.${nth & 255}` }));
  expect(taken).toBeGreaterThanOrEqual(300);
  expect(taken).toBeLessThan(400);
});
