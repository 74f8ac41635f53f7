import { describe, expect, test } from 'vitest';
import { instantOf, speakersOf } from './chat-rules.ts';
import { decodeText } from './decoding-rules.ts';
import { readChats, titleOf } from './file-rules.ts';
import { spokenLines, talksOf } from './uploaded-talks.ts';

const flat = (text: string, name = 'chat.txt') =>
  readChats(text, name).chats.map(({ lines }) =>
    lines.map(({ speaker, text: words, at, isNote }) => [isNote ? '*' : speaker, words, at]),
  );

describe('exports of WhatsApp', () => {
  test('Android, months first, with 12 hours, a system line, a file, and words of several lines', () => {
    const text = [
      '12/31/26, 9:41\u202FPM - Messages and calls are end-to-end encrypted.',
      '12/31/26, 9:41\u202FPM - Anna: Hello!',
      'Are you open tomorrow?',
      '12/31/26, 9:45\u202FPM - Salon Aurora: <Media omitted>',
      '1/1/27, 12:05\u202FAM - Salon Aurora: Happy New Year: yes',
      '1/1/27, 12:06\u202FPM - +7 916 000-00-01: ok',
    ].join('\r\n');
    const read = readChats(text, 'WhatsApp Chat with Anna.txt');
    expect([read.format, read.chats[0]?.title, read.unread]).toEqual(['whatsapp', 'Anna', []]);
    expect(flat(text)).toEqual([
      [
        ['*', 'Messages and calls are end-to-end encrypted.', '2026-12-31T21:41:00'],
        ['Anna', 'Hello!\nAre you open tomorrow?', '2026-12-31T21:41:00'],
        ['*', 'Media omitted', '2026-12-31T21:45:00'],
        ['Salon Aurora', 'Happy New Year: yes', '2027-01-01T00:05:00'],
        ['+7 916 000-00-01', 'ok', '2027-01-01T12:06:00'],
      ],
    ]);
  });

  test('iOS, days first, with marks of direction', () => {
    const text = [
      '\u200E[31.12.2026, 21:41:05] Анна: Здравствуйте',
      '\u200E[31.12.2026, 21:42:00] ~\u202FМария: \u200Eизображение отсутствует',
      '[01.01.2027, 09:00:10] ~\u202FМария: Доброе утро!',
    ].join('\n');
    expect(flat(text)).toEqual([
      [
        ['Анна', 'Здравствуйте', '2026-12-31T21:41:05'],
        ['*', 'изображение отсутствует', '2026-12-31T21:42:00'],
        ['Мария', 'Доброе утро!', '2027-01-01T09:00:10'],
      ],
    ]);
  });

  test.each([
    [['5/6/26, 10:00 - A: x', '6/6/26, 10:00 - B: x', '13/6/26, 10:00 - A: x'], '2026-06-05'],
    [['5/6/26, 10:00 - A: x', '5/13/26, 10:00 - B: x'], '2026-05-06'],
    [['1/2/26, 10:00 - A: x', '1/3/26, 10:00 - B: x', '2/1/26, 10:00 - A: x'], '2026-01-02'],
    [['2/1/26, 10:00 - A: x', '3/1/26, 10:00 - B: x', '1/2/26, 10:00 - A: x'], '2026-01-02'],
    [['1/2/26, 9:00 AM - A: x', '1/2/26, 9:10 AM - B: x'], '2026-01-02'],
    [['1/2/26, 09:00 - A: x', '1/2/26, 09:10 - B: x'], '2026-02-01'],
    [['2026-02-03, 09:00 - A: x', '2026-02-13, 09:10 - B: x'], '2026-02-03'],
  ])('the whole file decides whether days or months stand first: %j', (lines, day) => {
    expect(flat(lines.join('\n'))[0]?.[0]?.[2]?.slice(0, 10)).toBe(day);
  });

  test('a line with a day that does not exist is listed', () => {
    const { unread, chats } = readChats(
      '31/12/2026, 10:00 - A: x\n31/31/2026, 10:00 - A: y\n31/12/2026, 10:01 - B: z',
      'x.txt',
    );
    expect(unread).toEqual([{ line: 2, text: '31/31/2026, 10:00 - A: y' }]);
    expect(chats[0]?.lines).toHaveLength(2);
  });
});

