import { expect, test } from 'vitest';
import { changeTags } from '#contract/contacts/tags.ts';
import { listContacts, optOutContact, updateContact } from '#contract/contacts/calls.ts';
import { addOptOuts, listOptOuts } from '#contract/contacts/opt-outs.ts';
import {
  type ContactImport,
  getImport,
  type ImportStart,
  listRejections,
  rereadImport,
  resumeImport,
  startImport,
  undoImport,
  uploadImport,
} from '#contract/imports/calls.ts';
import { exportRejections } from '#contract/insights/exports.ts';
import { REJECTION_REASONS } from '#contract/imports/values.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';
import { writeSheet } from '#server/platform/files/sheet-writing.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { archiveOf } from '#server/testing/rows/workbooks.ts';

const server = await testServer();

async function upload(owner: SignedUp, bytes: string | Buffer, name = 'clients.csv', query = '') {
  const form = new FormData();
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.origin}${uploadImport.path}${query}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { status: answer.status, body: (await answer.json()) as ContactImport & { code?: string } };
}

const fieldsOf = (draft: ContactImport) => draft.columns.map(({ field }) => field);

async function start(owner: SignedUp, draft: ContactImport, change: Partial<ImportStart> = {}) {
  const body: ImportStart = {
    columns: fieldsOf(draft),
    tags: [],
    consentSource: 'Анкета в салоне',
    consentedOn: '2026-01-10',
    updatesExisting: false,
    allowsForeign: true,
    ...change,
  };
  return server.call(startImport, { token: owner.token, params: { importId: draft.id }, body });
}

const read = async (owner: SignedUp, { id }: ContactImport) =>
  (await server.call(getImport, { token: owner.token, params: { importId: id } })).body;

async function imported(owner: SignedUp, bytes: string | Buffer, change: Partial<ImportStart> = {}, name?: string) {
  const { body: draft } = await upload(owner, bytes, name);
  expect((await start(owner, draft, change)).status).toBe(200);
  await server.runJobs();
  return read(owner, draft);
}

const rejectionsOf = async (owner: SignedUp, { id }: ContactImport) =>
  (await server.call(listRejections, { token: owner.token, params: { importId: id } })).body.items;

const contactsOf = async (owner: SignedUp) => (await server.call(listContacts, { token: owner.token })).body.items;

const outcomes = ({ total, rows, created, updated, unchanged, duplicates, rejected }: ContactImport) => {
  expect(created + updated + unchanged + duplicates + rejected).toBe(rows);
  return { total, rows, created, updated, unchanged, duplicates, rejected };
};

/** 1,900 rows: every tenth has no phone, every twentieth repeats the one before. */
const longList = (): string =>
  [
    'Имя;Телефон',
    ...Array.from({ length: 1_900 }, (_, nth) => {
      if (nth % 10 === 0) return `Без ${nth};`;
      return `Клиент ${nth};8916${String(2_000_000 + (nth % 20 === 7 ? nth - 1 : nth))}`;
    }),
  ].join('\n');
const LONG_LIST = {
  total: 1_900,
  rows: 1_900,
  created: 1_615,
  updated: 0,
  unchanged: 0,
  duplicates: 95,
  rejected: 190,
};

