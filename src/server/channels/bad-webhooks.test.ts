import { describe, expect, test } from 'vitest';
import { connectChannel, listChannels, type ConnectBody } from '#contract/channels/calls.ts';
import { UnreadableWebhook } from '#server/channels/port.ts';
import { DIALOG360 } from '#server/testing/conformance/bindings/dialog360.ts';
import { MAX_BOT } from '#server/testing/conformance/bindings/max-bot.ts';
import { SIGMA_SMS } from '#server/testing/conformance/bindings/sigma-sms.ts';
import { TELEGRAM_BOT } from '#server/testing/conformance/bindings/telegram-bot.ts';
import { TELEGRAM_USER } from '#server/testing/conformance/bindings/telegram-user.ts';
import { TWILIO_SMS } from '#server/testing/conformance/bindings/twilio-sms.ts';
import { TWILIO_WHATSAPP } from '#server/testing/conformance/bindings/twilio-whatsapp.ts';
import { WHATSAPP_QR } from '#server/testing/conformance/bindings/whatsapp-qr.ts';
import { WHATSAPP_QR_EVOLUTION } from '#server/testing/conformance/bindings/whatsapp-qr-evolution.ts';
import { garbled, NO_PAYLOADS, withUnstorable } from '#server/testing/conformance/garbling.ts';
import { openPlaces, type Place } from '#server/testing/conformance/place.ts';
import { evolutionIn } from '#server/testing/world/linked-phone.ts';

/*
 * Payloads at a channel's webhook that are not the vendor's, or not what the vendor documents: each is refused, or
 * kept as unreadable, and nothing else stops.
 */

const { open: openUsual } = await openPlaces();
const { open: openByEvolution } = await openPlaces(evolutionIn);

const ROWS = [
  ...[DIALOG360, TELEGRAM_BOT, TELEGRAM_USER, MAX_BOT, TWILIO_SMS, TWILIO_WHATSAPP, WHATSAPP_QR].map((binding) => ({
    name: binding.connect.kind as string,
    binding,
    open: openUsual,
  })),
  { name: 'whatsapp_qr by Evolution', binding: WHATSAPP_QR_EVOLUTION, open: openByEvolution },
];

type Payload = { url: string; headers: Record<string, string>; body: string };

/** The vendor's posts to the channel so far: a message, and a status where the kind reports them. */
async function payloadsOf(place: Place): Promise<Payload[]> {
  const { binding, world } = place;
  const id = await place.send('a status of this');
  await binding.report?.(world, (await place.read(id)).provider_message_id ?? '', 'sent');
  await place.writes('Will be garbled');
  const { webhooks } = await world.control<{ webhooks: Payload[] }>('GET', `/webhooks?channel=${binding.service}`);
  const own = webhooks.filter(({ url }) => url.includes(`/hooks/${binding.connect.kind}/`));
  const message = own.findLast(({ body }) => /Will(\+|%20| )be(\+|%20| )garbled/.test(body));
  return [...(message ? [message] : []), ...own.filter((one) => one !== message).slice(-1)];
}

/** Posts a body of ours as the vendor would. */
async function post({ binding }: Place, { url, headers, body }: Payload): Promise<number> {
  const signed = { ...headers, ...binding.sign?.({ url, body }) };
  return (await fetch(url, { method: 'POST', headers: signed, body })).status;
}

const countOf = async ({ server, channel }: Place, table: 'inbox' | 'inbound_messages') => {
  const column = table === 'inbox' ? 'source_id' : 'channel_id';
  const { rows } = await server.owner.query(`select count(*)::int as count from ${table} where ${column} = $1`, [
    channel.id,
  ]);
  return rows[0].count;
};

const problemsOf = async ({ server, channel }: Place, state: string): Promise<string[]> => {
  const { rows } = await server.owner.query('select problem from inbox where source_id = $1 and state = $2', [
    channel.id,
    state,
  ]);
  return rows.map((row) => row.problem);
};

