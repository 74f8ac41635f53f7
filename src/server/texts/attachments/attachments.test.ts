import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { uploadDocument, uploadImage, uploadMedia, type UploadedImage } from '#contract/flows/trials.ts';
import { createFlow } from '#contract/flows/calls.ts';
import { setPublicAppearance } from '#contract/texts/appearance.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { ignoreLinkToken } from '#server/contacts/book/link-actions.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { aPicture, aPictureDeclaring } from '#server/testing/server/pictures.ts';
import { detectDocument, detectImage, detectMedia, type KindDetector } from './attachment-rules.ts';

const { server, open } = await bookedSalons();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = await aPicture({ format: 'jpeg' });

async function upload(
  token: string | null,
  bytes: Buffer,
  name = 'salon.png',
  { path } = uploadImage as { path: string },
) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const answer = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    body: form,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });
  return { status: answer.status, body: (await answer.json()) as UploadedImage & { code?: string; details?: unknown } };
}

const fetchFile = (url: string) => fetch(`${server.origin}${new URL(url).pathname}`);

test('an image is stored, and anyone with its address can fetch it', async () => {
  const { owner } = await open();
  const { body } = await upload(owner.token, PNG);
  expect(body).toMatchObject({ name: 'salon.png', sizeBytes: PNG.length });
  const answer = await fetchFile(body.url);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
});

test('the type of an image is detected by its bytes, not its name', async () => {
  const { owner } = await open();
  expect(await upload(owner.token, Buffer.from('<script>alert(1)</script>'))).toMatchObject({
    status: 415,
    body: { code: 'file.wrong_type' },
  });
  const jpeg = await upload(owner.token, JPEG, 'photo.png');
  expect((await fetchFile(jpeg.body.url)).headers.get('content-type')).toBe('image/jpeg');
});

test('an image that is too large is refused', async () => {
  const { owner } = await open();
  expect(await upload(owner.token, Buffer.concat([PNG, Buffer.alloc(5 * 1_048_576)]))).toMatchObject({
    status: 413,
    body: { code: 'file.too_big', details: { maxMegabytes: 5 } },
  });
});

test('an image of more than 40 million pixels is refused, and so is one that is cut off in its header', async () => {
  const { owner } = await open();
  expect(await upload(owner.token, await aPictureDeclaring({ width: 8_000, height: 5_001 }))).toMatchObject({
    status: 422,
    body: { code: 'file.too_many_pixels', details: { megapixels: 40 } },
  });
  expect((await upload(owner.token, await aPictureDeclaring({ width: 5_000, height: 5_000 }))).status).toBe(200);
  expect((await upload(owner.token, PNG.subarray(0, 20))).body.code).toBe('file.wrong_type');
  const { rows } = await server.owner.query('select 1 from files where tenant_id = $1', [owner.tenantId]);
  expect(rows).toHaveLength(1);
});

test.each([
  { width: 100, height: 3_000 },
  { width: 2_001, height: 100 },
  { width: 8_000, height: 2_001 },
])('an image of $width × $height, which Telegram refuses, is refused with its limits', async (size) => {
  const { owner } = await open();
  expect(await upload(owner.token, await aPicture(size))).toMatchObject({
    status: 422,
    body: { code: 'file.wrong_shape', details: { ...size, maxSides: 10_000, maxRatio: 20 } },
  });
});

test('an image at the limits of every channel is taken', async () => {
  const { owner } = await open();
  for (const size of [
    { width: 2_000, height: 100 },
    { width: 100, height: 2_000 },
    { width: 8_000, height: 2_000 },
  ])
    expect((await upload(owner.token, await aPicture(size))).status).toBe(200);
});

test('an image in the colours of printers or cameras, which WhatsApp refuses, is refused', async () => {
  const { owner } = await open();
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a7' } });
  const printed = await picture.clone().toColourspace('cmyk').jpeg().toBuffer();
  const deep = await picture.clone().toColourspace('rgb16').png().toBuffer();
  for (const bytes of [printed, deep])
    expect(await upload(owner.token, bytes)).toMatchObject({ status: 422, body: { code: 'file.wrong_colors' } });
});

