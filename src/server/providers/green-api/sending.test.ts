import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelProvider, Credentials, OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { createEvolution } from '#server/providers/evolution/provider.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { createGreenApiWhatsApp } from './provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
afterAll(() => http.close());

const webhook = { url: caught.url, headerSecret: 'a secret of the webhook' };
const NUMBER = '79990000201';
const ANNA = '+79161230001';
const { signal } = new AbortController();
const dialects = [
  [
    'Green-API',
    'greenapi',
    createGreenApiWhatsApp({
      http: http.send,
      baseUrl: `${world.url}/greenapi`,
      partnerToken: 'green-demo-partner-token',
    }),
  ],
  [
    'Evolution',
    'evolution',
    createEvolution({ http: http.send, baseUrl: `${world.url}/evolution`, apiKey: 'evolution-demo-key' }),
  ],
] as const;

type Shown = { text: string; buttons: { title: string }[]; media: { kind: string; link: string } | null };
type World = { chats: { phone: string; messages: (Shown & { id: string })[] }[] };

describe.each(dialects)('in the dialect of %s', (_name, service, provider: ChannelProvider) => {
  let credentials: Credentials = {};
  beforeEach(async () => {
    await world.control('POST', '/seed', {});
    const opened = await provider.pairing!.open(webhook);
    if (!opened.isOk) throw new Error('The session was not opened');
    await provider.pairing!.read(opened.value);
    await world.control('POST', '/whatsapp/scan', { number: NUMBER });
    await world.passTime(1_000);
    credentials = { ...opened.value, phone: `+${NUMBER}` };
    caught.payloads.length = 0;
  });
  afterEach(async () => {
    expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
  });

  const send = (change: Partial<OutgoingMessage> = {}) => {
    const message: OutgoingMessage = {
      reference: randomUUID(),
      to: { phone: ANNA, channelUserId: null },
      text: 'Ждём вас завтра в 12:00',
      image: null,
      buttons: [],
      template: null,
      ...change,
    };
    return provider.send({ credentials, webhook, message, signal });
  };
  const fault = (change: Record<string, unknown>) => world.control('POST', '/fault', { channel: service, ...change });
  const onPhone = async () =>
    (await world.control<World>('GET', '/whatsapp')).chats.find(({ phone }) => `+${phone}` === ANNA)?.messages ?? [];
  const events = () =>
    caught.payloads.flatMap((post) => {
      expect(provider.verify(post, webhook, credentials)).toBe(true);
      return provider.read(post);
    });
  const sendPath = service === 'greenapi' ? '/sendMessage/' : '/message/sendText/';

  test('a text is delivered and read, and its statuses arrive in order', async () => {
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'accepted', channelUserId: '79161230001', isSent: false });
    await world.passTime(5_000);
    const statuses = events().flatMap((event) =>
      event.kind === 'status' ? [[event.providerMessageId, event.status]] : [],
    );
    const id = outcome.kind === 'accepted' ? outcome.providerMessageId : '';
    expect(statuses).toEqual(['sent', 'delivered', 'read'].map((status) => [id, status]));
  });

  test('buttons are shown as such, and in words where the gateway refuses them', async () => {
    const buttons = [
      { type: 'answer' as const, title: 'Приду', id: 'yes' },
      { type: 'answer' as const, title: 'Не приду', id: 'no' },
    ];
    await send({ buttons });
    await fault({
      match: 'uttons',
      action: 'http',
      status: service === 'greenapi' ? 403 : 400,
      body: { message: 'off', error: 'off' },
    });
    await send({ buttons });
    const [shown, numbered] = await onPhone();
    expect(shown?.buttons.map(({ title }) => title)).toEqual(['Приду', 'Не приду']);
    expect(numbered?.text).toBe('Ждём вас завтра в 12:00\n\n1 - Приду\n2 - Не приду');
  });

  test('a picture and a document go with their caption', async () => {
    await send({ image: { url: 'https://files.example/a.png', mime: 'image/png' } });
    await send({ file: { url: 'https://files.example/a.pdf', mime: 'application/pdf', name: 'price.pdf' } });
    expect((await onPhone()).map(({ text, media }) => [text, media?.link])).toEqual([
      ['Ждём вас завтра в 12:00', 'https://files.example/a.png'],
      ['Ждём вас завтра в 12:00', 'https://files.example/a.pdf'],
    ]);
  });

  test('a video goes with its caption, and sound as a voice message', async () => {
    await send({ file: { url: 'https://files.example/a.mp4', mime: 'video/mp4', name: 'a.mp4' } });
    await send({ file: { url: 'https://files.example/a.ogg', mime: 'audio/ogg', name: 'a.ogg' }, text: '' });
    expect((await onPhone()).map(({ media }) => [media?.kind, media?.link])).toEqual([
      ['video', 'https://files.example/a.mp4'],
      ['audio', 'https://files.example/a.ogg'],
    ]);
  });

  test('a number without WhatsApp is refused before anything is sent', async () => {
    expect(await send({ to: { phone: '+79161230404', channelUserId: null } })).toMatchObject({
      kind: 'refused',
      errorClass: 'recipient_invalid',
    });
    const { requests } = await world.control<{ requests: { path: string }[] }>('GET', `/log?channel=${service}`);
    expect(requests.filter(({ path }) => path.includes(sendPath))).toEqual([]);
  });

  test.each([
    [
      '429',
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'unreached', errorClass: 'rate_limited', retryAfterMs: 7_000 },
    ],
    ['500', { status: 500 }, { kind: 'unreached', errorClass: 'temporary' }],
    ['a page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }, { kind: 'unknown' }],
    ['a lost answer', { action: 'timeout' }, { kind: 'unknown' }],
  ])('%s has the outcome that is certain', async (_what, change, outcome) => {
    await send();
    await fault({ match: sendPath, action: 'http', ...change });
    const lost = 'action' in change ? AbortSignal.timeout(300) : signal;
    const to = { phone: ANNA, channelUserId: '79161230001' };
    const message = { reference: randomUUID(), to, text: 'Ещё раз', image: null, buttons: [], template: null };
    expect(await provider.send({ credentials, webhook, message, signal: lost })).toMatchObject(outcome);
  });

  test('a refusal does not repeat the token of the session', async () => {
    await fault({
      match: sendPath,
      action: 'http',
      status: 400,
      body: { message: `bad path ${credentials['apiToken'] ?? ''}`, error: 'x' },
    });
    const outcome = await send({ to: { phone: ANNA, channelUserId: '79161230001' } });
    expect(outcome.kind).toBe('refused');
    expect(JSON.stringify(outcome)).not.toContain(credentials['apiToken'] ?? credentials['apiKey']);
  });

  test('contacts’ texts, taps, files and answers, and what the owner types on the phone, are read', async () => {
    await world.control('POST', '/whatsapp/inbound', { from: ANNA, text: 'Да' });
    await world.control('POST', '/whatsapp/inbound', {
      from: ANNA,
      button: { id: 'yes', title: 'Приду' },
      quoted: '3EB0FF',
    });
    const media = { kind: 'audio', link: 'https://files.example/a.ogg', mime: 'audio/ogg' };
    await world.control('POST', '/whatsapp/inbound', { from: ANNA, media });
    await world.control('POST', '/whatsapp/own', { number: NUMBER, to: ANNA, text: 'Сама отвечу' });
    await world.control('POST', '/settle', {});
    const from = { channelUserId: '79161230001', phone: ANNA };
    expect(events()).toMatchObject([
      { kind: 'message', content: 'text', text: 'Да', from },
      { kind: 'message', content: 'button', text: 'Приду', buttonId: 'yes', quotedProviderId: '3EB0FF', from },
      { kind: 'message', content: 'voice', media: { id: media.link, mime: 'audio/ogg' }, from },
      { kind: 'own_message', content: 'text', text: 'Сама отвечу', to: from },
    ]);
  });

  test('a message to itself comes back as an echo, and is no contact’s', async () => {
    const echoed = await provider.pairing!.echo(credentials);
    await world.passTime(1_000);
    expect(events()).toEqual([{ kind: 'echo', providerMessageId: echoed.isOk ? echoed.value : '' }]);
  });

  test('a webhook with another secret is refused', () => {
    const request = {
      headers: { authorization: 'Bearer another' },
      body: Buffer.from('{}'),
      receivedAt: Temporal.Now.instant(),
    };
    expect(provider.verify(request, webhook, credentials)).toBe(false);
    expect(() => provider.read({ ...request, body: Buffer.from('<html>') })).toThrow();
  });
});
