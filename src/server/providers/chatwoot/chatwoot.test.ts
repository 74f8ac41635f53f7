import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Caller, Credentials } from '#server/connections/port.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import type { ChatwootOptions } from './api-client.ts';
import { createChatwootChannel } from './channel.ts';
import { createChatwoot } from './provider.ts';

const world = await simulateWorld();
const saved: { object: string; secret: string | null }[] = [];
const options: ChatwootOptions = {
  baseUrl: `${world.url}/chatwoot`,
  signing: { save: async (_tenantId, _webhook, signer) => void saved.push(signer) },
  isOwnUrl: (url) => url.startsWith(world.url),
};
const chatwoot = createChatwoot(options);
const { talks } = chatwoot;
const requester = { tenantId: TenantId.parse('0190a000-0000-7000-8000-000000000001'), isUrgent: true };
// Nobody listens there: what the vendor posts is lost.
const webhook = { url: 'http://127.0.0.1:9/hooks/chatwoot/secret', token: '' };
const host = `${new URL(world.url).host}/chatwoot`;
const callerWith = (token: string): Caller => ({
  ...requester,
  credentials: { baseUrl: options.baseUrl, token },
  branchExternalId: `${host}/1`,
  webhook,
});
const caller = callerWith('chatwoot-romashka-token');

type Simulated = {
  accounts: {
    inboxes: { id: number; botId: number | null; channelType: string }[];
    bots: { token: string }[];
    webhooks: { url: string }[];
    messages: {
      id: number;
      content: string;
      status: string;
      sourceId: string | null;
      fileIds: string[];
      sender: { type: string } | null;
    }[];
    conversations: { id: number; status: string }[];
  }[];
};
const account = async () => (await world.control<Simulated>('GET', '/chatwoot')).accounts[0]!;
const breakNext = (fault: object) => world.control('POST', '/fault', { channel: 'chatwoot', times: 1, ...fault });
const signIn = (given: Credentials) => chatwoot.signIn(requester, given);
function valueOf<T>(result: { isOk: true; value: T } | { isOk: false; trouble: string; text: string | null }): T {
  if (!result.isOk) throw new Error(`${result.trouble} ${result.text}`);
  return result.value;
}

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  saved.length = 0;
});

test('a token or a password opens the accounts, and the password is not kept', async () => {
  const byToken = valueOf(await signIn({ accessToken: 'chatwoot-network-token' }));
  expect(byToken.credentials).toEqual({ baseUrl: options.baseUrl, token: 'chatwoot-network-token', accountId: '1' });
  const branches = valueOf(await chatwoot.listBranches({ ...requester, credentials: byToken.credentials }));
  expect(branches.map(({ externalId, title }) => [externalId, title])).toEqual([
    [`${host}/1`, 'Студия Ромашка'],
    [`${host}/2`, 'Студия Лаванда'],
  ]);
  const byPassword = valueOf(await signIn({ email: 'romashka@chatwoot.example', password: 'romashka-password' }));
  expect(byPassword.credentials).toEqual({ ...caller.credentials, accountId: '1' });
});

test.each([
  [{ accessToken: 'guess' }, 'wrong_login'],
  [{ email: 'romashka@chatwoot.example', password: 'guess' }, 'wrong_login'],
  [{ email: 'mfa@chatwoot.example', password: 'mfa-password' }, 'second_factor'],
  [{ email: 'busy@chatwoot.example', password: 'busy-password' }, 'too_many_sessions'],
  [{ baseUrl: 'http://10.0.0.1', accessToken: 'chatwoot-romashka-token' }, 'wrong_address'],
  [{ baseUrl: 'https://192.168.0.1/', accessToken: 'chatwoot-romashka-token' }, 'wrong_address'],
])('signing in with %o is refused as %s', async (given, trouble) => {
  expect(await signIn(given as Credentials)).toMatchObject({ isOk: false, trouble, isTemporary: false });
});

test('an agent lacks what is for administrators, and still reads and answers', async () => {
  const agent = callerWith('chatwoot-agent-token');
  expect(valueOf(await chatwoot.missingRights(agent, `${host}/1`))).toEqual([
    'desk_webhooks',
    'desk_inboxes',
    'desk_bots',
  ]);
  expect(await chatwoot.subscribe(agent, `${host}/1`, webhook, { takes: false })).toMatchObject({
    isOk: false,
    trouble: 'rights_missing',
  });
  expect(valueOf(await talks.listInboxes(agent))).toHaveLength(2);
  const message = {
    talkId: '1',
    direction: 'outgoing',
    isPrivate: false,
    text: 'Да',
    files: [],
    reference: 'r',
  } as const;
  expect(await talks.addMessage(agent, message)).toMatchObject({ kind: 'done' });
  expect(valueOf(await chatwoot.missingRights(caller, `${host}/1`))).toEqual([]);
});

