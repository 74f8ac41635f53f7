import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { uploadDocument, uploadImage } from '#contract/flows/trials.ts';
import { uploadImport } from '#contract/imports/calls.ts';
import { UPLOAD_LIMITS } from '#server/platform/intake/upload-limits.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { aPicture } from '#server/testing/server/pictures.ts';
import { beginUpload } from '#server/testing/server/slow-upload.ts';

const PACE = { bytesPerSecond: 4_096, patienceMs: 600, wholeWithinMs: 60_000, lingerMs: 50, checkEveryMs: 20 };
const server = await testServer({
  uploads: { pace: PACE, members: { ...UPLOAD_LIMITS.members, total: 1, reserved: 0, perKey: 1 } },
});

const PNG = await aPicture();

const begin = ({ token }: SignedUp, path: string = uploadImage.path, fileName = 'photo.png') =>
  beginUpload(server.origin, path, { headers: { Authorization: `Bearer ${token}` }, fileName });

const rows = async () => (await server.owner.query('select 1 from files where stored_at is null')).rowCount;

test.each([
  [uploadImage.path, 'photo.png', PNG],
  [uploadDocument.path, 'prices.txt', 'Стрижка'],
  [uploadImport.path, 'clients.csv', 'phone;name\n'],
])('an upload that stops is ended with its reason, and its place is the next one’s: %s', async (path, name, bytes) => {
  const [slow, next] = [await begin(await server.signUp(), path, name), await begin(await server.signUp())];
  slow.send(bytes);
  next.send(PNG);
  next.finish();
  expect(await slow.answered).toEqual({ status: 422, body: '{"code":"file.too_slow"}' });
  expect(await next.answered).toMatchObject({ status: 200 });
  await slow.closed;
  expect(await rows()).toBe(0);
});

test('an upload whose form does not even begin is ended too', async () => {
  const owner = await server.signUp();
  const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'multipart/form-data; boundary=other' };
  const upload = await beginUpload(server.origin, uploadImage.path, { headers });
  expect(await upload.answered).toMatchObject({ status: 422, body: '{"code":"file.too_slow"}' });
});

test('a byte now and then does not keep an upload alive', async () => {
  const upload = await begin(await server.signUp());
  upload.send(PNG);
  const sending = setInterval(() => upload.send('x'), 50);
  expect(await upload.answered.finally(() => clearInterval(sending))).toMatchObject({ status: 422 });
});

test('an upload that keeps the least speed ends well, and so does one that waited for its place meanwhile', async () => {
  const steady = await begin(await server.signUp());
  steady.send(PNG);
  while ((await rows()) !== 1) await sleep(5);
  const waiting = await begin(await server.signUp());
  waiting.send(PNG);
  for (let n = 0; n < 30; n += 1) {
    steady.send(Buffer.alloc(2_048));
    await sleep(50);
  }
  steady.finish();
  expect(await steady.answered).toMatchObject({ status: 200 });
  waiting.finish();
  expect(await waiting.answered).toMatchObject({ status: 200 });
});

test('the rest of a refused upload is not awaited for long', async () => {
  const upload = await begin({ ...(await server.signUp()), token: 'none' });
  expect(await upload.answered).toMatchObject({ status: 401 });
  await upload.closed;
});
