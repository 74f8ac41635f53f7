import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { followProductClock } from '#web/lib/format/clock.ts';
import { emitLive } from '#web/lib/api/live-events.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ConversationsPage } from './ConversationsPage.tsx';
import { SettingsPage } from './settings/SettingsPage.tsx';

const product = await startProduct();
const NOW = Date.parse('2026-03-02T08:00:00Z'); // the server's clock
const MINUTE_MS = 60_000;
const TEXTS = ['conversations', 'contacts', 'channels', 'texts'] as const;
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString();

// NOTE: jsdom lays nothing out; the list draws the rows that fit a height
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 });
  followProductClock(new Date(NOW).toISOString());
});

/** A cabinet in which Anna, Boris and Clara wrote on WhatsApp, Anna last. */
async function aSalon() {
  const owner = await product.signUp();
  const { tenantId } = owner;
  const channelId = (await product.aChannel({ tenantId, title: 'WhatsApp' })).id;
  const threads: Record<string, ConversationId> = {};
  for (const [name, minutes] of [
    ['Anna', 10],
    ['Boris', 20],
    ['Clara', 30],
  ] as const) {
    const contactId = (await product.aContact({ tenantId, name })).id;
    const given = { tenantId, channelId, contactId, lastText: `Hello from ${name}`, lastMessageAt: ago(minutes) };
    threads[name] = (await product.aConversation({ ...given, lastInboundAt: ago(minutes) })).id;
    await wroteAt(contactId, ago(minutes));
  }
  return { owner, tenantId, idOf: (name: string) => threads[name] ?? expect.fail(name) };
}
/** The contact's last message; free text is taken for a day after it. */
const wroteAt = (contactId: string, at: string) =>
  product.owner.query(
    `update contact_addresses set last_inbound_at = $2, window_until = $2::timestamptz + interval '1 day' where contact_id = $1`,
    [contactId, at],
  );

/** Emits the event that the stream would send. */
function happened(conversationId: ConversationId): void {
  const event = { seq: 1, kind: 'message', conversationId, itemId: null, direction: 'in' } as const;
  act(() => emitLive({ conversation: { ...event, memberId: null, assigneeId: null } }));
}
async function writesAgain(id: ConversationId, text: string, minutes: number): Promise<void> {
  await product.owner.query(`update conversations set last_message_at = $2, last_text = $3 where id = $1`, [
    id,
    ago(minutes),
    text,
  ]);
  happened(id);
}

const open = (at: string, as: Awaited<ReturnType<typeof aSalon>>['owner']) =>
  draw(<ConversationsPage />, { texts: TEXTS, as, at });
const list = () => screen.findByRole('list', { name: 'Conversations' });
const names = () =>
  screen.queryAllByRole('link').flatMap((link) => within(link).queryByText(/^(Anna|Boris|Clara)$/)?.textContent ?? []);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to the client' });

test('a client who writes comes to the top; under the pointer the order stays, and a button says how many are new', async () => {
  const { owner, idOf } = await aSalon();
  const { user } = await open('/conversations', owner);
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
  await writesAgain(idOf('Clara'), 'One more thing', 2);
  await expect.poll(names).toEqual(['Clara', 'Anna', 'Boris']);

  const box = (await list()).parentElement ?? expect.fail();
  fireEvent.pointerEnter(box, { pointerType: 'mouse' });
  await writesAgain(idOf('Boris'), 'Me too', 1);
  await screen.findByText('Me too');
  expect(names()).toEqual(['Clara', 'Anna', 'Boris']);
  await user.click(screen.getByRole('button', { name: '1 new' }));
  await expect.poll(names).toEqual(['Boris', 'Clara', 'Anna']);
});

test('a half-written answer is kept on the server, for its own conversation and kind', async () => {
  const { owner, idOf } = await aSalon();
  const { user } = await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await user.type(await field(), 'I will ask');
  await user.click(screen.getByRole('button', { name: 'Note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note for colleagues' }), 'Likes tea');
  const saved = async () => {
    const { rows } = await product.owner.query(
      'select kind, text from conversation_drafts where conversation_id = $1',
      [idOf('Anna')],
    );
    return Object.fromEntries(rows.map(({ kind, text }) => [kind, text]));
  };
  await expect.poll(saved).toEqual({ answer: 'I will ask', note: 'Likes tea' });
  await user.click(within(await list()).getByRole('link', { name: /Boris/ }));
  await expect.poll(async () => (await field()).value).toBe('');
});