describe('JSON', () => {
  test.each([
    [
      'messages',
      [
        { from: 'Anna', text: 'Hi' },
        { from: 'Maria', text: 'Hello' },
      ],
    ],
    [
      'one chat',
      {
        client: 'Anna',
        messages: [
          { author: 'Anna', message: 'Hi' },
          { author: 'Maria', message: 'Hello' },
        ],
      },
    ],
    [
      'chats',
      [
        {
          id: 7,
          messages: [
            { sender: { name: 'Anna' }, body: 'Hi' },
            { sender: { name: 'Maria' }, body: 'Hello' },
          ],
        },
      ],
    ],
    [
      'chats under a key',
      {
        data: {
          chats: [
            {
              dialog: [
                { name: 'Anna', text: ['H', { type: 'bold', text: 'i' }] },
                { name: 'Maria', content: 'Hello' },
              ],
            },
          ],
        },
      },
    ],
  ])('%s', (_what, value) => {
    expect(flat(JSON.stringify(value), 'x.json')).toEqual([
      [
        ['Anna', 'Hi', null],
        ['Maria', 'Hello', null],
      ],
    ]);
  });

  test('an export of Telegram', () => {
    const telegram = {
      name: 'Анна',
      type: 'personal_chat',
      messages: [
        { id: 1, type: 'service', text: 'joined', date: '2026-12-31T21:40:00' },
        {
          id: 2,
          type: 'message',
          date: '2026-12-31T21:41:05',
          date_unixtime: '1798742465',
          from: 'Анна',
          text: ['Смотрите ', { type: 'link', text: 'https://a.example' }],
        },
        {
          id: 3,
          type: 'message',
          date: '2026-12-31T21:42:05',
          date_unixtime: '1798742525',
          from: 'Мария',
          text: '',
          photo: 'x.jpg',
        },
        { id: 4, type: 'message', date: '2026-12-31T21:42:05', date_unixtime: '1798742525', from: 'Мария', text: 'Да' },
      ],
    };
    const read = readChats(JSON.stringify({ chats: { list: [telegram] } }), 'result.json');
    expect([read.format, read.chats[0]?.title, read.unread]).toEqual(['json', 'Анна', []]);
    expect(read.chats[0]?.lines.filter(({ isNote }) => !isNote).map(({ text, at }) => [text, at])).toEqual([
      ['Смотрите https://a.example', '2026-12-31T18:41:05Z'],
      ['Да', '2026-12-31T18:42:05Z'],
    ]);
  });

  test('messages that name their chats are divided, sorted by time, and those without words are listed', () => {
    const messages = [
      { chat_id: 1, role: 'user', content: 'two', timestamp: 1_798_742_466 },
      { chat_id: 2, role: 'assistant', content: 'other', timestamp: 1_798_742_465_000 },
      { chat_id: 1, role: 'user', content: 'one', timestamp: 1_798_742_465 },
      { chat_id: 1, nothing: true },
      7,
    ];
    const { chats, unread } = readChats(JSON.stringify(messages), 'x.json');
    expect(chats.map(({ title, lines }) => [title, lines.map(({ text }) => text)])).toEqual([
      ['1', ['one', 'two']],
      ['2', ['other']],
    ]);
    expect(unread.map(({ line }) => line)).toEqual([4, 5]);
    expect(speakersOf(chats)).toEqual([
      { name: 'user', lines: 2, isEmployee: false },
      { name: 'assistant', lines: 1, isEmployee: true },
    ]);
  });
});

describe('text', () => {
  test('names, times, words of several lines, and chats that are divided', () => {
    const text = [
      'Export of 3 May',
      '[03.05.2026 10:00] Анна: Здравствуйте',
      'сколько стоит?',
      'Мария: Адрес: Тверская, 1',
      '2026-05-03 10:05:07 | Анна: спасибо',
      '---',
      '10:07 Клиент: Добрый день',
      'Мария: Добрый',
    ].join('\n');
    expect(flat(text)).toEqual([
      [
        ['Анна', 'Здравствуйте\nсколько стоит?', '2026-05-03T10:00:00'],
        ['Мария', 'Адрес: Тверская, 1', null],
        ['Анна', 'спасибо', '2026-05-03T10:05:07'],
      ],
      [
        ['Клиент', 'Добрый день', null],
        ['Мария', 'Добрый', null],
      ],
    ]);
    expect(readChats(text, 'x.txt').unread).toEqual([{ line: 1, text: 'Export of 3 May' }]);
  });

  test('a text without names has no chats', () => {
    expect(readChats('Just a letter\nwithout names', 'x.txt')).toMatchObject({ format: 'text', chats: [] });
  });
});