test('our webhook is added once, with the secret that Chatwoot gives it, and removed', async () => {
  await chatwoot.subscribe(caller, `${host}/1`, webhook, { takes: false });
  await chatwoot.subscribe(caller, `${host}/1`, webhook, { takes: false });
  expect((await account()).webhooks).toHaveLength(1);
  expect(saved[0]).toEqual({ object: 'webhook:1', secret: expect.stringMatching(/^\w{24}$/) });
  await chatwoot.unsubscribe(caller, `${host}/1`, webhook);
  expect((await account()).webhooks).toEqual([]);

  await world.control('PATCH', '/chatwoot', { legacyUnsigned: true });
  await chatwoot.subscribe(caller, `${host}/1`, webhook, { takes: false });
  expect(saved.at(-1)).toEqual({ object: 'webhook:1', secret: null });
});

test('a signature counts for five minutes', () => {
  const { matches } = chatwoot.signature;
  const receivedAt = Temporal.Instant.from('2026-03-02T08:00:00Z');
  const body = Buffer.from('{"event":"message_created"}');
  const at = (seconds: number) => {
    const stamp = String(receivedAt.epochMilliseconds / 1_000 - seconds);
    const hex = createHmac('sha256', 'secret').update(`${stamp}.${body.toString()}`).digest('hex');
    return { body, receivedAt, headers: { 'x-chatwoot-timestamp': stamp, 'x-chatwoot-signature': `sha256=${hex}` } };
  };
  expect(matches(at(299), 'secret')).toBe(true);
  expect(matches(at(301), 'secret')).toBe(false);
  expect(matches(at(0), 'other')).toBe(false);
  expect(matches({ ...at(0), body: Buffer.from('{}') }, 'secret')).toBe(false);
});

test('an inbox and a bot of ours are made once, and the bot of an inbox is set and removed', async () => {
  const inbox = valueOf(await talks.makeInbox(caller, { key: 'channel-1', name: 'WhatsApp' }));
  expect(inbox).toMatchObject({ name: 'WhatsApp', kind: 'api', key: 'channel-1' });
  expect(valueOf(await talks.makeInbox(caller, { key: 'channel-1', name: 'WhatsApp' }))).toEqual(inbox);
  expect(valueOf(await talks.listInboxes(caller)).map(({ kind, key }) => [kind, key])).toEqual([
    ['web_widget', null],
    ['telegram', null],
    ['api', 'channel-1'],
  ]);
  valueOf(await talks.setBot(caller, '11', true));
  valueOf(await talks.setBot(caller, '12', true));
  const { bots, inboxes } = await account();
  expect(bots).toHaveLength(1);
  expect(inboxes.slice(0, 2).every(({ botId }) => botId !== null)).toBe(true);
  valueOf(await talks.setBot(caller, '11', false));
  expect((await account()).inboxes[0]?.botId).toBeNull();
  expect(saved.map(({ object }) => object)).toEqual([`inbox:1:${inbox.externalId}`, 'bot:1']);
});

test('what people wrote while nothing was delivered is found by polling', async () => {
  await world.control('PATCH', '/chatwoot', { losesWebhooks: true });
  const since = Temporal.Instant.from('2026-03-02T08:00:00Z');
  const before = valueOf(await talks.listChangedTalks(caller, since, 1));
  expect(before).toEqual({ talks: [], nextPage: null });
  await world.passTime(60_000);
  await world.control('POST', '/chatwoot/staff-says', { conversation: 1, text: 'Да, работаем' });
  await world.control('POST', '/chatwoot/staff-says', { conversation: 1, text: 'Постоянный клиент', isPrivate: true });
  const changed = valueOf(await talks.listChangedTalks(caller, since, 1));
  expect(changed.talks).toMatchObject([
    { externalId: '1:1', inboxId: '11', state: 'open', person: { name: 'Анна Соколова' } },
  ]);
  expect(valueOf(await talks.listTalkMessages(caller, '1', '10'))).toMatchObject([
    { author: 'person', isPrivate: false, text: 'Да, работаем', reference: null },
    { author: 'person', isPrivate: true, text: 'Постоянный клиент' },
  ]);
});