test('a form that breaks off, or has no boundary, is refused', async () => {
  const { owner } = await open();
  for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data']) {
    const answer = await fetch(`${server.origin}${uploadImage.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { details: { fields: { file: ['unreadable'] } } },
    ]);
  }
});

test('an upload needs a signed-in member and a file', async () => {
  const { owner } = await open();
  expect(await upload(null, PNG)).toMatchObject({ status: 401, body: { code: 'auth.required' } });
  const answer = await fetch(`${server.origin}${uploadImage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(answer.status).toBe(400);
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj');

test('a document is stored, and is downloaded, never opened as a page of ours', async () => {
  const { owner } = await open();
  const { body } = await upload(owner.token, PDF, 'Прайс 2026.pdf', uploadDocument);
  expect(body).toMatchObject({ name: 'Прайс 2026.pdf', sizeBytes: PDF.length });
  const answer = await fetchFile(body.url);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('Прайс 2026.pdf')}`,
  );
});

test('a program that calls itself a document, and a document too big, are refused', async () => {
  const { owner } = await open();
  const program = Buffer.from('MZ\u0090\u0000 this is a program');
  expect(await upload(owner.token, program, 'price.pdf', uploadDocument)).toMatchObject({
    status: 415,
    body: { code: 'file.wrong_type' },
  });
  expect(await upload(owner.token, PDF, 'price.exe', uploadDocument)).toMatchObject({ status: 415 });
  const big = Buffer.concat([PDF, Buffer.alloc(16 * 1_048_576)]);
  expect(await upload(owner.token, big, 'price.pdf', uploadDocument)).toMatchObject({
    status: 413,
    body: { code: 'file.too_big', details: { maxMegabytes: 16 } },
  });
});

test('a flow carries a document under its own name', async () => {
  const salon = await open();
  const { body: file } = await upload(salon.owner.token, PDF, 'Прайс.pdf', uploadDocument);
  const settings = defaultSettings('visit_created', 'ru');
  await salon.aFlow({
    kind: 'visit_created' as const,
    settings: { ...settings, content: { ...settings.content, imageId: file.id } },
  });
  await salon.book({});
  const { message } = salon.whatsApp.sent[0]!;
  expect(message).toMatchObject({ image: null, file: { url: file.url, mime: 'application/pdf', name: 'Прайс.pdf' } });
});

const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1');

test('a video is stored, and played in place; one too big is refused', async () => {
  const { owner } = await open();
  const { body } = await upload(owner.token, MP4, 'Зал.mp4', uploadMedia);
  const answer = await fetchFile(body.url);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
  const big = Buffer.concat([MP4, Buffer.alloc(16 * 1_048_576)]);
  expect(await upload(owner.token, big, 'Зал.mp4', uploadMedia)).toMatchObject({
    status: 413,
    body: { code: 'file.too_big', details: { maxMegabytes: 16 } },
  });
  expect(await upload(owner.token, PDF, 'Зал.mp4', uploadMedia)).toMatchObject({ status: 415 });
});

test('a flow carries a video under its own name', async () => {
  const salon = await open();
  const { body: file } = await upload(salon.owner.token, MP4, 'Зал.mp4', uploadMedia);
  const settings = defaultSettings('visit_created', 'ru');
  await salon.aFlow({
    kind: 'visit_created' as const,
    settings: { ...settings, content: { ...settings.content, imageId: file.id } },
  });
  await salon.book({});
  const { message } = salon.whatsApp.sent[0]!;
  expect(message).toMatchObject({ image: null, file: { url: file.url, mime: 'video/mp4', name: 'Зал.mp4' } });
});

const OPUS = Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x13OpusHead`, 'latin1');

test.each([
  ['a.mp4', MP4, 'video/mp4'],
  ['a.m4a', Buffer.from('\0\0\0\x18ftypM4A \0\0', 'latin1'), 'audio/mp4'],
  ['a.mp3', Buffer.from('ID3\x03'), 'audio/mpeg'],
  ['a.MP3', Buffer.from([0xff, 0xfb, 0x90, 0x00]), 'audio/mpeg'],
  ['a.ogg', OPUS, 'audio/ogg'],
  ['a.ogg', Buffer.from(`OggS\0\x02${'\0'.repeat(22)}\x01vorbis`, 'latin1'), undefined],
  ['a.mp4', Buffer.from('\0\0\0\x14ftypqt  \0\0', 'latin1'), undefined],
  ['a.mp4', PDF, undefined],
  ['a.mov', MP4, undefined],
  ['a.mp3', Buffer.alloc(0), undefined],
])('a video or sound is detected by its name and its bytes: %s (%#)', (name, bytes, mime) => {
  expect(SIZES.map((size) => kindOf(detectMedia(name), bytes, size))).toEqual(SIZES.map(() => mime));
});

test('an address that is not signed by us is not found', async () => {
  const { owner } = await open();
  const { body } = await upload(owner.token, PNG);
  const path = new URL(body.url).pathname;
  const changed = path.at(-1) === 'A' ? 'B' : 'A';
  for (const wrong of [`${path.slice(0, -1)}${changed}`, '/files/x', '/files/..%2f..%2fetc%2fpasswd']) {
    expect((await fetch(`${server.origin}${wrong}`)).status, wrong).toBe(404);
  }
});

test("a flow takes only the cabinet's own image, and providers get its URL", async () => {
  const salon = await open();
  const { body: image } = await upload(salon.owner.token, PNG);
  const settings = defaultSettings('visit_created', 'ru');
  const body = {
    kind: 'visit_created' as const,
    settings: { ...settings, content: { ...settings.content, imageId: image.id } },
  };
  await salon.aFlow(body);
  await salon.book({});
  expect(salon.whatsApp.sent[0]?.message.image).toEqual({ url: image.url, mime: 'image/png' });

  const stranger = await server.signUp();
  expect(await server.call(createFlow, { token: stranger.token, body })).toMatchObject({
    status: 400,
    body: { details: { fields: { 'settings.content.imageId': ['not_found'] } } },
  });
});

/** The type of bytes that come in pieces of a size. */
function kindOf(detector: KindDetector, bytes: Uint8Array, size: number): string | undefined {
  for (let at = 0; at < bytes.length; at += size) detector.take(bytes.subarray(at, at + size));
  return detector.kind()?.mime;
}
const SIZES = [1, 2, 3, 7, 1_000];

test.each([
  [PNG, 'image/png'],
  [JPEG, 'image/jpeg'],
  [Buffer.from('GIF89a'), undefined],
  [Buffer.from('RIFF0000WEBP'), undefined],
  [Buffer.alloc(0), undefined],
  [Buffer.from([0xff, 0xd8]), undefined],
])('an image is detected by its first bytes (%#)', (bytes, mime) => {
  expect(SIZES.map((size) => kindOf(detectImage(), bytes, size))).toEqual(SIZES.map(() => mime));
});

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipOf = (folder: string) => Buffer.concat([Buffer.from(ZIP), Buffer.from(`....${folder}document.xml`)]);

test.each([
  ['a.pdf', PDF, 'application/pdf'],
  ['A.PDF', PDF, 'application/pdf'],
  ['a.doc', Buffer.from(OLD), 'application/msword'],
  ['a.docx', zipOf('word/'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.xlsx', zipOf('xl/'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.txt', Buffer.from('Цены'), 'text/plain'],
  ['a.docx', zipOf('xl/'), undefined],
  ['a.docx', Buffer.from(ZIP), undefined],
  ['a.txt', Buffer.from([0xff, 0xfe, 0x00]), undefined],
  ['a.txt', Buffer.alloc(0), undefined],
  ['a.html', Buffer.from('<p>'), undefined],
  ['pdf', Buffer.from('MZ'), undefined],
])('a document is detected by its name and its bytes: %s (%#)', (name, bytes, mime) => {
  expect(SIZES.map((size) => kindOf(detectDocument(name), bytes, size))).toEqual(SIZES.map(() => mime));
});

test('the logo of public pages is an uploaded image, their colour is one on which white text is readable', async () => {
  const { owner } = await open();
  const { token } = owner;
  const { body: file } = await upload(token, PNG);
  const saved = await server.call(setPublicAppearance, { token, body: { accent: '#0F766E', logoId: file.id } });
  expect(saved.body).toMatchObject({ accent: '#0f766e', logo: { id: file.id, url: file.url } });

  const light = await server.call(setPublicAppearance, { token, body: { accent: '#ffd700', logoId: null } });
  expect(light).toMatchObject({ status: 400, body: { details: { fields: { accent: ['too_light'] } } } });
  const stranger = await server.signUp();
  const foreign = await server.call(setPublicAppearance, {
    token: stranger.token,
    body: { accent: null, logoId: file.id },
  });
  expect(foreign).toMatchObject({ status: 400, body: { details: { fields: { logoId: ['not_found'] } } } });

  const { rows } = await server.owner.query<{ id: string }>(
    `insert into contacts (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Anna', now()) returning id`,
    [owner.tenantId],
  );
  const link = `/il/${ignoreLinkToken(server.ctx, TenantId.parse(owner.tenantId), ContactId.parse(rows[0]?.id))}`;
  const page = await (await fetch(`${server.origin}${link}`)).text();
  expect(page).toContain('--accent:#0f766e');
  expect(page).toContain(`src="${file.url}"`);
});
