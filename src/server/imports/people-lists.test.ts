import { expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/calls.ts';
import {
  type ContactImport,
  getImport,
  listOmissions,
  listRejections,
  rereadImport,
  startImport,
  undoImport,
  uploadImport,
} from '#contract/imports/calls.ts';
import { decoderOf } from '#server/platform/files/csv-reading.ts';
import { aWorkbookOf } from '#server/testing/rows/workbooks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const server = await testServer();

async function upload(owner: SignedUp, bytes: string | Buffer, name = 'clients.csv'): Promise<ContactImport> {
  const form = new FormData();
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${owner.token}` };
  const answer = await fetch(`${server.origin}${uploadImport.path}`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ContactImport;
}

async function start(owner: SignedUp, draft: ContactImport): Promise<ContactImport> {
  const params = { importId: draft.id };
  const columns = draft.columns.map(({ field }) => field);
  const rest = { tags: [], consentedOn: null, updatesExisting: false, allowsForeign: true };
  const body = { ...rest, columns, consentSource: 'Анкета в салоне' };
  expect((await server.call(startImport, { token: owner.token, params, body })).status).toBe(200);
  await server.runJobs();
  return (await server.call(getImport, { token: owner.token, params })).body;
}

/** Imports a file with its columns as they are guessed. */
async function imported(owner: SignedUp, bytes: string | Buffer, name?: string): Promise<ContactImport> {
  const done = await start(owner, await upload(owner, bytes, name));
  const { rows, total, created, updated, unchanged, duplicates, rejected } = done;
  expect([rows, created + updated + unchanged + duplicates + rejected]).toEqual([total, total]);
  return done;
}

async function stored({ tenantId }: SignedUp) {
  const { rows } = await server.owner.query(
    `select name, given_name, phone, email, birth_date::text, language, note from contacts
      where tenant_id = $1 order by phone`,
    [tenantId],
  );
  return rows as Record<string, string | null>[];
}

const columnOf = async (owner: SignedUp, column: string) => (await stored(owner)).map((row) => row[column]);

function encoded(text: string, encoding: string): Buffer {
  const decoder = decoderOf(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f));
}

const RUSSIAN = ['Имя;Телефон', 'Щукина Юлия;89161112201', 'пётр ёжиков;89161112202'];
const UKRAINIAN = ["Ім'я;Телефон", 'Їжакевич Юлія;0501112201', 'Єва Гайова;0501112202'];
const PORTUGUESE = ['Nome;Celular', 'João Conceição;11987651101', 'Antônio Müller;11987651102'];
const POLISH = ['Imię;Telefon', 'Łukasz Dąbrowski;+48501112201', 'Gęśla;+48501112202'];

test.each([
  ['windows-1251', RUSSIAN, 1],
  ['koi8-u', RUSSIAN, 1],
  ['ibm866', RUSSIAN, 1],
  ['x-mac-cyrillic', RUSSIAN, 1],
  ['windows-1251', UKRAINIAN, 4],
  ['koi8-u', UKRAINIAN, 4],
  ['windows-1252', PORTUGUESE, 55],
  ['windows-1252', PORTUGUESE, 1],
  ['macintosh', PORTUGUESE, 55],
  ['ibm850', PORTUGUESE, 55],
  ['windows-1250', POLISH, 1],
] as const)('a list in %s is read: %s', async (encoding, lines, countryId) => {
  const phone = { 1: '+79160000000', 4: '+380500000000', 55: '+5511900000000' }[countryId];
  const owner = await server.signUp({ countryId, phone });
  const draft = await upload(owner, encoded(lines.join('\r\n'), encoding));
  expect(draft.format?.encoding).toBe(encoding);
  expect((await start(owner, draft)).created).toBe(2);
  expect(await columnOf(owner, 'name')).toEqual(lines.slice(1).map((line) => line.split(';')[0]));
});

test('exports of address books: several columns of one meaning, several values of a cell, labels and groups', async () => {
  const owner = await server.signUp();
  const google = [
    'First Name,Middle Name,Last Name,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value',
    'Olga,,Carter, --05-12,* myContacts ::: Friends,* Home,olga@mail.example ::: second@mail.example,,Mobile,+7 916 111-22-01 ::: +7 916 111-22-11,',
    'Ann,Mary,Smith,1990-03-15,* myContacts,,,ann@mail.example,Work,,+7 916 111-22-02',
  ];
  await imported(owner, google.join('\n'));
  const outlook = [
    'First Name,Last Name,Company,Business Fax,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Display Name,Birthday,Categories',
    'Bob,Brown,Roses,+7 495 111-22-99,+7 495 111-22-03,,+7 916 111-22-03,bob@mail.example,Bob Brown,0/0/00,VIP;Old',
  ];
  await imported(owner, outlook.join('\n'));
  expect(await stored(owner)).toMatchObject([
    {
      name: 'Olga Carter',
      given_name: 'Olga',
      phone: '+79161112201',
      email: 'olga@mail.example',
      birth_date: '1904-05-12',
    },
    { name: 'Ann Mary Smith', phone: '+79161112202', email: 'ann@mail.example', birth_date: '1990-03-15' },
    { name: 'Bob Brown', phone: '+79161112203', email: 'bob@mail.example', birth_date: null },
  ]);
  const { items } = (await server.call(listContacts, { token: owner.token })).body;
  expect(items.map(({ name, tags }) => [name, tags]).toSorted()).toEqual([
    ['Ann Mary Smith', []],
    ['Bob Brown', ['Old', 'VIP']],
    ['Olga Carter', ['Friends']],
  ]);
});

test('cards of a phone are read with their folded lines, and birthdays without a year', async () => {
  const owner = await server.signUp();
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Иванова;Мария;Петровна;;',
    'item1.TEL;type=HOME:+7 495 111-22-33',
    'TEL;type=CELL:+7 916 111-',
    ' 22-01',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-12',
    'NOTE:утро\\, день',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=90=D0=BD=',
    '=D0=BD=D0=B0',
    'TEL;CELL:89161112202',
    'END:VCARD',
  ];
  expect(await imported(owner, cards.join('\r\n'), 'contacts.vcf')).toMatchObject({ total: 2, created: 2 });
  expect(await stored(owner)).toMatchObject([
    { name: 'Мария Петровна Иванова', given_name: 'Мария', phone: '+79161112201', birth_date: '1904-05-12' },
    { name: 'Анна', phone: '+79161112202' },
  ]);
});

test('names in columns of their own, in any order; a title that contains the word is no name', async () => {
  const owner = await server.signUp();
  await imported(
    owner,
    'Имя мастера;Фамилия;Имя;Отчество;Название компании;Номер карты;Телефон\nВера;Иванова;Мария;Петровна;Роза;12345;89161112201',
  );
  await imported(owner, 'Sobrenome;Nome;Celular\nSilva;Ana;+7 916 111-22-02');
  expect((await stored(owner)).map((row) => [row['name'], row['given_name']])).toEqual([
    ['Мария Петровна Иванова', 'Мария'],
    ['Ana Silva', 'Ana'],
  ]);
});

test('what programs and messengers do to numbers is undone; two forms of one number are one contact', async () => {
  const owner = await server.signUp({ countryId: 55, phone: '+5511900000000' });
  const phones = ['5511987651101.0', '11987651102,00', '\u200E11 98765-1103', '\u202A+55 11 98765-1104\u202C'];
  const others = ['5,5119876511050E+12', 'cel. 11 98765-1106 (mãe)', '1187651107', '+5511987651107'];
  const done = await imported(
    owner,
    ['nome;celular', ...[...phones, ...others].map((one) => `Ana;"${one}"`)].join('\n'),
  );
  expect([done.created, done.duplicates, done.rejected]).toEqual([7, 1, 0]);
  expect(await columnOf(owner, 'phone')).toEqual(Array.from({ length: 7 }, (_, nth) => `+551198765110${nth + 1}`));
});

test('days are read as people write them; a cell that is none is left out and named', async () => {
  const owner = await server.signUp();
  const days = [
    '15.03',
    '15 марта 1990',
    '00.00.0000',
    'не указана',
    '15.03.1990',
    'March 15, 1990',
    '-',
    '31.02.1990',
  ];
  const lines = days.map((day, nth) => `День;8916111220${nth};"${day}"`);
  const done = await imported(owner, ['Имя;Телефон;Дата рождения', ...lines].join('\n'));
  expect([done.created, done.omitted]).toEqual([8, 3]);
  expect(await columnOf(owner, 'birth_date')).toEqual([
    '1904-03-15',
    '1990-03-15',
    null,
    null,
    '1990-03-15',
    '1990-03-15',
    null,
    null,
  ]);
  const { body } = await server.call(listOmissions, { token: owner.token, params: { importId: done.id } });
  expect(body.items.map(({ rowNumber, text }) => [rowNumber, text])).toEqual([
    [4, '00.00.0000'],
    [5, 'не указана'],
    [9, '31.02.1990'],
  ]);
  const query = { limit: 1 };
  const first = await server.call(listOmissions, { token: owner.token, params: { importId: done.id }, query });
  expect(first.body.items).toHaveLength(1);
});

test('a column that shows its month first is read so in all its rows', async () => {
  const owner = await server.signUp();
  await imported(owner, 'Name,Phone,Birthday\nA A,89161112201,03/04/1990\nB B,89161112202,12/31/1990');
  await imported(owner, 'Name,Phone,Birthday\nC C,89161112203,03/04/1990\nD D,89161112204,31/12/1990');
  expect(await columnOf(owner, 'birth_date')).toEqual(['1990-03-04', '1990-12-31', '1990-04-03', '1990-12-31']);
});

test('the sheet with phones is read; another one is read when a member chooses it', async () => {
  const owner = await server.signUp();
  const book = await aWorkbookOf([
    { name: 'Справка', isHidden: true, rows: [['Как заполнять'], ['Телефон с 8']] },
    {
      name: 'Итоги',
      rows: [
        ['Месяц', 'Сумма'],
        ['Март', 100],
      ],
    },
    {
      name: 'Клиенты',
      rows: [
        ['Имя', 'Телефон'],
        ['Анна', 89_161_112_201],
      ],
    },
    {
      name: 'Старые',
      rows: [
        ['Имя', 'Телефон'],
        ['Вера', 89_161_112_202],
        ['Зоя', 89_161_112_203],
      ],
    },
  ]);
  const draft = await upload(owner, book, 'clients.xlsx');
  expect(draft).toMatchObject({ sheet: 'Клиенты', sheets: ['Справка', 'Итоги', 'Клиенты', 'Старые'], total: 1 });
  const { body: other } = await server.call(rereadImport, {
    token: owner.token,
    params: { importId: draft.id },
    body: { format: null, sheet: 'Старые', hasTitles: true },
  });
  expect([other.sheet, other.total]).toEqual(['Старые', 2]);
  expect((await start(owner, other)).created).toBe(2);
  expect(await columnOf(owner, 'name')).toEqual(['Вера', 'Зоя']);
});

test('ends of lines may differ; a quote that is not closed costs its row, which is named by its line', async () => {
  const owner = await server.signUp();
  const text =
    'Имя;Телефон;Заметка\r\nА;89161112201;"две\nстроки"\n\n"Б;89161112202;\rВ;89161112203;"х"\r\n"Г;89161112204;\n"Д";89161112205;"и ""кавычки"""';
  const done = await imported(owner, text);
  expect([done.created, done.rejected]).toEqual([3, 2]);
  const { body } = await server.call(listRejections, { token: owner.token, params: { importId: done.id } });
  expect(body.items.map(({ rowNumber, reason }) => [rowNumber, reason])).toEqual([
    [5, 'row_broken'],
    [7, 'row_broken'],
  ]);
  expect((await stored(owner)).map((row) => [row['name'], row['note']])).toEqual([
    ['А', 'две\nстроки'],
    ['В', 'х'],
    ['Д', 'и "кавычки"'],
  ]);
});

test('names are found as they are typed, however the file writes their letters', async () => {
  const owner = await server.signUp();
  await imported(owner, 'Имя;Телефон;Тег\nИ\u0306онас;89161112201;Стрии\u0306\nАндрей;89161112202;Стрий');
  for (const search of ['Йонас', 'И\u0306онас', 'андреи\u0306']) {
    const { body } = await server.call(listContacts, { token: owner.token, query: { search } });
    expect(body.items).toHaveLength(1);
  }
  const { body } = await server.call(listContacts, { token: owner.token, query: { tag: 'Стрии\u0306' } });
  expect(body.items).toHaveLength(2);
});

test('a no of the list is no consent and stops advertising; an undo takes it back', async () => {
  const owner = await server.signUp();
  const done = await imported(
    owner,
    'Имя;Телефон;Согласие: да/нет\nАнна;89161112201;да\nВера;89161112202;нет\nЗоя;89161112203;',
  );
  const consents = () =>
    server.owner.query(
      `select c.name, l.has_consent, r.is_given, r.source, o.scope from contacts c
        join imported_contacts l on l.contact_id = c.id left join contact_consents r on r.contact_id = c.id
        left join opt_outs o on o.contact_id = c.id and o.lifted_at is null
        where c.tenant_id = $1 order by c.phone`,
      [owner.tenantId],
    );
  expect((await consents()).rows).toEqual([
    { name: 'Анна', has_consent: true, is_given: null, source: null, scope: null },
    { name: 'Вера', has_consent: false, is_given: false, source: 'Согласие: да/нет: нет', scope: 'marketing' },
    { name: 'Зоя', has_consent: false, is_given: null, source: null, scope: null },
  ]);
  await server.call(undoImport, { token: owner.token, params: { importId: done.id } });
  await server.runJobs();
  const { rows } = await server.owner.query(
    `select (select count(*) from contact_consents where tenant_id = $1)::int as consents,
      (select count(*) from opt_outs where tenant_id = $1 and lifted_at is null)::int as opt_outs`,
    [owner.tenantId],
  );
  expect(rows).toEqual([{ consents: 0, opt_outs: 0 }]);
});

test.each([
  ['Consent', 'yes', 'no'],
  ['Consentimento', 'sim', 'não'],
  ['Згода на розсилку', 'так', 'ні'],
  ['Отказ от рассылки', 'нет', 'да'],
  ['Opt-in', 'TRUE', 'FALSE'],
])('a column %s is a consent: %s and %s', async (title, yes, no) => {
  const owner = await server.signUp();
  const draft = await upload(owner, `Name;Phone;${title}\nAnna A;89161112201;${yes}\nVera V;89161112202;${no}`);
  expect(draft.columns.map(({ field }) => field)).toEqual(['name', 'phone', 'consent']);
  await start(owner, draft);
  const { rows } = await server.owner.query(
    'select c.name from contact_consents r join contacts c on c.id = r.contact_id where c.tenant_id = $1',
    [owner.tenantId],
  );
  expect(rows).toEqual([{ name: 'Vera V' }]);
});
