import { expect, test } from 'vitest';
import { getMessageTrace, listMessageLog } from '#contract/delivery/calls.ts';
import { uploadDocument, uploadImage, UploadedImage } from '#contract/flows/trials.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { createFlow, type Flow, getFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';
import { checkAllFlows } from '#server/flows/stops/checking.ts';

const { server, world, owner, whatsApp, pass } = await wholeSalon();
const { token } = owner;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj');

async function upload({ path }: { path: string }, bytes: Buffer, name: string): Promise<UploadedImage> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}${path}`, { method: 'POST', body: form, headers });
  return UploadedImage.parse(await answer.json());
}

/** A live reminder an hour before the visit. */
async function reminder(): Promise<Flow> {
  const body = { kind: 'visit_reminder' as const, delayMinutes: -60 };
  const { body: flow } = await server.call(createFlow, { token, body });
  await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  return flow;
}

const stateOf = async ({ id }: Flow) => (await server.call(getFlow, { token, params: { flowId: id } })).body;

async function save(flow: Flow, change: Partial<TextContent>): Promise<void> {
  const { title, settings, version: baseVersion } = await stateOf(flow);
  const body = {
    title,
    testPhones: '',
    baseVersion,
    settings: { ...settings, content: { ...settings.content, ...change } },
  };
  await server.call(saveFlow, { token, params: { flowId: flow.id }, body });
  await pass({ seconds: 1 });
}

const chosen = (name: string, ...parameters: string[]): Partial<TextContent> => ({
  buttons: [],
  templates: [{ channelId: whatsApp.id, name, language: 'ru', parameters }],
});
const PHOTO = chosen('birthday_photo', '{clientName}');
const MEMO = chosen('visit_memo', '{clientName}', '{recordTime}', '{serviceTitle}', '{businessName}');

const book = (name: string, phone: string, date: string) =>
  world.control('POST', '/yclients/records', { client: { name, phone }, date });

const passUntil = (moment: string) => pass({ seconds: Math.ceil(server.clock.now().until(moment).total('seconds')) });

type Received = {
  templateName: string;
  status: string;
  media: { kind: string; link: string; filename: string | null } | null;
};
async function receivedBy(phone: string): Promise<Received[]> {
  const { chats } = await world.control<{ chats: { phone: string; messages: Received[] }[] }>('GET', '/d360');
  return chats.find((chat) => chat.phone === phone)?.messages ?? [];
}

async function traceOf(phone: string) {
  const [entry] = (await server.call(listMessageLog, { token, query: { search: phone } })).body.items;
  return (await server.call(getMessageTrace, { token, params: { entryId: entry?.id ?? '' } })).body;
}

test('a picture and a document are sent in their template’s header, and the trace shows them', async () => {
  const [photo, memo] = [await reminder(), await reminder()];
  const image = await upload(uploadImage, PNG, 'salon.png');
  const file = await upload(uploadDocument, PDF, 'Памятка.pdf');
  await save(photo, { ...PHOTO, imageId: image.id });
  await save(memo, { ...MEMO, imageId: file.id });
  expect(await stateOf(photo)).toMatchObject({ status: 'working', errorCode: null });
  await book('Anna', '79161110001', '2026-03-02 16:00');
  await pass({ seconds: 5 });
  await passUntil('2026-03-02T12:05:00Z');
  await pass({ minutes: 1 });
  const messages = await receivedBy('79161110001');
  expect(messages).toContainEqual(
    expect.objectContaining({
      templateName: 'birthday_photo',
      media: expect.objectContaining({ kind: 'image', link: image.url }),
    }),
  );
  expect(messages).toContainEqual(
    expect.objectContaining({
      templateName: 'visit_memo',
      media: expect.objectContaining({ kind: 'document', link: file.url, filename: 'Памятка.pdf' }),
    }),
  );
  expect(messages.map(({ status }) => status)).not.toContain('failed');

  const log = (await server.call(listMessageLog, { token, query: { senderId: photo.id } })).body.items;
  const trace = (await server.call(getMessageTrace, { token, params: { entryId: log[0]?.id ?? '' } })).body;
  expect(trace).toMatchObject({ imageUrl: image.url, file: null });
  expect(trace.steps.find(({ kind }) => kind === 'send')?.compared).toEqual({ template: 'birthday_photo (ru)' });
  const [memoEntry] = (await server.call(listMessageLog, { token, query: { senderId: memo.id } })).body.items;
  expect(memoEntry).toMatchObject({ fileName: 'Памятка.pdf' });
  for (const flow of [photo, memo]) await save(flow, { ...chosen('visit_reminder'), imageId: null, templates: [] });
});

test('a picture without a header in its template is not sent, and the trace does not show it', async () => {
  const flow = await reminder();
  const image = await upload(uploadImage, PNG, 'salon.png');
  await save(flow, {
    ...chosen('visit_reminder', '{clientName}', 'завтра', '{serviceTitle}', 'Локон'),
    imageId: image.id,
  });
  expect(await stateOf(flow)).toMatchObject({ status: 'working' });
  await book('Olga', '79161110002', '2026-03-03 12:00');
  await pass({ seconds: 5 });
  await passUntil('2026-03-03T08:05:00Z');
  expect(await receivedBy('79161110002')).toMatchObject([{ templateName: 'visit_reminder', media: null }]);
  expect(await traceOf('79161110002')).toMatchObject({ imageUrl: null, file: null });
  await save(flow, { imageId: null, templates: [] });
});

test('a flow is in error while the media of its template is missing, and works again when it is added', async () => {
  const flow = await reminder();
  const image = await upload(uploadImage, PNG, 'salon.png');
  const file = await upload(uploadDocument, PDF, 'Памятка.pdf');
  await save(flow, PHOTO);
  expect(await stateOf(flow)).toMatchObject({
    status: 'error',
    errorCode: 'template_lacks_image',
    errorReason: 'birthday_photo',
  });
  await save(flow, { imageId: file.id });
  expect(await stateOf(flow)).toMatchObject({ errorCode: 'template_lacks_image' });
  await save(flow, { imageId: image.id });
  expect(await stateOf(flow)).toMatchObject({ status: 'working', errorCode: null });
  await save(flow, MEMO);
  expect(await stateOf(flow)).toMatchObject({ errorCode: 'template_lacks_document', errorReason: 'visit_memo' });
  await save(flow, { templates: [] });
  expect(await stateOf(flow)).toMatchObject({ status: 'working' });
});

test('a planned message waits while its template needs a picture, and is sent when it no longer does', async () => {
  const { signal } = new AbortController();
  const flow = await reminder();
  await book('Vera', '79161110003', '2026-03-03 20:00');
  await pass({ seconds: 5 });
  const change = async (media: 'image' | null) => {
    await server.owner.query(
      `update channel_templates set content = content || $1::jsonb where name = 'visit_reminder'`,
      [JSON.stringify({ media })],
    );
    await checkAllFlows(server.ctx, signal);
    await pass({ seconds: 5 });
  };
  await change('image');
  expect(await stateOf(flow)).toMatchObject({ status: 'error', errorCode: 'template_lacks_image' });
  await passUntil('2026-03-03T16:10:00Z');
  expect(await receivedBy('79161110003')).toEqual([]);
  const { steps, entry } = await traceOf('79161110003');
  expect(entry).toMatchObject({ status: 'planned', rule: 'template_lacks_media' });
  expect(steps.find(({ rule }) => rule === 'template_lacks_media')?.compared).toMatchObject({
    template: expect.stringMatching(/^visit_reminder \(\w+\)$/),
  });
  await change(null);
  expect(await receivedBy('79161110003')).toMatchObject([{ templateName: 'visit_reminder', media: null }]);
});
