import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Channel, connectChannel, getChannel, reconnectChannel } from '#contract/channels/calls.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type { ChannelProvider, ChannelProviders, Credentials } from '#server/channels/port.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { type Answer, type Binding, PERSON } from './binding.ts';

/** A message of the ledger, with what the scenarios compare. */
export type Sent = {
  id: string;
  status: string;
  reason: string | null;
  provider_message_id: string | null;
  accepted_at: Temporal.Instant | null;
};

/** One cabinet with one channel of the kind, and the person it writes to. */
export type Place = {
  binding: Binding;
  traits: ChannelTraits;
  provider: ChannelProvider;
  channel: Channel;
  world: SimulatedWorld;
  server: TestServer;
  /** The token of the cabinet's owner. */
  token: string;
  /** The texts of {@link Place.plan} that the person got. */
  received(): Promise<string[]>;
  /** Plans a message to the person, due now, and sends what is due. @returns its id */
  send(text: string, change?: Partial<MessageContent>): Promise<string>;
  plan(text: string, change?: Partial<MessageContent>): Promise<string>;
  read(id: string): Promise<Sent>;
  /** Lets the world's time pass, and runs the jobs that follow. */
  pass(seconds?: number): Promise<void>;
  /** The next sends get this answer. */
  disturb(fault: { action: 'http' | 'reset' | 'slow'; answer?: Answer } & Record<string, unknown>): Promise<void>;
  calm(): Promise<void>;
  readChannel(): Promise<Channel>;
  /** The channel with the posts that could not be read. */
  readDetails(): Promise<{ unreadable: { problem: string }[] }>;
  /** The files that the person sent, oldest first, as they were fetched. */
  readFiles(): Promise<{ state: string; trouble: string | null; mime: string | null; name: string | null }[]>;
  /** The messages typed on the channel's own phone, and whether bots are silent since. */
  readOwn(): Promise<{ text: string | null; isSilent: boolean }[]>;
  /** Checks the channel again with the secrets it has. */
  reconnect(): Promise<number>;
  writes(text: string): Promise<void>;
  /** The channel's secrets as they are stored. */
  readCredentials(): Promise<Credentials>;
  /** The id of the conversation with the person. */
  findConversation(): Promise<string>;
};

/**
 * One product and one world for every scenario of every kind.
 * @param environment what differs from the product of the other kinds
 */
export async function openPlaces(
  environment: (world: SimulatedWorld) => Record<string, string> = () => ({}),
): Promise<{ open: (binding: Binding) => Promise<Place>; providers: ChannelProviders }> {
  const world = await simulateWorld();
  const server = await testServer({
    env: {
      ...messengersIn(world),
      DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret',
      ...environment(world),
    },
  });
  server.ctx.config.publicUrl = server.origin;
  const providers = createProviders(server.ctx).channels;
  async function open(binding: Binding): Promise<Place> {
    await world.control('POST', '/seed', {});
    // NOTE: the numbers and bots of the seed belong to the next cabinet; what the last one left is not sent any more.
    await server.owner.query('delete from graphile_worker._private_jobs');
    for (const [name, value] of Object.entries({ statuses: 'off', limits: 'off' }))
      await world.control('POST', '/behaviour', { channel: binding.service, [name]: value });
    const owner = await server.signUp();
    const channel = await connect({ world, server, token: owner.token }, binding);
    const provider = providers.get(channel.kind);
    if (!provider) throw new Error(`No provider for ${channel.kind}`);
    return placeOf({ world, server, owner, binding, channel, provider });
  }
  return { open, providers };
}

async function connect(
  place: { world: SimulatedWorld; server: TestServer; token: string },
  { connect: by }: Binding,
): Promise<Channel> {
  if ('join' in by) return by.join(place);
  const { body: channel, status } = await place.server.call(connectChannel, { token: place.token, body: by });
  expect(status, JSON.stringify(channel)).toBe(200);
  return channel;
}

type Parts = Pick<Place, 'world' | 'server' | 'binding' | 'channel' | 'provider'> & { owner: SignedUp };