/** Another channel of the cabinet. */
async function neighbourOf({ server, token, channel }: Place): Promise<void> {
  const body: ConnectBody =
    channel.kind === 'telegram_bot'
      ? { kind: 'sigma_sms', password: 'sigma-romashka-token', sender: 'ROMASHKA' }
      : { kind: 'telegram_bot', token: '700000001:DEMO-bot-token' };
  expect((await server.call(connectChannel, { token, body })).status).toBe(200);
}

const statesOf = async ({ server, token }: Place) =>
  (await server.call(listChannels, { token })).body.channels.map(({ state }) => state);

const SECRET_HEADER = /signature|secret|authorization/i;

describe.each(ROWS)('$name', ({ binding, open }) => {
  test('a post with a wrong signature or without one is refused, and nothing of it is kept', async () => {
    const place = await open(binding);
    const [message] = await payloadsOf(place);
    const { url, headers, body } = message!;
    const before = await countOf(place, 'inbox');
    const changed = (change: (value: string) => string | null) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => {
          const sent = SECRET_HEADER.test(name) ? change(value) : value;
          return sent === null ? [] : [[name, sent]];
        }),
      );
    const attempts = [
      changed(() => null),
      changed(() => ''),
      changed((value) => `${value}x`),
      changed(() => 'Bearer '),
    ];
    for (const attempt of attempts)
      expect((await fetch(url, { method: 'POST', headers: attempt, body: `${body} ` })).status).toBe(401);
    const elsewhere = url.replace(/[^/]{8}$/, 'AAAAAAAA');
    expect((await fetch(elsewhere, { method: 'POST', headers, body })).status).toBe(404);
    expect(await countOf(place, 'inbox')).toBe(before);
    expect(await statesOf(place)).toEqual(['Authorized']);
  });

  test('whatever field is missing or of another type, the rest is read, or the body counts as unreadable', async () => {
    const place = await open(binding);
    const payloads = await payloadsOf(place);
    const bodies = payloads.flatMap((one) => garbled(one).map((body) => ({ ...one, body })));
    expect(bodies.length).toBeGreaterThan(60);
    const problems = bodies.flatMap((one) => readingProblem(place, one) ?? []);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((problem) => !(problem instanceof UnreadableWebhook))).toEqual([]);
  });

  test('characters that the database cannot store are removed from every field, and no payload fails', async () => {
    const place = await open(binding);
    for (const payload of await payloadsOf(place)) {
      const bodies = withUnstorable(payload);
      expect(bodies.length).toBeGreaterThan(3);
      for (const body of bodies) expect(await post(place, { ...payload, body })).toBe(200);
    }
    await place.pass();
    expect(await problemsOf(place, 'failed')).toEqual([]);
    await place.writes('After all that');
    expect(await statesOf(place)).toEqual(['Authorized']);
  });

  test('a body that is none of the vendor is kept as unreadable, and neither the channel nor another one stops', async () => {
    const place = await open(binding);
    await neighbourOf(place);
    const [payload] = await payloadsOf(place);
    for (const body of NO_PAYLOADS) expect(await post(place, { ...payload!, body })).toBe(200);
    await place.pass();
    const { unreadable } = await place.readDetails();
    expect(unreadable.length).toBeGreaterThan(0);
    for (const { problem } of unreadable) expect(problem).not.toBe('');
    const before = await countOf(place, 'inbound_messages');
    await place.writes('After all that');
    expect(await countOf(place, 'inbound_messages')).toBe(before + 1);
    expect(await statesOf(place)).toEqual(['Authorized', 'Authorized']);
  });
});

/** Reads a body as the adapter does. @returns what it throws */
function readingProblem({ provider, server }: Place, { headers, body }: Payload): unknown {
  try {
    provider.read({ headers, body: Buffer.from(body), receivedAt: server.clock.now() });
    return null;
  } catch (error) {
    return error;
  }
}

test('a vendor that posts nothing has no post accepted', async () => {
  const { provider, server } = await openUsual(SIGMA_SMS);
  const request = { headers: {}, body: Buffer.from('{}'), receivedAt: server.clock.now() };
  expect(provider.verify(request, { url: server.origin, headerSecret: '' }, {})).toBe(false);
});
