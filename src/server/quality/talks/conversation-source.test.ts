import { expect, test } from 'vitest';
import type { SenderKind } from '#contract/senders/calls.ts';
import { insertSearched } from '#server/conversations/threads/entry-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { conversationTalks } from './conversation-source.ts';
import { findTalk } from './talk-list-queries.ts';

const server = await testServer({ now: '2026-06-01T08:00:00Z' });
const { owner, ctx } = server;
const { aContact, aConversation, aMessage, aSender } = builders(owner);

const WANTED = {
  kind: 'chats' as const,
  from: Temporal.Instant.from('2026-05-01T00:00:00Z'),
  until: Temporal.Instant.from('2026-06-01T00:00:00Z'),
};
const ALL = { after: null, limit: 100, isWanted: () => true };

/** A thread whose messages are written by the test. */
async function aThread(name = 'Anna') {
  const { tenantId } = await server.signUp();
  const contact = await aContact({ tenantId, name });
  const thread = await aConversation({ tenantId, contactId: contact.id });
  const inTenant = <T>(work: (scope: ActionScope) => Promise<T>) => withTenant(ctx, tenantId, work);
  const search = (id: string, direction: 'in' | 'out' | 'own' | 'inner', text: string, at: string) =>
    inTenant((scope) =>
      insertSearched(scope, { id, conversationId: thread.id, direction, text, at: Temporal.Instant.from(at) }),
    );
  const received = async (table: 'inbound_messages' | 'own_messages', at: string, text: string, kind: string) => {
    const { rows } = await owner.query(
      `insert into ${table} (tenant_id, id, conversation_id, contact_id, channel_id, chat, provider_message_id, kind, text, sent_at, received_at)
       values ($1, gen_random_uuid(), $2, $3, $4, '1', gen_random_uuid()::text, $5, $6, $7, $7) returning id`,
      [tenantId, thread.id, contact.id, thread.channelId, kind, text, at],
    );
    await search(rows[0].id, table === 'inbound_messages' ? 'in' : 'own', text, at);
  };
  return {
    inTenant,
    writes: (at: string, text: string, kind = 'text') => received('inbound_messages', at, text, kind),
    ownWrites: (at: string, text: string) => received('own_messages', at, text, 'text'),
    async answers(
      at: string,
      body: string,
      {
        kind = 'member',
        title = 'Maria',
        status = 'read',
      }: { kind?: SenderKind; title?: string; status?: string } = {},
    ) {
      const { id: senderId } = await aSender({ tenantId, kind, title });
      const { id } = await aMessage({
        tenantId,
        senderId,
        contactId: contact.id,
        channelId: thread.channelId,
        dueAt: at,
        plannedAt: at,
        body,
        status,
      });
      if (['member', 'chatbot', 'assistant'].includes(kind)) await search(id, 'out', body, at);
    },
    async notes(at: string, text: string) {
      const { rows } = await owner.query(
        `insert into thread_entries (tenant_id, id, conversation_id, kind, text, at) values ($1, gen_random_uuid(), $2, 'note', $3, $4) returning id`,
        [tenantId, thread.id, text, at],
      );
      await search(rows[0].id, 'inner', text, at);
    },
    async talks() {
      const { talks } = await inTenant((scope) => conversationTalks.takeTalks(scope, WANTED, ALL));
      return Promise.all(talks.map(({ id }) => inTenant((scope) => findTalk(scope, id))));
    },
  };
}

test('a talk has the words of both sides with their names; bots are bots, automatic messages are notes, private notes are left out', async () => {
  const thread = await aThread();
  await thread.answers('2026-05-03T09:00:00Z', 'See you tomorrow at 10', { kind: 'flow', title: 'Reminder' });
  await thread.writes('2026-05-03T10:00:00Z', 'Can I move it?');
  await thread.answers('2026-05-03T10:00:05Z', 'I will ask', { kind: 'assistant', title: 'Aurora' });
  await thread.notes('2026-05-03T10:01:00Z', 'a difficult one');
  await thread.answers('2026-05-03T10:02:00Z', 'Yes, to 12');
  await thread.answers('2026-05-03T10:02:30Z', 'never left', { status: 'failed' });
  await thread.writes('2026-05-03T10:03:00Z', '', 'image');
  await thread.ownWrites('2026-05-03T10:04:00Z', 'Done');
  await thread.answers('2026-05-03T11:00:00Z', 'News', { kind: 'mailing', title: 'May' });
  const [found, ...others] = await thread.talks();
  expect(others).toEqual([]);
  expect(found?.talk).toMatchObject({
    title: 'Anna',
    startedAt: '2026-05-03T10:00:00Z',
    employees: [
      { name: 'Aurora', isBot: true },
      { name: 'Maria', isBot: false },
      { name: '', isBot: false },
    ],
  });
  expect(found?.lines.map(({ side, speaker, text }) => [side, speaker, text])).toEqual([
    ['note', 'Reminder', 'See you tomorrow at 10'],
    ['client', 'Anna', 'Can I move it?'],
    ['bot', 'Aurora', 'I will ask'],
    ['employee', 'Maria', 'Yes, to 12'],
    ['client', 'Anna', '📷'],
    ['employee', '', 'Done'],
  ]);
});

test('a pause of more than 12 hours begins another talk; one that began before the period is not in it', async () => {
  const thread = await aThread();
  await thread.writes('2026-04-30T20:00:00Z', 'of April');
  await thread.answers('2026-05-01T07:00:00Z', 'still of April');
  await thread.writes('2026-05-02T08:00:00Z', 'one');
  await thread.answers('2026-05-02T20:00:00Z', 'answered after 12 hours');
  await thread.writes('2026-05-03T08:00:01Z', 'two');
  await thread.writes('2026-06-01T08:00:00Z', 'of June');
  const talks = await thread.talks();
  expect(talks.map((one) => one?.lines.map(({ text }) => text))).toEqual([['one', 'answered after 12 hours'], ['two']]);
  const counted = await thread.inTenant((scope) => conversationTalks.countTalks(scope, WANTED));
  expect(counted).toMatchObject({ talks: 2, notReady: 0 });
});

test('reading again changes the same talks; pages follow one another, and what is not in the sample is left out', async () => {
  const thread = await aThread();
  for (let day = 10; day < 15; day++) await thread.writes(`2026-05-${day}T10:00:00Z`, `day ${day}`);
  const first = await thread.talks();
  await thread.answers('2026-05-14T10:05:00Z', 'late answer');
  const again = await thread.talks();
  expect(again.map((one) => one?.talk.id)).toEqual(first.map((one) => one?.talk.id));
  expect(again.at(-1)?.lines).toHaveLength(2);
  const page = (after: string | null) =>
    thread.inTenant((scope) => conversationTalks.takeTalks(scope, WANTED, { ...ALL, after, limit: 3 }));
  const [one, two] = [await page(null), await page((await page(null)).next)];
  expect([one.talks.length, two.talks.length, two.next]).toEqual([3, 2, null]);
  const none = await thread.inTenant((scope) =>
    conversationTalks.takeTalks(scope, WANTED, { ...ALL, isWanted: () => false }),
  );
  expect(none).toEqual({ talks: [], next: null });
});