test('good rows become contacts, and each bad one is named with its reason', async () => {
  const owner = await server.signUp();
  const file = [
    'ФИО;Мобильный телефон;E-mail;Дата рождения;Язык;Группы;Комментарий',
    'Анна;8 (916) 111-22-33;anna@mail.example;31.12.1990;русский;VIP, блонд;Любит утро',
    'Борис;;;;;;',
    'Вера;7,91611E+10;;;;;',
    'Глеб;123;;;;;',
    'Дина;+380 44 279 19 19;;;;;',
    'Ева;8 916 111 22 34;нет;-;;;',
    'Ещё раз Анна;+79161112233;;;;;',
    'Жанна;89161112235;не почта;;;;',
    'Зоя;89161112236;;31.02.1990;;;',
    'Илья;89161112237;;;клингонский;;',
  ].join('\r\n');
  const { body: draft } = await upload(owner, file);
  expect(draft).toMatchObject({
    status: 'draft',
    total: 10,
    hasTitles: true,
    format: { encoding: 'utf-8', delimiter: ';' },
  });
  expect(fieldsOf(draft)).toEqual(['name', 'phone', 'email', 'birth_date', 'language', 'tags', 'note']);
  expect(draft.columns[0]).toMatchObject({ title: 'ФИО', field: 'name', samples: ['Анна', 'Борис', 'Вера'] });
  const done = await imported(owner, file, { tags: ['Выставка'], allowsForeign: false });
  expect(outcomes(done)).toEqual({
    total: 10,
    rows: 10,
    created: 5,
    updated: 0,
    unchanged: 0,
    duplicates: 1,
    rejected: 4,
  });
  expect((await rejectionsOf(owner, done)).map(({ rowNumber, reason }) => [rowNumber, reason])).toEqual([
    [3, 'phone_empty'],
    [4, 'phone_digits_lost'],
    [5, 'phone_wrong'],
    [6, 'phone_foreign'],
    [8, 'duplicate'],
  ]);
  expect(done.omitted).toBe(3);
  const contacts = await contactsOf(owner);
  expect(
    contacts.map(({ name, phone, tags }) => ({ name, phone, tags })).toSorted((a, b) => a.name.localeCompare(b.name)),
  ).toEqual([
    { name: 'Анна', phone: '+79161112233', tags: ['VIP', 'Выставка', 'блонд'] },
    { name: 'Ева', phone: '+79161112234', tags: ['Выставка'] },
    { name: 'Жанна', phone: '+79161112235', tags: ['Выставка'] },
    { name: 'Зоя', phone: '+79161112236', tags: ['Выставка'] },
    { name: 'Илья', phone: '+79161112237', tags: ['Выставка'] },
  ]);
});

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFИмя;Телефон\nАнна;89161112233\nВера;89161112234')],
  ['UTF-16', Buffer.from('\uFEFFИмя\tТелефон\nАнна\t89161112233\nВера\t89161112234', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Имя\tТелефон\nАнна\t89161112233\nВера\t89161112234', 'utf16le')],
  ['Windows-1251', windows1251('Имя,Телефон\nАнна,89161112233\nВера,89161112234')],
])('a file in %s is read', async (_encoding, bytes) => {
  const owner = await server.signUp();
  expect(outcomes(await imported(owner, bytes))).toMatchObject({ total: 2, created: 2 });
  expect((await contactsOf(owner)).map(({ name }) => name).toSorted()).toEqual(['Анна', 'Вера']);
});

function windows1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))),
  );
}

test('a person corrects the encoding and the columns', async () => {
  const owner = await server.signUp();
  const { body: draft } = await upload(owner, windows1251('Анна;89161112233\nВера;89161112234'));
  expect(fieldsOf(draft)).toEqual(['name', 'phone']);
  const body = { format: { encoding: 'utf-8', delimiter: ',' }, hasTitles: true } as const;
  const reread = await server.call(rereadImport, { token: owner.token, params: { importId: draft.id }, body });
  expect(reread.body).toMatchObject({ total: 1, format: body.format });
  expect(reread.body.columns).toHaveLength(1);
  const refused = await start(owner, reread.body, { columns: ['name'] });
  expect([refused.status, refused.body.details]).toEqual([400, { fields: { columns: ['required'] } }]);
});

test('phones and dates of a workbook keep their digits, whatever the type of the cell', async () => {
  const owner = await server.signUp();
  const rows = [
    ['Name', 'Phone', 'Birthday'],
    ['Anna', '+79161112233', '1990-12-31'],
    ['=cmd', '+79161112234', ''],
  ];
  const file = await bytesOf(writeSheet('xlsx', asyncOf(rows)));
  const done = await imported(owner, file, {}, 'clients.xlsx');
  expect(done).toMatchObject({ source: 'xlsx', format: null });
  expect(outcomes(done)).toMatchObject({ total: 2, created: 2 });
});

