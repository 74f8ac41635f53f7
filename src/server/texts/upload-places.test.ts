import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { uploadImage, type UploadedImage } from '#contract/flows/trials.ts';
import { UPLOAD_LIMITS } from '#server/platform/intake/upload-limits.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { beginUpload, type SlowUpload } from '#server/testing/server/slow-upload.ts';

const server = await testServer({
  uploads: {
    members: { ...UPLOAD_LIMITS.members, total: 6, reserved: 2, perKey: 2, maxWaitingPerKey: 3, yieldsAfterMs: 500 },
  },
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const started: SlowUpload[] = [];
afterEach(async () => {
  for (const upload of started.splice(0)) upload.close();
  await untilArriving(0);
});

async function begin({ token }: SignedUp): Promise<SlowUpload> {
  const upload = await beginUpload(server.origin, uploadImage.path, { headers: { Authorization: `Bearer ${token}` } });
  started.push(upload);
  upload.send(PNG);
  upload.answered.catch(() => undefined); // NOTE: most are closed before they are answered
  return upload;
}

/** Waits until so many uploads have their places: their files have rows, and are not stored yet. */
async function untilArriving(count: number): Promise<void> {
  const arriving = async () => {
    const { rows } = await server.owner.query<{ count: number }>(
      'select count(*)::int as count from files where stored_at is null',
    );
    return rows[0]?.count;
  };
  while ((await arriving()) !== count) await sleep(5);
}

async function upload({ token }: SignedUp): Promise<{ status: number; body: UploadedImage }> {
  const body = new FormData();
  body.set('file', new Blob([PNG]), 'salon.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}${uploadImage.path}`, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as UploadedImage };
}

test('slow uploads of two cabinets, however many, leave places to those that upload nothing yet', async () => {
  const [first, second, ...others] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  for (const flooding of [first, second]) for (let n = 0; n < 4; n += 1) await begin(flooding);
  await untilArriving(4);
  for (const other of others) expect(await upload(other)).toMatchObject({ status: 200 });
  const [third] = others;
  await begin(third!);
  await untilArriving(5);
  expect(await upload(others[1]!)).toMatchObject({ status: 200 });
});

test("a cabinet's uploads beyond its places wait for its own, and one beyond those that may wait is refused", async () => {
  const [flooding, other] = [await server.signUp(), await server.signUp()];
  const [first] = [await begin(flooding), await begin(flooding)];
  await untilArriving(2);
  const more = [await begin(flooding), await begin(flooding), await begin(flooding), await begin(flooding)];
  for (const one of more) one.finish();
  const answers = more.map(({ answered }) => answered);
  const soonest = await Promise.race(answers);
  expect(soonest.status).toBe(429);
  expect(soonest.body).toContain('file.too_many_at_once');
  expect(await upload(other)).toMatchObject({ status: 200 });

  first?.finish();
  expect(await first?.answered).toMatchObject({ status: 200 });
  const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
});

test('senders that leave while they wait, or while they send, keep no place', async () => {
  const leaving = await server.signUp();
  for (let n = 0; n < 5; n += 1) await begin(leaving);
  await untilArriving(2);
  for (const upload of started) upload.close();
  await Promise.all(started.map(({ closed }) => closed));
  await untilArriving(0);
  for (let n = 0; n < 3; n += 1) expect(await upload(leaving)).toMatchObject({ status: 200 });
});

test('where other cabinets hold every place, the upload that has had its own for longest yields it to a newcomer', async () => {
  const uploads: SlowUpload[] = [];
  for (let n = 1; n <= 6; n += 1) {
    uploads.push(await begin(await server.signUp()));
    await untilArriving(n);
  }
  expect(await upload(await server.signUp())).toMatchObject({ status: 200 });
  const { status, body } = await uploads[0]!.answered;
  expect([status, body]).toEqual([429, expect.stringContaining('file.too_many_at_once')]);
  await untilArriving(5);
});
