import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { ChannelId, type ChannelKind } from '#contract/channels/calls.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { cancelMailing, continueMailing, pauseMailing, startMailing } from '#contract/mailings/runs.ts';
import {
  createMailing,
  getMailing,
  type Mailing,
  type MailingSettings,
  saveMailing,
} from '#contract/mailings/calls.ts';
import { newSecrets } from '#server/channels/storage/secrets.ts';
import { builders } from '#server/testing/rows/builders.ts';
import type { SendOutcome } from '#server/channels/port.ts';
import { accepted, aFakeChannel, type FakeChannel } from '#server/testing/world/fake-channel.ts';
import { type Answered, type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';

/** Noon in Moscow, a Monday. */
export const HOUSE_NOON = '2026-03-02T09:00:00Z';

/** A first name: messages greet by it. */
const firstName = (nth: number) =>
  `Anna${nth.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

type Change = { [Part in keyof MailingSettings]?: Partial<MailingSettings[Part]> };

export type MailingHouse = {
  owner: SignedUp;
  channelId: ChannelId;
  channel: FakeChannel;
  /** The provider's answer to each message; absent: accepted. */
  answer: (() => SendOutcome) | undefined;
  /** Adds contacts with phones, in the order of their ids. */
  people(count: number, columns?: { timeZone?: string | null; refusesMailings?: boolean }): Promise<ContactId[]>;
  /** Creates a mailing to everybody, with open hours. */
  aMailing(change?: Change): Promise<Mailing>;
  save(mailing: Mailing, change: Change): Promise<Mailing>;
  start(mailing: Mailing): Promise<Answered<typeof startMailing>>;
  pause(mailing: Mailing): Promise<Answered<typeof pauseMailing>>;
  resume(mailing: Mailing): Promise<Answered<typeof continueMailing>>;
  cancel(mailing: Mailing): Promise<Answered<typeof cancelMailing>>;
  read(mailing: Mailing): Promise<Mailing>;
  /** Runs jobs and lets seconds pass until the mailing is over, stands, or has nothing to do for a while. */
  settle(mailing: Mailing, rounds?: number): Promise<Mailing>;
  /** Contacts by the messages in the ledger that left: each as often as it got one. */
  reached(mailing: Mailing): Promise<string[]>;
};

/** @property traits differences from a channel without limits that carries everything */
type Opening = { messages?: number; kind?: ChannelKind; traits?: Partial<ChannelTraits> };

/** A cabinet with one channel that reaches every phone at once, for tests of mailings; of SMS unless given. */
export async function mailingHouses(): Promise<{ server: TestServer; open(opening?: Opening): Promise<MailingHouse> }> {
  const current: { channel: FakeChannel } = { channel: aFakeChannel({ kind: 'twilio_sms' }) };
  const server = await testServer({
    now: HOUSE_NOON,
    providers: () => ({
      channels: new Map(
        (['twilio_sms', 'whatsapp_qr'] as const).map((kind) => [
          kind,
          new Proxy(current.channel, { get: (_, key) => Reflect.get(current.channel, key) }),
        ]),
      ),
      sourceProviders: new Map(),
      marketplaces: new Map(),
      payments: null,
    }),
  });
  beforeEach(async () => {
    await server.owner.query(`update mailings set status = 'canceled' where status in ('working', 'waiting')`);
    await server.owner.query(`update messages set status = 'cancelled' where status = 'planned'`);
    await server.owner.query('delete from graphile_worker._private_jobs');
    await server.clock.set(HOUSE_NOON);
  });
  const rows = builders(server.owner);

  async function open({ messages = 100_000, kind = 'twilio_sms', traits = {} }: Opening = {}): Promise<MailingHouse> {
    const given: Pick<MailingHouse, 'answer'> = { answer: undefined };
    current.channel = aFakeChannel({ kind, traits, answer: () => given.answer?.() ?? accepted() });
    const owner = await server.signUp();
    const { tenantId, token } = owner;
    await server.owner.query('update message_balances set available = $2 where tenant_id = $1', [tenantId, messages]);
    await server.owner.query(`update tenants set paid_until = '2027-01-01' where id = $1`, [tenantId]);
    const credentials = server.ctx.vault.seal(tenantId, newSecrets(tenantId, { token: 'token' }));
    const channelId = ChannelId.parse((await rows.aChannel({ tenantId, kind, title: 'SMS', credentials })).id);
    const at = ({ id }: Mailing) => ({ token, params: { mailingId: id } });
    const save = async (mailing: Mailing, change: Change) => {
      const settings = { ...mailing.settings };
      for (const [part, value] of Object.entries(change)) {
        const before: unknown = Reflect.get(settings, part);
        const isMerged = part === 'timing' || part === 'content';
        Reflect.set(settings, part, isMerged ? { ...Object(before), ...Object(value) } : value);
      }
      const { title, version: baseVersion } = mailing;
      const body = { title, settings, testPhones: '', baseVersion };
      const answer = await server.call(saveMailing, { ...at(mailing), body });
      if (answer.status !== 200) throw new Error(`Not saved: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const read = async (mailing: Mailing) => (await server.call(getMailing, at(mailing))).body;
    return {
      owner,
      channelId,
      get answer() {
        return given.answer;
      },
      set answer(answer) {
        given.answer = answer;
      },
      get channel() {
        return current.channel;
      },
      async people(count, columns = {}) {
        const ids: ContactId[] = [];
        for (let n = 0; n < count; n++)
          ids.push((await rows.aContact({ tenantId, name: firstName(n), ...columns })).id);
        return ids.toSorted();
      },
      async aMailing(change = {}) {
        const { body } = await server.call(createMailing, { token, body: { title: `Mailing ${randomUUID()}` } });
        const settings = {
          ...body.settings,
          timing: { ...body.settings.timing, dispatchHours: { startHour: 9, endHour: 21 } },
        };
        return save({ ...body, settings }, change);
      },
      save,
      start: (mailing) => server.call(startMailing, { ...at(mailing), body: { baseVersion: mailing.version } }),
      pause: (mailing) => server.call(pauseMailing, at(mailing)),
      resume: (mailing) => server.call(continueMailing, at(mailing)),
      cancel: (mailing) => server.call(cancelMailing, at(mailing)),
      read,
      async settle(mailing, rounds = 12) {
        for (let round = 0; round < rounds; round++) {
          await server.runJobs();
          const { status } = await read(mailing);
          if (status !== 'working' && status !== 'waiting') break;
          await server.clock.advance({ seconds: 31 });
        }
        return read(mailing);
      },
      async reached(mailing) {
        const { rows: left } = await server.owner.query(
          `select contact_id from messages where sender_id = $1 and phase in ('left', 'doubtful') order by contact_id`,
          [mailing.id],
        );
        return left.map((row) => row.contact_id);
      },
    };
  }
  return { server, open };
}