async function* asyncOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat((await Array.fromAsync(stream)).map((chunk) => Buffer.from(chunk)));

test('a list that stops in the middle goes on where it was, and adds up', async () => {
  const owner = await server.signUp();
  const { body: draft } = await upload(owner, longList());
  await start(owner, draft, { tags: ['List'] });
  await server.owner.query(`
    create function stop_here() returns trigger language plpgsql as $$ begin
      if new.row_number > 1500 then raise exception 'stopped'; end if; return new; end $$;
    create trigger stop_here before insert on import_rejections for each row execute function stop_here();`);
  const job = { tenantId: owner.tenantId, importId: draft.id };
  await expect(server.runJob('imports.continue', job)).rejects.toThrow('stopped');
  expect(await read(owner, draft)).toMatchObject({ status: 'running', rows: 1_000, total: 1_900 });
  await server.owner.query('drop trigger stop_here on import_rejections; drop function stop_here()');
  await Promise.all([server.runJob('imports.continue', job), server.runJob('imports.continue', job)]);
  await server.runJobs();
  const done = await read(owner, draft);
  expect([done.status, outcomes(done)]).toEqual(['done', LONG_LIST]);
  const { rows } = await server.owner.query('select count(*)::int as count from contacts where tenant_id = $1', [
    owner.tenantId,
  ]);
  expect(rows).toEqual([{ count: 1_615 }]);
});

