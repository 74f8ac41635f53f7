import { expect } from 'vitest';
import { markRead, setConversationSettings } from '#contract/conversations/work.ts';
import type { Binding, ScenarioName } from './binding.ts';
import type { Place } from './place.ts';

/** A behaviour of channels, in words and as a test. */
export type Scenario = {
  name: ScenarioName;
  title: string;
  /** Whether a kind has what the scenario is about; left out: every kind. A binding gives the reason where it has not. */
  isFor?: (row: Pick<Place, 'binding' | 'traits' | 'provider'>) => boolean;
  play: (place: Place) => Promise<void>;
};

/** The scenarios that a kind plays; `binding.skips` gives the reasons of the others. */
export const scenariosOf = ({ skips }: Pick<Binding, 'skips'>): readonly Scenario[] =>
  SCENARIOS.filter(({ name }) => skips[name] === undefined);

const reports = ({ binding, traits }: Pick<Place, 'binding' | 'traits'>) =>
  traits.lastStatus !== 'sent' && binding.report !== undefined;

/** Repeats what a worker does every minute. */
const sweep = async ({ server }: Place) => {
  await server.runRepeated('delivery.sweep');
  await server.runJobs();
};

/** The outcome is unknown, and the message is not sent again by itself. */
async function expectDoubt(place: Place, id: string, times: number): Promise<void> {
  await sweep(place);
  expect(await place.read(id)).toMatchObject({ status: 'unknown' });
  expect(await place.received()).toHaveLength(times);
}

async function expectSentOnce(place: Place, id: string, text: string): Promise<void> {
  expect(await place.read(id)).toMatchObject({
    status: expect.stringMatching(/^(accepted|sent|delivered|read)$/),
    provider_message_id: expect.any(String),
  });
  expect((await place.received()).filter((one) => one === text)).toHaveLength(1);
}

async function expectRefused(place: Place, id: string, reason: string): Promise<void> {
  await sweep(place);
  expect(await place.read(id)).toMatchObject({ status: 'failed', reason });
  expect(await place.received()).toEqual([]);
}