test.each([
  ['UTF-8', Buffer.from('Анна: Привет')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFАнна: Привет')],
  ['UTF-16', Buffer.from('\uFEFFАнна: Привет', 'utf16le')],
  ['UTF-16 without its mark', Buffer.from('Анна: Привет', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\uFEFFАнна: Привет', 'utf16le').swap16()],
  ['Windows-1251', Buffer.from('c0edede03a20cff0e8e2e5f2', 'hex')],
])('text is decoded from %s', (_what, bytes) => {
  expect(decodeText(bytes)?.replace('\uFEFF', '')).toBe('Анна: Привет');
});

test('Portuguese of an older Windows is decoded, and bytes that are no text are not', () => {
  expect(decodeText(Buffer.from('Ana: n\xe3o \xe9 manh\xe3', 'latin1'))).toBe('Ana: não é manhã');
  expect(
    decodeText(Buffer.from([0x89, 0x50, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0])),
  ).toBeNull();
});

test('names of exported files name the client', () => {
  expect(
    [
      'WhatsApp Chat with Anna (2).txt',
      'Чат WhatsApp с Анной.txt',
      'Conversa do WhatsApp com Ana.zip',
      '_chat.txt',
      'a/b/Maria.json',
    ].map(titleOf),
  ).toEqual(['Anna', 'Анной', 'Ana', '', 'Maria']);
});

describe('who speaks for the business', () => {
  const chat = (title: string, ...speakers: string[]) => ({
    title,
    lines: speakers.map((speaker) => ({ speaker, text: 'x', at: null, isNote: false, isStaff: null })),
  });
  const staff = (...chats: ReturnType<typeof chat>[]) =>
    speakersOf(chats).flatMap(({ name, isEmployee }) => (isEmployee ? [name] : []));

  test.each([
    ['who is in several chats', [chat('', 'Anna', 'Maria'), chat('', 'Vera', 'Maria')], ['Maria']],
    ['who has such a name', [chat('', 'Администратор', 'Анна')], ['Администратор']],
    ['the one after whom the chat is not named', [chat('Anna', 'Maria', 'Anna')], ['Maria']],
    ['the second to speak', [chat('', 'Anna', 'Maria', 'Anna')], ['Maria']],
  ])('%s', (_what, chats, expected) => {
    expect(staff(...chats)).toEqual(expected);
  });
});

test('a chat is divided by pauses, and known again when it has grown', () => {
  const line = (at: string, speaker = 'Anna') => ({ speaker, text: at, at, isNote: false, isStaff: null });
  const lines = [line('2026-05-03T10:00:00'), line('2026-05-03T21:59:00', 'Maria'), line('2026-05-04T10:00:00')];
  const [first, second, ...rest] = talksOf([{ title: 'Anna', lines }], 'Europe/Moscow');
  expect([first?.lines.length, second?.lines.length, rest]).toEqual([2, 1, []]);
  expect(first?.startedAt?.toString()).toBe('2026-05-03T07:00:00Z');
  const grown = talksOf([{ title: 'Anna', lines: [...lines, line('2026-05-04T10:01:00', 'Maria')] }], 'Europe/Moscow');
  expect(grown.map(({ key }) => key)).toEqual([first?.key, second?.key]);
  const sides = spokenLines(grown[1]?.lines ?? [], { employees: new Set(['Maria']), bots: new Set() });
  expect(sides.map(({ side }) => side)).toEqual(['client', 'employee']);
});

test('an instant needs no zone', () => {
  expect(instantOf('2026-05-03T10:00:00Z', 'Europe/Moscow')?.toString()).toBe('2026-05-03T10:00:00Z');
  expect(instantOf('yesterday', 'Europe/Moscow')).toBeNull();
});