function rejectedFile(owner: SignedUp, { id }: ContactImport, format = 'csv'): Promise<Response> {
  const given = { format, titles: '["Причина","Строка"]', words: JSON.stringify(REJECTION_REASONS) };
  const path = `${exportRejections.path.replace(':importId', id)}?${new URLSearchParams(given)}`;
  return fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${owner.token}` } });
}

const BAD_LIST = 'Имя;Телефон\n=1+1;123\nАнна;89161112233\nБорис;\nВера;+79161112233\nГлеб;7,9E+10';

test('rejected rows are saved with their reasons; corrected in that file, they join the import, and the counts add up', async () => {
  const owner = await server.signUp();
  const list = await imported(owner, BAD_LIST, { tags: ['Список'] });
  expect(outcomes(list)).toMatchObject({ total: 5, created: 1, duplicates: 1, rejected: 3 });
  const saved = await (await rejectedFile(owner, list)).text();
  expect(saved.trim().split('\r\n')).toEqual([
    'Имя;Телефон;Причина;Строка',
    "'=1+1;123;phone_wrong;2",
    'Борис;;phone_empty;4',
    'Вера;79161112233;duplicate;5',
    'Глеб;"7,9E+10";phone_digits_lost;6',
  ]);
  const workbook = await (await rejectedFile(owner, list, 'xlsx')).arrayBuffer();
  expect((await Array.fromAsync(readXlsx(Buffer.from(workbook))))[1]?.cells).toEqual([
    '=1+1',
    '123',
    'phone_wrong',
    '2',
  ]);

  const corrected = saved.replace('Борис;', 'Борис;89161112234').replace('Вера;79161112233', 'Вера;89161112235');
  const send = async (text: string) => {
    const answer = await upload(owner, text, 'rejected.csv', `?corrects=${list.id}`);
    expect(answer.status).toBe(200);
    await server.runJobs();
    return read(owner, list);
  };
  const mended = { total: 5, rows: 5, created: 3, updated: 0, unchanged: 0, duplicates: 0, rejected: 2 };
  expect(outcomes(await send(corrected))).toEqual(mended);
  expect(outcomes(await send(corrected))).toEqual(mended);
  expect((await rejectionsOf(owner, list)).map(({ rowNumber, reason }) => [rowNumber, reason])).toEqual([
    [2, 'phone_wrong'],
    [6, 'phone_digits_lost'],
  ]);
  const added = await send('Телефон;Имя\n89161112236;Дина');
  expect([added.status, outcomes(added)]).toEqual(['done', { ...mended, total: 6, rows: 6, created: 4 }]);
  expect((await contactsOf(owner)).map(({ name, tags }) => [name, tags]).toSorted()).toEqual(
    ['Анна', 'Борис', 'Вера', 'Дина'].map((name) => [name, ['Список']]),
  );
  await server.call(undoImport, { token: owner.token, params: { importId: list.id } });
  await server.runJobs();
  expect(await contactsOf(owner)).toEqual([]);
});

test('rows of another cabinet are neither saved nor corrected', async () => {
  const [owner, stranger] = [await server.signUp(), await server.signUp()];
  const list = await imported(owner, BAD_LIST);
  expect((await rejectedFile(stranger, list)).status).toBe(404);
  expect((await upload(stranger, BAD_LIST, 'rejected.csv', `?corrects=${list.id}`)).status).toBe(404);
});

test('a list imported again changes nothing; filled fields stay unless the member replaces them', async () => {
  const owner = await server.signUp();
  await imported(owner, 'Имя;Телефон\nАнна;89161112233\nВера;89161112234');
  const again = await imported(owner, 'Имя;Телефон\nАнна;89161112233\nВеруня;89161112234');
  expect(outcomes(again)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  const replaced = await imported(owner, 'Имя;Телефон\nАнна;89161112233\nВеруня;89161112234', {
    updatesExisting: true,
  });
  expect(outcomes(replaced)).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  expect((await contactsOf(owner)).map(({ name }) => name).toSorted()).toEqual(['Анна', 'Веруня']);
});

test('an import lifts no opt-out', async () => {
  const owner = await server.signUp();
  await server.call(addOptOuts, { token: owner.token, body: { phones: ['+79161112233'] } });
  await imported(owner, 'Имя;Телефон\nАнна;89161112233\nВера;89161112234', { updatesExisting: true });
  expect((await server.call(listOptOuts, { token: owner.token, query: {} })).body.count).toBe(1);
  const [anna] = (await contactsOf(owner)).filter(({ name }) => name === 'Анна');
  expect(anna).toMatchObject({ isOptedOut: true });
});

test('an undo deletes the contacts of the list that have nothing else, and takes its tags off the others', async () => {
  const owner = await server.signUp();
  const { token } = owner;
  await imported(owner, 'Имя;Телефон\nСтарая;89161112230\nСтарый;89161112231');
  const list = await imported(owner, 'Имя;Телефон\nСтарая;89161112230\nА;89161112232\nБ;89161112233\nВ;89161112234', {
    tags: ['List'],
  });
  const byName = new Map((await contactsOf(owner)).map(({ name, id }) => [name, id]));
  await server.call(optOutContact, { token, params: { contactId: byName.get('Б')! }, body: { scope: 'all' } });
  await server.call(changeTags, { token, body: { contactIds: [byName.get('В')!], add: ['Own'] } });
  await server.call(undoImport, { token, params: { importId: list.id } });
  await server.runJobs();
  expect(await read(owner, list)).toMatchObject({ status: 'undone', removed: 1 });
  expect((await contactsOf(owner)).map(({ name, tags }) => [name, tags]).toSorted()).toEqual([
    ['Б', []],
    ['В', ['Own']],
    ['Старая', []],
    ['Старый', []],
  ]);
});

/** One row of cells without addresses. */
function aWideWorkbook(columns: number): Promise<Buffer> {
  const row = `<row>${'<c><v>1</v></c>'.repeat(columns)}</row>`;
  return archiveOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>` });
}

