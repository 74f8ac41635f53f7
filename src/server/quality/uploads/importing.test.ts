import { expect, test } from 'vitest';
import { deleteTalk, getTalk, importChats, listTalks } from '#contract/quality/talks.ts';
import { archiveOf } from '#server/testing/rows/workbooks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-06-01T08:00:00Z' });
const { call } = server;

type Sent = { employees?: string[]; bots?: string[]; fileName?: string };

async function send(
  { token }: SignedUp,
  file: string | Buffer,
  { employees = [], bots = [], fileName = 'chats.txt' }: Sent = {},
) {
  const content = Buffer.from(file).toString('base64');
  return call(importChats, { token, body: { fileName, content, employees, bots } });
}

const list = async ({ token }: SignedUp, query = {}) =>
  (await call(listTalks, { token, query: { kind: 'chats', ...query } })).body;

const WHATSAPP = [
  '[30.05.2026, 10:00:00] Анна: Сколько стоит стрижка?',
  '[30.05.2026, 10:02:00] Мария: 1500 ₽',
  '[31.05.2026, 12:00:00] Анна: А окрашивание?',
].join('\n');

test('a file is looked at first, then its chats are stored once, also when they have grown', async () => {
  const cabinet = await server.signUp();
  const fileName = 'WhatsApp Chat with Анна.txt';
  const looked = await send(cabinet, WHATSAPP, { fileName });
  expect([looked.status, looked.body]).toEqual([
    200,
    {
      format: 'whatsapp',
      added: 2,
      repeated: 0,
      unreadable: [],
      speakers: [
        { name: 'Анна', lines: 2, isEmployee: false },
        { name: 'Мария', lines: 1, isEmployee: true },
      ],
    },
  ]);
  expect((await list(cabinet)).items).toEqual([]);

  expect((await send(cabinet, WHATSAPP, { fileName, employees: ['Мария'] })).body).toMatchObject({
    added: 2,
    repeated: 0,
  });
  const { items } = await list(cabinet);
  expect(items.map(({ title, lines, employees }) => [title, lines, employees])).toEqual([
    ['Анна', 1, []],
    ['Анна', 2, [{ name: 'Мария', isBot: false }]],
  ]);
  const grown = `${WHATSAPP}\n[31.05.2026, 12:05:00] Мария: 5000 ₽`;
  expect((await send(cabinet, grown, { fileName, employees: ['Мария'] })).body).toMatchObject({
    added: 0,
    repeated: 2,
  });
  const talks = (await list(cabinet)).items;
  expect(talks.map(({ lines }) => lines)).toEqual([2, 2]);
  const { body } = await call(getTalk, { token: cabinet.token, params: { talkId: talks[0]!.id } });
  expect(body.transcript.map(({ side, speaker, text, at }) => [side, speaker, text, at])).toEqual([
    ['client', 'Анна', 'А окрашивание?', '2026-05-31T09:00:00Z'],
    ['employee', 'Мария', '5000 ₽', '2026-05-31T09:05:00Z'],
  ]);
});

test('the archive of a phone is read, and names of bots are marked', async () => {
  const cabinet = await server.signUp();
  const zip = await archiveOf({ '_chat.txt': WHATSAPP, 'IMG-1.jpg': 'x' });
  const sent = await send(cabinet, zip, {
    fileName: 'WhatsApp Chat - Анна.zip',
    employees: ['Мария'],
    bots: ['Мария'],
  });
  expect([sent.body.format, sent.body.added]).toEqual(['whatsapp', 2]);
  const [, first] = (await list(cabinet)).items;
  expect([first?.title, first?.employees]).toEqual(['Анна', [{ name: 'Мария', isBot: true }]]);
});

test('chats without times begin when they are first read, and keep that time', async () => {
  const cabinet = await server.signUp();
  const chats = JSON.stringify([
    {
      messages: [
        { from: 'Anna', text: 'Hi' },
        { from: 'Maria', text: 'Hello' },
      ],
    },
  ]);
  await send(cabinet, chats, { employees: ['Maria'] });
  await server.clock.set('2026-06-02T08:00:00Z');
  expect((await send(cabinet, chats, { employees: ['Maria'] })).body).toMatchObject({
    format: 'json',
    added: 0,
    repeated: 1,
  });
  expect((await list(cabinet)).items.map(({ startedAt }) => startedAt)).toEqual(['2026-06-01T08:00:00Z']);
});

test.each([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0\0\0\0\0', 'latin1'), 'chat_file.unreadable'],
  ['a damaged archive', Buffer.from('PK\u0003\u0004 nothing'), 'chat_file.unreadable'],
  ['words without names', 'Dear sirs', 'chat_file.no_chats'],
  ['an empty list', '[]', 'chat_file.no_chats'],
  ['nothing', '', 'chat_file.no_chats'],
])('%s is refused', async (_what, file, code) => {
  const { status, body } = await send(await server.signUp(), file);
  expect([status, body.code]).toEqual([400, code]);
});

test('an archive that inflates without end is refused', async () => {
  const { body } = await send(await server.signUp(), await archiveOf({ '_chat.txt': 'a'.repeat(60 * 1_048_576) }));
  expect(body.code).toBe('chat_file.unreadable');
});

test('talks are listed by pages, days and sources, and those of another cabinet are not', async () => {
  const [cabinet, neighbour] = [await server.signUp(), await server.signUp()];
  const lines = Array.from(
    { length: 5 },
    (_, index) => `2026-05-0${index + 1} 10:00 Anna: ${index}\n2026-05-0${index + 1} 10:01 Maria: ok`,
  );
  await send(cabinet, lines.join('\n'), { employees: ['Maria'] });
  const first = await list(cabinet, { limit: 3 });
  const second = await list(cabinet, { limit: 3, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
  expect((await list(cabinet, { from: '2026-05-02', to: '2026-05-03' })).items).toHaveLength(2);
  expect((await list(cabinet, { source: 'conversations' })).items).toEqual([]);
  expect((await list(neighbour)).items).toEqual([]);
  const params = { talkId: first.items[0]!.id };
  expect((await call(deleteTalk, { token: neighbour.token, params })).status).toBe(404);
  expect((await call(deleteTalk, { token: cabinet.token, params })).status).toBe(200);
  expect((await call(getTalk, { token: cabinet.token, params })).body.code).toBe('quality_talk.not_found');
});