const IMAGE = { image: { url: 'https://ex.test/a.jpg', mime: 'image/jpeg' } };

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const PHOTO = { base64: PNG, mime: 'image/jpeg', name: 'photo.jpg' };

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'once',
    title: 'a message arrives once, with the id its provider knows it by',
    async play(place) {
      const id = await place.send('first');
      await sweep(place);
      await expectSentOnce(place, id, 'first');
      expect((await place.readChannel()).state).toBe('Authorized');
    },
  },
  {
    name: 'lost_answer',
    title: 'an accepted message whose answer is lost is in doubt, and is not sent twice',
    async play(place) {
      await place.disturb({ action: 'reset', effect: 'done' });
      const id = await place.send('lost');
      await expectDoubt(place, id, 1);
    },
  },
  {
    name: 'unreadable_answer',
    title: 'an answer that cannot be read is a doubt, and not a failure',
    async play(place) {
      await place.disturb({ action: 'http', status: 200, body: '<html>', effect: 'done' });
      const id = await place.send('unreadable');
      await expectDoubt(place, id, 1);
    },
  },
  {
    name: 'slow_answer',
    title: 'a slow answer is waited for',
    async play(place) {
      await place.disturb({ action: 'slow', delayMs: 300 });
      const id = await place.send('slow');
      await expectSentOnce(place, id, 'slow');
    },
  },
  {
    name: 'pause',
    title: 'a provider that asks for a pause gets it, and the message leaves after it, once',
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.tooFast(60) });
      const id = await place.send('paused');
      expect(await place.read(id)).toMatchObject({ status: 'planned' });
      expect((await place.readChannel()).restsUntil).not.toBeNull();
      expect(await place.received()).toEqual([]);
      await place.calm();
      await place.pass(122);
      await expectSentOnce(place, id, 'paused');
    },
  },
  {
    name: 'busy',
    title: 'a provider that is too busy and names no pause is tried again soon, and the message leaves once',
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.tooFast(null) });
      const id = await place.send('busy');
      for (let n = 0; n < 20 && (await place.read(id)).status === 'planned'; n++) await place.pass(10);
      await expectSentOnce(place, id, 'busy');
    },
  },
  {
    name: 'statuses',
    title: 'statuses in any order, repeated and late, end with the highest',
    isFor: reports,
    async play(place) {
      const id = await place.send('statuses');
      const { provider_message_id: known } = await place.read(id);
      const last = place.traits.lastStatus === 'read' ? 'read' : 'delivered';
      for (const status of [last, 'sent', 'delivered', 'sent', last] as const) {
        await place.binding.report?.(place.world, known ?? '', status);
        await place.pass();
      }
      expect(await place.read(id)).toMatchObject({ status: last });
      await expectSentOnce(place, id, 'statuses');
    },
  },
  {
    name: 'revoked_key',
    title: 'a key that is revoked stops the channel: its messages wait, and leave once it works again',
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.wrongKey });
      const id = await place.send('waits');
      expect(await place.read(id)).toMatchObject({ status: 'planned' });
      expect((await place.readChannel()).state).toBe('NotAuthorized');
      const second = await place.send('waits too');
      expect(await place.received()).toEqual([]);
      await place.calm();
      expect(await place.reconnect()).toBe(200);
      await place.pass();
      await expectSentOnce(place, id, 'waits');
      await place.pass(10);
      await expectSentOnce(place, second, 'waits too');
    },
  },
  {
    name: 'taken_webhook',
    title: 'a webhook that another program has taken is noticed, and is ours again after a check',
    isFor: ({ provider }) => provider.inspectWebhook !== undefined,
    async play(place) {
      const { provider, server } = place;
      const other = { url: `${server.origin}/hooks/another/program`, headerSecret: 'another' };
      expect(await provider.subscribe(await place.readCredentials(), other)).toMatchObject({ isOk: true });
      await server.runRepeated('channels.check-all');
      await server.runJobs();
      expect(await place.readChannel()).toMatchObject({ trouble: 'hook_failing' });
      expect(await place.reconnect()).toBe(200);
      await place.pass(5);
      expect(await place.readChannel()).toMatchObject({ state: 'Authorized', trouble: null });
    },
  },
  {
    name: 'refused_attachment',
    title: 'an attachment that the provider refuses ends its message alone',
    isFor: ({ binding, traits }) => traits.maxImageMegabytes > 0 && binding.answers.mediaTooLarge !== undefined,
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.mediaTooLarge! });
      const id = await place.send('too large', IMAGE);
      await expectRefused(place, id, 'content_rejected');
      const next = await place.send('next');
      await expectSentOnce(place, next, 'next');
    },
  },
  {
    name: 'refused_template',
    title: 'a template that the provider refuses ends its message alone',
    isFor: ({ binding }) => binding.answers.templateRefused !== undefined,
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.templateRefused! });
      const id = await place.send('template');
      await expectRefused(place, id, 'content_rejected');
      const next = await place.send('next');
      await expectSentOnce(place, next, 'next');
    },
  },
  {
    name: 'restart',
    title: 'a process that dies in the middle of a send doubles nothing and loses nothing',
    async play(place) {
      const { server, traits } = place;
      const id = await place.plan('interrupted');
      await server.owner.query(
        `update messages set status = 'sending', lease_epoch = 0, claimed_at = now() - interval '1 hour' where id = $1`,
        [id],
      );
      await sweep(place);
      await sweep(place);
      const { status } = await place.read(id);
      if (!traits.echoesReference) return void expect(status).toBe('unknown');
      // NOTE: the provider would have sent a status with our reference by now: it never had the message.
      await expectSentOnce(place, id, 'interrupted');
    },
  },
  {
    name: 'leaving',
    title: 'a person who leaves by the means of the messenger gets nothing more',
    isFor: ({ binding }) => binding.leave !== undefined,
    async play(place) {
      await place.binding.leave?.(place.world);
      await place.pass();
      const id = await place.send('unwanted');
      expect(await place.read(id)).toMatchObject({ status: 'skipped' });
      expect(await place.received()).toEqual([]);
    },
  },
  {
    name: 'refused_opt_out',
    title: 'a refusal because the contact has left is an opt-out: the next message is not even tried',
    isFor: ({ traits, binding }) => traits.optOutScope === 'all' && binding.answers.optedOut !== undefined,
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.optedOut! });
      const id = await place.send('left');
      await expectRefused(place, id, 'opted_out');
      const next = await place.send('next');
      expect(await place.read(next)).toMatchObject({ status: 'skipped', reason: 'opted_out' });
      expect(await place.received()).toEqual([]);
    },
  },
  {
    name: 'unknown_recipient',
    title: 'a recipient whom the channel does not know is not tried again',
    async play(place) {
      await place.disturb({ action: 'http', answer: place.binding.answers.unknownRecipient });
      const id = await place.send('nobody');
      await expectRefused(place, id, 'recipient_invalid');
    },
  },
  {
    name: 'file',
    title: 'a file that a person sends is fetched, and is typed by its bytes',
    isFor: ({ binding }) => binding.writeFile !== undefined,
    async play(place) {
      await place.binding.writeFile?.(place.world, PHOTO);
      await place.pass();
      expect(await place.readFiles()).toMatchObject([{ state: 'kept', trouble: null, mime: 'image/png' }]);
    },
  },
  {
    name: 'late_file',
    title: 'a file that the provider has only after it has posted the message is fetched',
    isFor: ({ binding }) => binding.writeFile !== undefined && binding.hasLateFiles === true,
    async play(place) {
      await place.binding.writeFile?.(place.world, { ...PHOTO, isLate: true });
      await place.pass();
      expect(await place.readFiles()).toMatchObject([{ state: 'kept', trouble: null, mime: 'image/png' }]);
    },
  },
  {
    name: 'script',
    title: 'a picture that is a script is refused, and the next file is fetched',
    isFor: ({ binding }) => binding.writeFile !== undefined,
    async play(place) {
      const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
      for (const base64 of [script, PNG]) {
        await place.binding.writeFile?.(place.world, { base64, mime: 'image/png', name: 'photo.png' });
        await place.pass();
      }
      expect(await place.readFiles()).toMatchObject([
        { state: 'refused', trouble: 'wrong_type', mime: null },
        { state: 'kept', trouble: null, mime: 'image/png' },
      ]);
    },
  },
  {
    name: 'large_file',
    title: 'a voice message of 30 MB is refused as too large, and the next file is fetched',
    isFor: ({ binding }) => binding.writeFile !== undefined,
    async play(place) {
      const base64 = Buffer.alloc(30 * 1_048_576, 'OggS').toString('base64');
      for (const file of [{ base64, mime: 'audio/ogg', name: 'voice.ogg' }, PHOTO]) {
        await place.binding.writeFile?.(place.world, file);
        await place.pass();
      }
      expect(await place.readFiles()).toMatchObject([
        { state: 'refused', trouble: 'too_big', mime: null },
        { state: 'kept', trouble: null, mime: 'image/png' },
      ]);
    },
  },
  {
    name: 'own_phone',
    title: 'a message typed on the phone of the channel is in the conversation, and bots are silent',
    isFor: ({ binding }) => binding.typeOnPhone !== undefined,
    async play(place) {
      await place.binding.typeOnPhone?.(place.world, 'I will see to it');
      await place.pass();
      expect(await place.readOwn()).toEqual([{ text: 'I will see to it', isSilent: true }]);
    },
  },
  {
    name: 'read_mark',
    title: 'a contact whose conversation a member opens is shown that they were read, where the cabinet allows it',
    isFor: ({ provider }) => provider.markRead !== undefined,
    async play(place) {
      const { binding, server, token, world } = place;
      await place.writes('Will be seen');
      expect(await binding.shownAsRead?.(world)).toEqual([]);
      const body = { botSilenceMinutes: 60, marksRead: true, showsTyping: false };
      expect((await server.call(setConversationSettings, { token, body })).status).toBe(200);
      const params = { conversationId: await place.findConversation() };
      expect((await server.call(markRead, { token, params, body: { isRead: true } })).status).toBe(200);
      await server.runJobs();
      expect(await binding.shownAsRead?.(world)).toContain('Will be seen');
    },
  },
  {
    name: 'repeated_webhook',
    title: 'a webhook that is repeated counts once, and a forged one not at all',
    isFor: ({ binding }) => binding.write !== undefined,
    async play(place) {
      const { world, server, channel } = place;
      const stored = async () => {
        const { rows } = await server.owner.query(
          'select count(*)::int as count from inbound_messages where channel_id = $1',
          [channel.id],
        );
        return rows[0].count;
      };
      const before = await stored();
      await place.writes('Once');
      expect(await stored()).toBe(before + 1);
      type Call = { id: number; body: unknown };
      const { webhooks } = await world.control<{ webhooks: Call[] }>(
        'GET',
        `/webhooks?channel=${place.binding.service}`,
      );
      const last = webhooks.findLast(({ body }) => JSON.stringify(body).includes('Once'));
      await world.control('POST', `/webhooks/${last?.id}/repeat`, {});
      const forged = await world.control<{ status: number }>('POST', `/webhooks/${last?.id}/repeat`, { forge: true });
      await place.pass();
      expect(forged.status).toBeGreaterThanOrEqual(400);
      expect(await stored()).toBe(before + 1);
    },
  },
];