const aBomb = () =>
  archiveOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${'<row></row>'.repeat(5_000_000)}</worksheet>` });

test('an undo gives back the values that the import changed, and keeps what was edited afterwards', async () => {
  const owner = await server.signUp();
  const { token } = owner;
  await imported(owner, 'Имя;Телефон;E-mail\nАнна;89161112230;anna@mail.example\nВера;89161112231;');
  const list = await imported(
    owner,
    'Имя;Телефон;E-mail;Дата рождения\nАннушка;89161112230;new@mail.example;31.12.1990\nВерочка;89161112231;vera@mail.example;\nГлеб;89161112232;;',
    { updatesExisting: true },
  );
  expect(outcomes(list)).toMatchObject({ created: 1, updated: 2 });
  const idOf = new Map((await contactsOf(owner)).map(({ name, id }) => [name, id]));
  await server.call(updateContact, { token, params: { contactId: idOf.get('Верочка')! }, body: { name: 'Вера П.' } });
  await server.call(updateContact, { token, params: { contactId: idOf.get('Глеб')! }, body: { language: 'en' } });
  await server.call(undoImport, { token, params: { importId: list.id } });
  await server.runJobs();
  expect(await read(owner, list)).toMatchObject({ status: 'undone', removed: 0 });
  const { rows } = await server.owner.query(
    'select name, email, birth_date, language, kept_fields from contacts where tenant_id = $1 order by phone',
    [owner.tenantId],
  );
  expect(rows).toEqual([
    { name: 'Анна', email: 'anna@mail.example', birth_date: null, language: null, kept_fields: [] },
    { name: 'Вера П.', email: null, birth_date: null, language: null, kept_fields: ['name'] },
    { name: 'Глеб', email: null, birth_date: null, language: 'en', kept_fields: ['language'] },
  ]);
});

test('a pasted list has at least three numbers', async () => {
  const owner = await server.signUp();
  const few = await upload(owner, '89161112233\n89161112234', 'paste.txt', '?source=paste');
  expect([few.status, few.body.code]).toEqual([422, 'import.too_few_rows']);
  const { body: draft } = await upload(owner, '89161112233\n89161112234\n89161112235', 'paste.txt', '?source=paste');
  expect(draft).toMatchObject({ source: 'paste', hasTitles: false, total: 3 });
  expect(fieldsOf(draft)).toEqual(['phone']);
});

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]), 415, 'file.wrong_type'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1]), 415, 'file.wrong_type'],
  ['an empty file', '', 422, 'import.empty'],
  ['titles alone', 'Имя;Телефон', 422, 'import.empty'],
  ['a page of a site', '<html><body><table></table></body></html>', 415, 'file.wrong_type'],
  ['a million columns', `${'a;'.repeat(1_000_000)}\n`, 422, 'import.row_too_long'],
  ['a hundred thousand columns of a workbook', await aWideWorkbook(100_000), 422, 'import.too_many_columns'],
  ['a bomb', await aBomb(), 422, 'import.too_complex'],
  ['nothing but spaces', '  \n \n', 422, 'import.empty'],
  ['too many columns', `${'a;'.repeat(200)}\n${'1;'.repeat(200)}`, 422, 'import.too_many_columns'],
  [
    'a damaged workbook',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('xl/workbook.xml'), Buffer.alloc(200, 7)]),
    422,
    'import.unreadable',
  ],
])('%s is refused with what is wrong', async (_what, bytes, status, code) => {
  const refused = await upload(await server.signUp(), bytes);
  expect([refused.status, refused.body.code]).toEqual([status, code]);
});

test('an import that failed goes on when a member says so', async () => {
  const owner = await server.signUp();
  const { body: draft } = await upload(owner, 'Имя;Телефон\nАнна;89161112233\nВера;89161112234');
  await start(owner, draft);
  const { rows } = await server.owner.query('select storage_key from files where tenant_id = $1', [owner.tenantId]);
  await server.owner.query(`update files set storage_key = 'gone' where tenant_id = $1`, [owner.tenantId]);
  await server.runJobs();
  expect(await read(owner, draft)).toMatchObject({ status: 'failed', problem: 'file_gone' });
  await server.owner.query('update files set storage_key = $2 where tenant_id = $1', [
    owner.tenantId,
    rows[0].storage_key,
  ]);
  await server.call(resumeImport, { token: owner.token, params: { importId: draft.id } });
  await server.runJobs();
  expect(await read(owner, draft)).toMatchObject({ status: 'done', problem: null, created: 2 });
});
