import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectChannel, getChannel } from '#contract/channels/calls.ts';
import { getThread, listConversations } from '#contract/conversations/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const NOW = '2026-03-02T08:00:00Z';
const SECONDS = Date.parse(NOW) / 1_000;
const world = await simulateWorld(NOW);
const server = await testServer({ env: { DIALOG360_BASE_URL: `${world.url}/d360` }, now: NOW });
server.ctx.config.publicUrl = server.origin;
const { call } = server;
const { token, tenantId } = await server.signUp();
const body = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
const channelId = (await call(connectChannel, { token, body })).body.id;

const { numbers } = await world.control<{
  numbers: { webhook: { url: string; headers: Record<string, string> } }[];
}>('GET', '/d360');
const { url = '', headers } = numbers[0]?.webhook ?? {};

type InboundMessage = Record<string, unknown>;
let people = 0;

/** A contact's payloads arrive, and none is read. */
async function post(...payloads: InboundMessage[][]): Promise<string> {
  const from = String(79_260_000_000 + ++people);
  for (const inbound of payloads) {
    const messages = inbound.map((message) => ({
      from,
      id: `wamid.${randomUUID()}`,
      timestamp: `${SECONDS}`,
      ...message,
    }));
    const value = { contacts: [{ wa_id: from, profile: { name: 'Anna' } }], messages };
    const text = JSON.stringify({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: text,
    });
    expect(answer.status).toBe(200);
  }
  return from;
}

/**
 * A contact sends several messages; each group is a payload of its own, and all of them wait before the first is
 * read.
 */
async function send(...payloads: InboundMessage[][]) {
  const from = await post(...payloads);
  await server.runJobs();
  const { items } = (await call(listConversations, { token })).body;
  const conversation = items.find(({ phone }) => phone === `+${from}`);
  const params = { conversationId: conversation?.id ?? '' };
  const thread = await call(getThread, { token, params, query: { limit: 100 } });
  const inbound = thread.body.items.filter(({ direction }) => direction === 'in');
  return { conversation, inbound: inbound.toReversed() };
}

const aText = (words: string, more: InboundMessage = {}) => ({ type: 'text', text: { body: words }, ...more });

test('characters the database cannot store are removed from a text, and the rest is stored', async () => {
  const long = 'ы'.repeat(50_000);
  const { conversation, inbound } = await send([aText('a\0b'), aText('half \ud83d of one'), aText('\0'), aText(long)]);
  expect(inbound.map(({ text }) => text)).toEqual(['ab', 'half \ufffd of one', '', long]);
  expect(conversation?.lastText).toHaveLength(300);
  const { body: channel } = await call(getChannel, { token, params: { channelId } });
  expect(channel.unreadable).toEqual([]);
});

test('every inbound message is in the thread by its kind, known or not, and loses no other', async () => {
  const media = { id: 'M1', mime_type: 'image/jpeg' };
  const { inbound } = await send([
    aText('first'),
    { type: 'image', image: { ...media, caption: 'Look' } },
    { type: 'sticker', sticker: { id: 'M2', mime_type: 'image/webp' } },
    { type: 'document', document: { ...media, filename: 'price.pdf' } },
    { type: 'audio', audio: media },
    { type: 'location', location: { latitude: 55.7, longitude: 37.6 } },
    { type: 'location', location: { latitude: 'north' } },
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Oleg' }, phones: [{ phone: '+7 916' }] }] },
    { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
    { type: 'system', system: { body: 'Anna changed her number', type: 'user_changed_number' } },
    { type: 'order', order: { catalog_id: '1', product_items: [] } },
    { type: 'unsupported', errors: [{ code: 131_051, title: 'Message type unknown' }] },
    { type: 'hologram', hologram: {} },
    { type: 'text' },
    { type: 7 },
    aText('last'),
  ]);
  expect(inbound.map(({ kind, text, fileName }) => [kind, fileName ?? text])).toEqual([
    ['text', 'first'],
    ['image', 'Look'],
    ['sticker', ''],
    ['file', 'price.pdf'],
    ['voice', ''],
    ['location', '55.7, 37.6'],
    ['other', ''],
    ['contact', 'Oleg, +7 916'],
    ['remark', '👍'],
    ['remark', 'Anna changed her number'],
    ...Array.from({ length: 5 }, () => ['other', '']),
    ['text', 'last'],
  ]);
});

test('messages are in the order they were sent in, also within a second and when payloads came in reverse', async () => {
  const at = (seconds: number) => ({ timestamp: String(SECONDS + seconds) });
  const words = Array.from({ length: 12 }, (_, n) => `${n}`);
  const { inbound } = await send(
    [aText('later', at(3))],
    words.map((word) => aText(word, at(1))),
    [aText('before', at(0))],
  );
  expect(inbound.map(({ text }) => text)).toEqual(['before', ...words, 'later']);
});

test('open pages fetch a channel again when a contact writes, at most once a minute', async () => {
  const countChanges = async () => {
    const { rows } = await server.owner.query(`select from changes where tenant_id = $1 and room = 'channels'`, [
      tenantId,
    ]);
    return rows.length;
  };
  await server.clock.advance({ minutes: 2 });
  const before = await countChanges();
  await send([aText('First')]);
  expect(await countChanges()).toBe(before + 1);
  await send([aText('At once')]);
  expect(await countChanges()).toBe(before + 1);
});

test('an opt-out behind a long backlog is read before it, with what its contact wrote before', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, n) => post([aText(`wait ${n}`)])));
  const from = await post([aText('start')], [aText('how much?')], [aText('stop')]);
  await server.runJob('channels.read-hook', { tenantId, channelId });
  const { rows } = await server.owner.query(
    `select text, phone, row_number() over (order by i.id)::int as place, (select count(*)::int from opt_outs o
       where o.tenant_id = i.tenant_id and o.contact_id = i.contact_id and lifted_at is null) as stops
     from inbound_messages i join contacts c on c.tenant_id = i.tenant_id and c.id = i.contact_id
     where text like 'wait %' or phone = $1`,
    [`+${from}`],
  );
  const own = rows.filter(({ phone }) => phone === `+${from}`);
  expect(own.map(({ text, stops }) => [text, stops])).toEqual([
    ['start', 1],
    ['how much?', 1],
    ['stop', 1],
  ]);
  expect(Math.max(...own.map(({ place }) => place))).toBeLessThanOrEqual(103);
});