test('the time left to write freely is shown, and becomes urgent below two hours', async () => {
  const { owner, idOf } = await aSalon();
  await open(`/conversations?thread=${idOf('Anna')}`, owner);
  expect((await screen.findByText('23 h 50 min')).dataset['urgent']).toBeUndefined();
  cleanup();
  const { rows } = await product.owner.query('select contact_id from conversations where id = $1', [idOf('Boris')]);
  await wroteAt(String(rows[0]?.['contact_id']), ago(23 * 60));
  await open(`/conversations?thread=${idOf('Boris')}`, owner);
  expect((await screen.findByText('1 h 0 min')).dataset['urgent']).toBe('true');
});

test('once the window is closed nothing can be typed for the client, and what can be done is said', async () => {
  const { owner, idOf } = await aSalon();
  const { rows } = await product.owner.query('select contact_id from conversations where id = $1', [idOf('Anna')]);
  await wroteAt(String(rows[0]?.['contact_id']), ago(25 * 60));
  await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await screen.findByText('You can no longer reply freely');
  expect(screen.queryByRole('textbox', { name: 'Reply to the client' })).toBeNull();
  expect((await screen.findByRole('link', { name: 'Call' })).getAttribute('href')).toMatch(/^tel:\+\d+$/);
  screen.getByRole('link', { name: 'Create a template' });
});

test('templates of a closed window are in the languages of the client and of the member first, and are searched when there are many', async () => {
  const { owner, tenantId, idOf } = await aSalon();
  const { rows } = await product.owner.query('select contact_id, channel_id from conversations where id = $1', [
    idOf('Anna'),
  ]);
  await wroteAt(String(rows[0]?.['contact_id']), ago(25 * 60));
  await product.owner.query(`update contacts set language = 'pt_br' where id = $1`, [rows[0]?.['contact_id']]);
  const content = { parameterCount: 1, media: null, isFillable: true, buttons: [] };
  for (const [n, language] of ['ru', 'en_US', 'pt_BR', 'ru', 'uk', 'ru', 'ru', 'en'].entries()) {
    await product.owner.query(
      `insert into channel_templates (tenant_id, channel_id, name, language, category, status, content, synced_at)
       values ($1, $2, $3, $4, 'MARKETING', 'approved', $5, $6)`,
      [
        tenantId,
        rows[0]?.['channel_id'],
        `template_${n}`,
        language,
        JSON.stringify({ ...content, body: `{{1}}, ${n === 4 ? 'an Apple pie' : 'hello'}` }),
        ago(0),
      ],
    );
  }
  const { user } = await open(`/conversations?thread=${idOf('Anna')}`, owner);
  const suggested = await screen.findByRole('list', { name: 'Suggested templates' });
  const shownFirst = within(suggested).getAllByRole('button');
  expect(shownFirst.map(({ textContent }) => textContent)).toEqual(['Anna, hello']);
  await user.click(screen.getByRole('button', { name: 'All templates' }));
  const templates = await screen.findByRole('list', { name: 'Templates' });
  const shown = () =>
    within(templates)
      .queryAllByText(/^template_/)
      .map(({ textContent }) => textContent);
  expect(shown().slice(0, 4)).toEqual(['template_2 · pt_BR', 'template_0 · ru', 'template_3 · ru', 'template_5 · ru']);
  const search = screen.getByRole('searchbox', { name: 'Find a template' });
  await user.click(screen.getByRole('log'));
  await user.keyboard('[KeyR]');
  await expect.poll(() => document.activeElement).toBe(search);
  await user.type(search, 'apple');
  expect(shown()).toEqual(['template_4 · uk']);
  await user.clear(search);
  await user.type(search, 'nobody wrote this');
  await screen.findByText('No templates with these words');
});

test('an answer that could not be sent keeps its text, and Retry sends it once', async () => {
  const { owner, idOf } = await aSalon();
  const { user } = await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await user.type(await field(), 'See you');
  const isDraftSaved = () => product.calls.some((call) => call.endsWith(`${idOf('Anna')}/draft`));
  await expect.poll(isDraftSaved).toBe(true);
  product.loseNextAnswer('/messages');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(within(screen.getByRole('log')).getAllByText('See you')).toHaveLength(1);
  const { rows } = await product.owner.query(
    `select m.id from messages m join conversations c using (tenant_id, contact_id) where c.id = $1 and m.body = 'See you'`,
    [idOf('Anna')],
  );
  expect(rows).toHaveLength(1);
});

