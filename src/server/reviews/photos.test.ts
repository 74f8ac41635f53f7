import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { listReviews } from '#contract/reviews/calls.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UPLOAD_LIMITS } from '#server/platform/intake/upload-limits.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { aPicture, aPictureDeclaring } from '#server/testing/server/pictures.ts';
import { postForm } from '#server/testing/server/visitor-forms.ts';
import { pictureEncoder } from '#server/texts/attachments/picture-reads.ts';
import { reviewToken } from '#server/reviews/storage/tokens.ts';

const { server, open } = await bookedSalons({
  uploads: {
    ...UPLOAD_LIMITS,
    visitors: { total: 40, perKey: 40, maxWaiting: 0, maxWaitMs: 30_000 },
    visitorsOfTenant: 40,
  },
});

const SENT = 'Отзыв отправлен';
const BUSY = 'Сейчас фото принять не получилось';
const PICTURE = await aPicture({ width: 64, height: 64, format: 'jpeg' });

/** The page of a visit that has its stars. */
async function ratedPage(salon: Salon): Promise<string> {
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;
  await postForm(server.origin, path, { stars: '5' });
  return path;
}

/** Sends a photo, and reads the page that follows. */
async function sendPhoto(path: string, address: string, photo: Buffer): Promise<string> {
  const body = new FormData();
  body.append('details', '1');
  body.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const headers = { 'x-forwarded-for': address };
  return (await fetch(new URL(path, server.origin), { method: 'POST', body, headers })).text();
}

/** Keeps the place of a business by a photo that does not end. */
function holdPlace(key: string): { release: () => Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const options = { mostPixels: 1, side: 1, quality: 1 };
  const file = new Readable({ read() {} });
  const held = readIsolated(pictureEncoder, { key, options, open: async () => file }, () => gate.promise);
  return {
    release: () => {
      gate.resolve();
      return held;
    },
  };
}

const filesOf = async ({ owner }: Salon) =>
  (await server.owner.query('select 1 from files where tenant_id = $1', [owner.tenantId])).rows.length;

test('a photo of more pixels than are decoded is refused by its header, in words', async () => {
  const salon = await open();
  const path = await ratedPage(salon);
  const huge = await aPictureDeclaring({ width: 7_700, height: 7_700 });
  expect(await sendPhoto(path, '203.0.113.1', huge)).toContain('На фото слишком много пикселей');
  expect(await filesOf(salon)).toBe(0);
  expect(await sendPhoto(path, '203.0.113.1', PICTURE)).toContain(SENT);
  expect(await filesOf(salon)).toBe(1);
});

test('a photo of 36 million pixels, in several passes, is kept, and the server needs no memory for it', async () => {
  const salon = await open();
  const path = await ratedPage(salon);
  const large = await aPicture({ width: 6_000, height: 6_000, format: 'jpeg', isProgressive: true });
  const before = process.memoryUsage.rss();
  expect(await sendPhoto(path, '203.0.113.2', large)).toContain(SENT);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1_048_576); // NOTE: decoded, it has 108 MB
  const { items } = (await server.call(listReviews, { token: salon.owner.token })).body;
  expect(items).toMatchObject([{ photoUrl: expect.any(String) as string }]);
});

test('one visitor has one place, however many photos they send: some wait, the others are refused in words', async () => {
  const [salon, other] = [await open(), await open()];
  const [path, otherPath] = [await ratedPage(salon), await ratedPage(other)];
  const place = holdPlace(salon.owner.tenantId);
  const flood = Array.from({ length: 6 }, () => sendPhoto(path, '203.0.113.7', PICTURE));
  expect(await Promise.race(flood)).toContain(BUSY);
  expect(await sendPhoto(otherPath, '203.0.113.9', PICTURE)).toContain(SENT);
  await place.release();
  const pages = await Promise.all(flood);
  expect(pages.map((page) => (page.includes(BUSY) ? 'busy' : page.includes(SENT) && 'sent')).toSorted()).toEqual([
    'busy',
    'busy',
    'sent',
    'sent',
    'sent',
    'sent',
  ]);
});

test('photos of one business have one place, also from many addresses; another business is served', async () => {
  const [salon, other] = [await open(), await open()];
  const [path, otherPath] = [await ratedPage(salon), await ratedPage(other)];
  const place = holdPlace(salon.owner.tenantId);
  const many = Array.from({ length: 10 }, (_, nth) => sendPhoto(path, `198.51.100.${nth}`, PICTURE));
  expect(await Promise.race(many)).toContain(BUSY);
  expect(await sendPhoto(otherPath, '203.0.113.20', PICTURE)).toContain(SENT);
  await place.release();
  const pages = await Promise.all(many);
  expect(pages.filter((page) => page.includes(SENT))).toHaveLength(4);
  expect(pages.filter((page) => page.includes(BUSY))).toHaveLength(6);
});
