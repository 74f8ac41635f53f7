import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { uploadDocument } from '#contract/flows/trials.ts';
import { createFlow, saveFlow } from '#contract/flows/calls.ts';
import { createMailing } from '#contract/mailings/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
server.ctx.config.maxTenantFilesMegabytes = 45;
const MEGABYTE = 1_048_576;
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(bytes - 8)]);

async function upload(token: string, bytes: Buffer, name = 'price.pdf') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.origin}${uploadDocument.path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await answer.json()) as { id: string; url: string; code?: string; details?: Record<string, unknown> };
  return { status: answer.status, headers: answer.headers, body };
}

const storedOf = (tenantId: string) => {
  try {
    return readdirSync(`${server.ctx.config.dataDir}/files/${tenantId}`).toSorted();
  } catch {
    return [];
  }
};
const rowsOf = async (tenantId: string) =>
  (await server.owner.query<{ id: string }>('select id from files where tenant_id = $1 order by id', [tenantId])).rows;

test("a cabinet's files are limited together, also those uploaded at the same moment; another cabinet's are not touched", async () => {
  const [{ owner }, neighbour] = [await open(), await server.signUp()];
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(owner.token, pdf(15 * MEGABYTE))));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body } of refused)
    expect([status, body]).toEqual([409, { code: 'file.quota_exhausted', details: { maxMegabytes: 45 } }]);
  const stored = await rowsOf(owner.tenantId);
  expect(stored).toHaveLength(4 - refused.length);
  expect(storedOf(owner.tenantId)).toEqual(stored.map(({ id }) => id));
  expect((await upload(neighbour.token, pdf(1_000))).status).toBe(200);
});

test('a refused file leaves neither a row nor bytes, and the files beside it stay', async () => {
  const { owner } = await open();
  const { body: stored } = await upload(owner.token, pdf(2_000));
  expect((await upload(owner.token, Buffer.from('MZ a program'))).body.code).toBe('file.wrong_type');
  expect((await upload(owner.token, pdf(21 * MEGABYTE))).body.code).toBe('file.too_big');
  expect(await rowsOf(owner.tenantId)).toEqual([{ id: stored.id }]);
  expect(storedOf(owner.tenantId)).toEqual([stored.id]);
});

test('uploads per member and minute are limited, and the refusal has the time of the next attempt', async () => {
  const { owner } = await open();
  let taken = 0;
  let last = await upload(owner.token, pdf(100));
  for (; last.status === 200 && taken < 200; taken += 1) last = await upload(owner.token, pdf(100));
  expect([last.status, last.body.code]).toEqual([429, 'request.too_often']);
  expect(taken).toBeGreaterThanOrEqual(60);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  // The limit recovers with each second, and a large file may take several.
  await server.owner.query(`update allowances set counted_at = counted_at + interval '1 minute'`);
  expect((await upload(owner.token, pdf(3 * MEGABYTE))).status).toBe(429);
  expect(await rowsOf(owner.tenantId)).toHaveLength(taken);
});

test('nothing is uploaded that would fill the disk', async () => {
  const { owner } = await open();
  const { config } = server.ctx;
  const before = config.minFreeDiskMegabytes;
  config.minFreeDiskMegabytes = 1e9;
  expect(await upload(owner.token, pdf(3 * MEGABYTE))).toMatchObject({
    status: 507,
    body: { code: 'file.storage_full' },
  });
  config.minFreeDiskMegabytes = before;
  expect((await upload(owner.token, pdf(100))).status).toBe(200);
});

test('files that nothing refers to are deleted after a week; what a flow, its earlier version, a mailing or the logo refers to stays', async () => {
  const { owner, aFlow } = await open();
  const file = async () => (await upload(owner.token, pdf(500))).body;
  const [unused, present, past, mailed, logo] = [await file(), await file(), await file(), await file(), await file()];
  const base = defaultSettings('visit_created', 'ru');
  const withFile = (imageId: string | null) => ({ ...base, content: { ...base.content, imageId } });
  const body = { kind: 'visit_created' as const, settings: withFile(past.id) };
  const { body: flow } = await server.call(createFlow, { token: owner.token, body });
  expect(flow.id).toBeDefined();
  const saved = await server.call(saveFlow, {
    token: owner.token,
    params: { flowId: flow.id },
    body: { title: flow.title, settings: withFile(null), testPhones: '', baseVersion: flow.version },
  });
  expect(saved.status).toBe(200);
  await aFlow({ kind: 'visit_created', settings: withFile(present.id) as never });

  const { body: mailing } = await server.call(createMailing, { token: owner.token, body: { title: 'Spring' } });
  await server.owner.query(
    `update sender_versions set settings = jsonb_set(settings, '{content,imageId}', to_jsonb($2::text)) where sender_id = $1`,
    [mailing.id, mailed.id],
  );
  await server.owner.query('update tenants set logo_file_id = $2 where id = $1', [owner.tenantId, logo.id]);

  await server.clock.advance({ hours: 6 * 24 });
  await server.runRepeated('texts.delete-unused-files');
  expect(await rowsOf(owner.tenantId)).toHaveLength(5);

  await server.clock.advance({ hours: 2 * 24 });
  const fresh = await file();
  await server.runRepeated('texts.delete-unused-files');
  const left = [present.id, past.id, mailed.id, logo.id, fresh.id].toSorted();
  expect((await rowsOf(owner.tenantId)).map(({ id }) => id).toSorted()).toEqual(left);
  expect(storedOf(owner.tenantId)).toEqual(left);
  expect((await fetch(`${server.origin}${new URL(unused.url).pathname}`)).status).toBe(404);
  expect((await fetch(`${server.origin}${new URL(past.url).pathname}`)).status).toBe(200);
});

test('an upload that a crash cut off is deleted an hour later', async () => {
  const { owner } = await open();
  const { body } = await upload(owner.token, pdf(500));
  await server.owner.query('update files set stored_at = null where id = $1', [body.id]);
  expect((await fetch(`${server.origin}${new URL(body.url).pathname}`)).status).toBe(404);
  await server.clock.advance({ minutes: 61 });
  await server.runRepeated('texts.delete-unused-files');
  expect([await rowsOf(owner.tenantId), storedOf(owner.tenantId)]).toEqual([[], []]);
});