async function placeOf({ world, server, owner, binding, channel, provider }: Parts): Promise<Place> {
  const { tenantId, token } = owner;
  const params = { channelId: channel.id };
  const senderId = SenderId.parse(randomUUID());
  await withTenant(server.ctx, tenantId, (scope) => saveSender(scope, { id: senderId, kind: 'flow', title: 'Notes' }));

  async function pass(seconds = 1): Promise<void> {
    for (let round = 0; round < 2; round++) {
      await world.passTime((seconds * 1_000) / 2);
      await server.owner.query('delete from person_pauses');
      await server.clock.advance({ milliseconds: seconds * 500 });
      await server.runJobs();
    }
  }
  async function writes(text: string): Promise<void> {
    await binding.write?.(world, text);
    await pass();
  }
  async function contactId(): Promise<ContactId> {
    const { rows } = await server.owner.query(
      'select contact_id from contact_addresses where tenant_id = $1 order by created_at limit 1',
      [tenantId],
    );
    if (rows[0]) return rows[0].contact_id;
    const made = await server.owner.query(
      `insert into contacts (tenant_id, id, name, phone, created_at) values ($1, gen_random_uuid(), 'Anna', $2, now())
       on conflict do nothing returning id`,
      [tenantId, `+${PERSON}`],
    );
    return made.rows[0].id;
  }
  // A new channel is checked by a job.
  await (binding.write ? writes('Hello') : pass());
  const toId = await contactId();

  async function plan(text: string, change: Partial<MessageContent> = {}): Promise<string> {
    const [row] = await withTenant(server.ctx, tenantId, (scope) =>
      planMessages(scope, [
        {
          sender: { id: senderId, kind: 'flow', version: null },
          occasionKey: randomUUID(),
          contactId: toId,
          channelId: channel.id,
          dueAt: server.clock.now(),
          useBy: null,
          content: { text: `Note: ${text}`, image: null, buttons: [], templates: [], ...change },
        },
      ]),
    );
    return row?.id ?? '';
  }

  return {
    binding,
    traits: traitsOf(channel.kind),
    provider,
    channel,
    world,
    server,
    token,
    received: async () =>
      (await binding.received(world)).flatMap((text) => (text.startsWith('Note: ') ? [text.slice(6)] : [])),
    plan,
    async send(text, change) {
      const id = await plan(text, change);
      await server.owner.query('delete from person_pauses');
      await server.runJobs();
      return id;
    },
    async read(id) {
      const { rows } = await server.owner.query(
        'select id, status, reason, provider_message_id, accepted_at from messages where tenant_id = $1 and id = $2',
        [tenantId, id],
      );
      return rows[0];
    },
    pass,
    async disturb({ answer, ...fault }) {
      await world.control('POST', '/fault', { channel: binding.service, match: binding.sends, ...answer, ...fault });
    },
    async calm() {
      await world.control('DELETE', '/faults');
      await server.owner.query('update channels set throttled_until = null where id = $1', [channel.id]);
    },
    readChannel: async () => (await server.call(getChannel, { token, params })).body,
    readDetails: async () => (await server.call(getChannel, { token, params })).body,
    async readFiles() {
      const { rows } = await server.owner.query(
        `select t.state, t.trouble, f.mime, f.name from thread_files t
         left join files f on f.tenant_id = t.tenant_id and f.id = t.file_id
         where t.tenant_id = $1 order by t.created_at, t.message_id`,
        [tenantId],
      );
      return rows;
    },
    async readOwn() {
      const { rows } = await server.owner.query(
        `select o.text, c.bots_silent_until > $2 as "isSilent" from own_messages o
         join conversations c on c.tenant_id = o.tenant_id and c.id = o.conversation_id
         where o.tenant_id = $1 order by o.received_at`,
        [tenantId, server.clock.now().toString()],
      );
      return rows;
    },
    reconnect: async () => (await server.call(reconnectChannel, { token, params, body: {} })).status,
    writes,
    async readCredentials() {
      const stored = await withTenant(server.ctx, tenantId, (scope) =>
        getChannelForSending({ ...scope, ...server.ctx }, channel.id),
      );
      return stored?.credentials ?? {};
    },
    async findConversation() {
      const { rows } = await server.owner.query('select id from conversations where tenant_id = $1', [tenantId]);
      return rows[0].id;
    },
  };
}