test('a message without words is named in the list by what it is', async () => {
  const { owner, idOf } = await aSalon();
  const isLast = `update conversations set last_kind = $2, last_text = $3 where id = $1`;
  await product.owner.query(isLast, [idOf('Anna'), 'voice', '']);
  await product.owner.query(isLast, [idOf('Boris'), 'image', 'My hall']);
  await product.owner.query(isLast, [idOf('Clara'), 'remark', '👍']);
  await open('/conversations', owner);
  await screen.findByText('Voice message');
  screen.getByText('My hall');
  screen.getByText('Reaction: 👍');
});

test('a double press sends once', async () => {
  const { owner, idOf } = await aSalon();
  const { user } = await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await user.type(await field(), 'Come at five');
  await user.dblClick(screen.getByRole('button', { name: 'Send' }));
  await within(screen.getByRole('log')).findByText('Come at five');
  expect((await field()).value).toBe('');
  const sent = () => product.calls.filter((call) => call === `POST /api/v1/conversations/${idOf('Anna')}/messages`);
  await expect.poll(sent).toHaveLength(1);
});

test('keys go through the list by their place on the keyboard, and not while one types', async () => {
  const { owner, idOf } = await aSalon();
  const { user, router } = await open('/conversations', owner);
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
  for (const key of ['о', 'о']) fireEvent.keyDown(document.body, { key, code: 'KeyJ' });
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter' });
  await expect.poll(() => router.state.location.search).toMatchObject({ thread: idOf('Boris') });
  await user.type(await field(), 'jje');
  expect(router.state.location.search).toMatchObject({ thread: idOf('Boris') });
  await user.keyboard('{Escape}');
  fireEvent.keyDown(document.body, { key: 'у', code: 'KeyE' });
  await screen.findByText('Conversation closed');
  await expect.poll(names).toEqual(['Anna', 'Clara']);
  expect(router.state.location.search).toMatchObject({ thread: idOf('Clara') });
});

test('new messages are told by notices of the browser, which is asked by the button alone; the open thread needs none', async () => {
  const shown: string[] = [];
  class BrowserNotice extends EventTarget {
    static permission = 'default';
    static async requestPermission(): Promise<void> {
      BrowserNotice.permission = 'granted';
    }
    constructor(title: string, { body }: { body: string }) {
      super();
      shown.push(`${title}: ${body}`);
    }
  }
  Object.defineProperty(globalThis, 'Notification', { configurable: true, value: BrowserNotice });
  const { owner, tenantId, idOf } = await aSalon();
  await product.owner.query('update conversations set unread_since = last_message_at where tenant_id = $1', [tenantId]);
  await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await field();
  await writesAgain(idOf('Boris'), 'Before', 3);
  await screen.findByText('Before');
  expect([shown, BrowserNotice.permission]).toEqual([[], 'default']);
  cleanup();

  const { user } = await draw(<SettingsPage />, { texts: TEXTS, as: owner, at: '/conversations/settings' });
  await user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByRole('switch', { name: 'Show notifications' })).toHaveProperty('checked', true);
  cleanup();

  await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await field();
  await writesAgain(idOf('Anna'), 'On the screen', 2);
  await writesAgain(idOf('Clara'), 'Are you there?', 1);
  await expect.poll(() => shown).toEqual(['Clara: Are you there?']);
});

test('who asked not to be written to is named above the field, and writing to them is asked once', async () => {
  const { owner, tenantId, idOf } = await aSalon();
  const { rows } = await product.owner.query('select contact_id from conversations where id = $1', [idOf('Anna')]);
  await product.owner.query(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     values ($1, gen_random_uuid(), $2, 'all', 'word', $3)`,
    [tenantId, rows[0]?.['contact_id'], ago(10)],
  );
  const { user } = await open(`/conversations?thread=${idOf('Anna')}`, owner);
  await screen.findByText(/The client asked not to be messaged/);
  expect(screen.getByText(/Wrote “stop”/)).toBeTruthy();

  await user.type(await field(), 'One last question{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Send to a client who is not to be messaged?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect((await field()).value).toBe('One last question');

  await user.type(await field(), '{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Send anyway' }));
  await expect.poll(async () => (await field()).value).toBe('');
  await user.type(await field(), 'And one more{Enter}');
  await expect.poll(async () => (await field()).value).toBe('');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the page opens with those who wait for a reply, and with all where nobody does', async () => {
  const { owner, idOf } = await aSalon();
  await product.owner.query(`update conversations set needs_person_since = $2 where id = $1`, [idOf('Boris'), ago(20)]);
  const { user } = await open('/conversations', owner);
  await expect.poll(names).toEqual(['Boris']);
  expect(screen.getByRole('button', { name: /^Waiting/ }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: /^All open/ }));
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
});