test('a talk of a contact is opened once, and a message without an answer is found', async () => {
  const inbox = valueOf(await talks.makeInbox(caller, { key: 'channel-1', name: 'WhatsApp' }));
  const wanted = {
    inboxId: inbox.externalId,
    person: { identifier: 'contact-7', name: 'Анна', phone: '+79160000001' },
  };
  const { talkId } = valueOf(await talks.openTalk(caller, wanted));
  expect(valueOf(await talks.openTalk(caller, wanted))).toEqual({ talkId });

  const message = {
    talkId,
    direction: 'incoming',
    isPrivate: false,
    text: 'Привет',
    files: [],
    reference: 'm1',
  } as const;
  await breakNext({ match: 'messages', action: 'reset', effect: 'done' });
  expect((await talks.addMessage(caller, message)).kind).toBe('unknown');
  const found = await talks.findMessage(caller, talkId, 'm1');
  expect(found?.messageId).toMatch(/^\d+$/);
  expect(await talks.findMessage(caller, talkId, 'other')).toEqual({ messageId: null });
  expect((await account()).messages.filter(({ content }) => content === 'Привет')).toHaveLength(1);
});

test('files are uploaded with their message, and one that is gone is refused', async () => {
  await world.control('POST', '/chatwoot/person-says', { text: 'Фото', file: { mime: 'image/png' } });
  const [talk] = valueOf(await talks.listChangedTalks(caller, Temporal.Instant.from('2026-01-01T00:00:00Z'), 1)).talks;
  const url = valueOf(await talks.listTalkMessages(caller, talk!.externalId, null)).at(-1)?.files[0]?.url ?? '';
  const message = { talkId: '1', direction: 'outgoing', isPrivate: false, text: '', reference: 'f1' } as const;
  const file = { mime: 'image/png', name: 'photo.png' };
  expect(await talks.addMessage(caller, { ...message, files: [{ ...file, url }] })).toMatchObject({ kind: 'done' });
  expect((await account()).messages.at(-1)).toMatchObject({ sourceId: 'frontdesk:f1', fileIds: [expect.any(String)] });
  const gone = { ...file, url: `${options.baseUrl}/files/none/photo.png` };
  expect(await talks.addMessage(caller, { ...message, files: [gone] })).toMatchObject({ kind: 'refused' });
});

test('statuses are set in inboxes of ours alone; errors of the service are told apart', async () => {
  const status = { status: 'delivered', error: null } as const;
  expect(await talks.setMessageStatus(caller, '1', '10', status)).toMatchObject({
    kind: 'refused',
    trouble: 'rights_missing',
  });
  expect(await talks.setTalkState(caller, '1', 'pending')).toEqual({ kind: 'done' });
  expect((await account()).conversations[0]?.status).toBe('pending');
  expect(await talks.setTalkState(caller, '99', 'open')).toMatchObject({ kind: 'refused' });
  await breakNext({ action: 'http', status: 503 });
  expect(await talks.setTalkState(caller, '1', 'open')).toMatchObject({ kind: 'unreached', trouble: 'unreachable' });
  expect(await talks.setTalkState(callerWith('old'), '1', 'open')).toMatchObject({
    kind: 'unreached',
    trouble: 'token_expired',
  });
});

test('the channel of an inbox answers as our bot in the latest talk of the contact', async () => {
  const credentials = valueOf(await talks.channelCredentials(caller, '11'));
  const channel = createChatwootChannel(options);
  const message = {
    reference: 'm2',
    to: { phone: null, channelUserId: '10' },
    text: 'Здравствуйте',
    image: null,
    buttons: [],
    template: null,
  };
  const order = { credentials, webhook: { url: '', headerSecret: '' }, message, signal: new AbortController().signal };
  expect(await channel.send(order)).toMatchObject({ kind: 'accepted', channelUserId: '10', isSent: true });
  expect((await account()).messages.at(-1)).toMatchObject({ content: 'Здравствуйте', sender: { type: 'agent_bot' } });
  const unknownPerson = { ...message, to: { phone: null, channelUserId: '99' } };
  expect(await channel.send({ ...order, message: unknownPerson })).toMatchObject({
    kind: 'refused',
    errorClass: 'recipient_invalid',
  });
});
