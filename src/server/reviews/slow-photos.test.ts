import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { uploadImage } from '#contract/flows/trials.ts';
import { listReviews } from '#contract/reviews/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { aPicture } from '#server/testing/server/pictures.ts';
import { beginUpload, type SlowUpload } from '#server/testing/server/slow-upload.ts';
import { postForm } from '#server/testing/server/visitor-forms.ts';
import { reviewToken } from '#server/reviews/storage/tokens.ts';

const WAITING = { maxWaiting: 0, maxWaitMs: 30_000 };
const { server, open } = await bookedSalons({
  uploads: {
    pace: { bytesPerSecond: 4_096, patienceMs: 2_000, wholeWithinMs: 60_000, lingerMs: 50, checkEveryMs: 20 },
    members: { total: 1, perKey: 1, ...WAITING },
    visitors: { total: 5, reserved: 2, perKey: 2, ...WAITING },
    visitorsOfTenant: 4,
  },
});

const JPEG = await aPicture({ format: 'jpeg' });
const RATED = { details: '1', text: 'С фото' };

type Held = { path: string; address: string; upload: SlowUpload; timer: NodeJS.Timeout };
const held = new Set<Held>();
afterEach(() => held.forEach(drop));

function drop(one: Held): void {
  held.delete(one);
  clearInterval(one.timer);
  one.upload.close();
}

/** A page of a review that has its stars. */
async function pageOf(salon: Salon): Promise<string> {
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;
  await postForm(server.origin, path, { stars: '5' });
  return path;
}

/** Sends a photo from an address, slowly but fast enough, and never ends. One that is refused is sent again. */
async function sendForever(path: string, address: string): Promise<void> {
  const headers = { 'X-Forwarded-For': address };
  const upload = await beginUpload(server.origin, path, { headers, fields: RATED, file: 'photo' });
  upload.send(JPEG);
  const one = { path, address, upload, timer: setInterval(() => upload.send(Buffer.alloc(1_024)), 50) };
  held.add(one);
  const again = async () => {
    await sleep(150); // NOTE: a link takes 40 forms an hour, and a place is held while a photo is decoded
    if (!held.has(one)) return;
    drop(one);
    void sendForever(path, address);
  };
  upload.answered.then(again, again);
}

async function send(path: string, address: string): Promise<number> {
  const body = new FormData();
  body.append('details', '1');
  body.append('photo', new Blob([new Uint8Array(JPEG)]), 'photo.jpg');
  const headers = { 'x-forwarded-for': address };
  return (await fetch(new URL(path, server.origin), { method: 'POST', body, headers })).status;
}

/** Waits until the slow photos have their places, so that another one from there finds none. */
async function untilRefused(path: string, address: string): Promise<void> {
  for (let attempts = 0; (await send(path, address)) !== 429; attempts += 1) {
    if (attempts > 20) throw new Error('No photo is refused'); // NOTE: a link takes 40 forms an hour
    await sleep(50);
  }
}

test('slow photos from one address close neither another address’s nor the uploads of members', async () => {
  const salon = await open();
  const path = await pageOf(salon);
  for (const address of ['198.51.100.7', '198.51.100.7']) await sendForever(path, address);
  await untilRefused(path, '198.51.100.7');
  await sendForever(path, '198.51.100.8');
  expect(await send(path, '198.51.100.9')).toBe(200);
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(JPEG)]), 'logo.jpg');
  const headers = { authorization: `Bearer ${salon.owner.token}` };
  const logo = await fetch(`${server.origin}${uploadImage.path}`, { method: 'POST', body, headers });
  expect(logo.status).toBe(200);
});

test('addresses of one customer of a network count as one', async () => {
  const path = await pageOf(await open());
  await sendForever(path, '2001:db8:1:2::1');
  await sendForever(path, '2001:db8:1:2:ffff::2');
  await untilRefused(path, '2001:db8:1:2::3');
  expect(await send(path, '2001:db8:1:3::1')).toBe(200);
});

test('photos for one business leave places to those for others', async () => {
  const [path, other] = [await pageOf(await open()), await pageOf(await open())];
  for (let n = 0; n < 4; n += 1) await sendForever(path, `198.51.100.${n}`);
  await untilRefused(path, '198.51.100.20');
  expect(await send(other, '198.51.100.21')).toBe(200);
});

test('a photo that stops on its way is left out in words, and what was written is saved', async () => {
  const salon = await open();
  const path = await pageOf(salon);
  const upload = await beginUpload(server.origin, path, { fields: RATED, file: 'photo' });
  upload.send(JPEG);
  expect(await upload.answered).toMatchObject({ status: 303 });
  await upload.closed;
  const page = await (await fetch(new URL(`${path}?photo=slow`, server.origin))).text();
  expect(page).toContain('Фото загружалось слишком долго');
  const { body } = await server.call(listReviews, { token: salon.owner.token });
  expect(body.items).toMatchObject([{ text: 'С фото', photoUrl: null }]);
});

test('a form that stops before its photo is refused in words', async () => {
  const path = await pageOf(await open());
  const headers = { 'Content-Type': 'multipart/form-data; boundary=other', 'Accept-Language': 'en' };
  const upload = await beginUpload(server.origin, path, { headers });
  const { status, body } = await upload.answered;
  expect([status, body]).toEqual([422, expect.stringContaining('The upload was too slow and was stopped')]);
});
