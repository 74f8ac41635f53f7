import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tableUsesOf } from '../scripts/table-uses.ts';
import { ROOMS } from './contract/rooms.ts';

const ROOT = dirname(import.meta.dirname);

/** The platform's tables reference `tenants`, so they are created after it; those of providers come after connections. */
const OWNERS: readonly string[] = ['tenants', 'platform', ...ROOMS.slice(1)].flatMap((room) =>
  room === 'connections' ? [room, 'providers'] : [room],
);

/** `0010_tenants.sql`, or `202611221805_tenants_add_motto.sql`. */
const FILE_NAME = /^(?:0\d{3}_(?<room>[a-z]+)|20\d{10}_(?<changed>[a-z]+)_[a-z0-9_]+)\.sql$/;

/** Tables that belong to another room than the one of their migration, which keeps its name. */
const MOVED_TABLES: ReadonlyMap<string, string> = new Map([
  ['contact_facts', 'audiences'],
  ['contact_months', 'audiences'],
  ['contact_fact_marks', 'audiences'],
]);

const files = globSync('*.sql', { cwd: join(ROOT, 'migrations') })
  .toSorted()
  .map((name) => ({ name, ...ownerOf(name), text: readFileSync(join(ROOT, 'migrations', name), 'utf8') }));

const tables = files.flatMap(({ name, owner, text }) =>
  [...text.matchAll(/(?<before>[^\n]*)\ncreate table (?:frontdesk\.)?(?<table>\w+)(?<columns>[^;]*)/g)].map(
    ({ groups }) => ({
      table: String(groups?.['table']),
      columns: String(groups?.['columns']),
      before: String(groups?.['before']),
      file: name,
      owner,
    }),
  ),
);

/** Rooms that have moved since the first schema was written: a migration that was applied keeps its name. */
const MOVED: ReadonlySet<string> = new Set(['transfers']);

test('every migration names the room it belongs to, and the first schema has one file per room in their order', () => {
  for (const { name, owner } of files) expect(OWNERS, name).toContain(owner);
  const initial = files.filter(({ isInitial }) => isInitial).map(({ owner }) => owner);
  const ordered = OWNERS.filter((room) => initial.includes(room));
  expect(initial.filter((room) => !MOVED.has(room))).toEqual(ordered.filter((room) => !MOVED.has(room)));
});

test('every table is created once, by a migration of its room', () => {
  const created = tables.map(({ table }) => table);
  expect(created.filter((table, index) => created.indexOf(table) !== index)).toEqual([]);
  const [, listed = ''] = /export interface DB \{([^}]*)\}/.exec(
    readFileSync(join(ROOT, 'src/server/platform/database/schema.gen.ts'), 'utf8'),
  )!;
  const known = [...listed.matchAll(/(\w+):/g)].map((match) => match[1]);
  expect(known.length).toBeGreaterThan(50);
  expect(created).toEqual(expect.arrayContaining(known));
});

test('every table has a comment that defines its row', () => {
  expect(tables.filter(({ before }) => !before.startsWith('-- ')).map(({ table }) => table)).toEqual([]);
});

/** Lower first; `app` composes the rooms. */
const PLACES: readonly string[] = ['platform', ...ROOMS, 'providers', 'app'];

/** The demo furnishes a tenant with rows that no call makes: a past, other members, an unlimited balance. */
const FURNISHING = ['app/demo/seeding.ts', 'app/demo/people.ts', 'app/demo/past/demo-past.ts'];

/** Foreign tables a room uses until they are its own; each entry is used, or the test fails. */
const ALLOWED: readonly { room: string; tables: readonly string[] }[] = [
  // Columns of dispatch alone: see below, and decision 0164.
  { room: 'delivery', tables: ['channels'] },
];

/** Tables of other rooms that `insights` reads: its reports are about all rooms. */
const READ_BY_INSIGHTS = [
  'branches',
  'called_off',
  'channels',
  'contact_addresses',
  'contact_facts',
  'contact_months',
  'contact_tags',
  'contacts',
  'conversation_days',
  'conversations',
  'events',
  'flows',
  'inbound_messages',
  'link_clicks',
  'mailings',
  'master_days',
  'masters',
  'members',
  'message_links',
  'messages',
  'opt_outs',
  'orders',
  'segments',
  'senders',
  'services',
  'short_links',
  'skip_tallies',
  'tenants',
  'verdicts',
  'visit_days',
  'visits',
];

const ownerByTable = new Map(tables.map(({ table, owner }) => [table, MOVED_TABLES.get(table) ?? owner]));
const tenantTables = new Set(tables.filter(({ columns }) => columns.includes('tenant_id ')).map(({ table }) => table));

const uses = globSync('**/*.{ts,sql}', { cwd: join(ROOT, 'src/server') })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|^testing\/|\.gen\.ts$/.test(path))
  .flatMap((path) => {
    const source = readFileSync(join(ROOT, 'src/server', path), 'utf8');
    const [room = ''] = path.split('/');
    return tableUsesOf(path, source, new Set(ownerByTable.keys())).map((use) => ({
      ...use,
      place: `${path}:${use.line}`,
      path,
      room,
      owner: ownerByTable.get(use.table) ?? 'nobody',
    }));
  });

const listed = (some: readonly { place: string; table: string; owner: string }[]) =>
  [...new Set(some.map(({ place, table, owner }) => `${place} ${table} of ${owner}`))].toSorted();

type Use = (typeof uses)[number];

const isForeignWrite = ({ isWrite, room, owner, path }: Use) => isWrite && room !== owner && !FURNISHING.includes(path);
const isUpward = ({ room, owner }: Use) => PLACES.indexOf(owner) > PLACES.indexOf(room);
const isAllowed = (use: Use) => ALLOWED.some(({ room, tables }) => room === use.room && tables.includes(use.table));

test('a room writes to its own tables only; it asks the owner to change others', () => {
  expect(uses.length).toBeGreaterThan(300);
  expect(listed(uses.filter((use) => isForeignWrite(use) && !isAllowed(use)))).toEqual([]);
});

test('a room reads no table of a room above it', () => {
  expect(listed(uses.filter((use) => isUpward(use) && !isAllowed(use)))).toEqual([]);
});

test('what is allowed is used', () => {
  for (const { room, tables } of ALLOWED)
    for (const table of tables) {
      const some = uses.filter((use) => use.room === room && use.table === table);
      expect(
        some.some((use) => isForeignWrite(use) || isUpward(use)),
        `${room} ${table}`,
      ).toBe(true);
    }
});

/** State of dispatch in `channels`: see decision 0164. */
const DISPATCH_COLUMNS = [
  'day_counted_on',
  'day_sent',
  'last_sent_at',
  'lease_epoch',
  'lease_holder',
  'lease_until',
  'throttled_until',
  'tokens',
  'tokens_counted_at',
];

test('delivery writes the columns of dispatch in channels and no others; the room channels writes none of them', () => {
  const sourcesOf = (room: string) =>
    globSync(`${room}/**/*.ts`, { cwd: join(ROOT, 'src/server') })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(ROOT, 'src/server', path), 'utf8'));
  const written = sourcesOf('delivery').flatMap((source) =>
    [...source.matchAll(/update channels c?\s*set (?<set>[\s\S]*?)\n\s+(?:from|where)\b/g)].flatMap(({ groups }) =>
      [...String(groups?.['set']).matchAll(/(?:^|,\s+)(\w+) = /g)].map((match) => String(match[1])),
    ),
  );
  expect([...new Set(written)].toSorted()).toEqual(DISPATCH_COLUMNS);
  const set = new RegExp(`\\b(?:${DISPATCH_COLUMNS.join('|')}):`);
  expect(sourcesOf('channels').filter((source) => set.test(source))).toEqual([]);
});

test('tables of other rooms that insights reads are listed', () => {
  const read = uses.filter(({ room, owner }) => room === 'insights' && owner !== room).map(({ table }) => table);
  expect([...new Set(read)].toSorted()).toEqual(READ_BY_INSIGHTS);
});

test("a statement on a tenant's table names the tenant, or runs in a system scope", () => {
  expect(listed(uses.filter(({ table, isScoped }) => tenantTables.has(table) && !isScoped))).toEqual([]);
});

test('tables are found in calls of Kysely, in templates and in files of SQL', () => {
  const found = (source: string, path = 'x.ts') =>
    tableUsesOf(path, source, new Set(['visits', 'orders'])).map(({ table, isWrite }) => [table, isWrite]);
  expect(found(`tx.selectFrom('visits as v').innerJoin('orders', (join) => join)`)).toEqual([
    ['orders', false],
    ['visits', false],
  ]);
  expect(found('sql`with x as (update visits v set a = 1 from orders) select 1`')).toEqual([
    ['visits', true],
    ['orders', false],
  ]);
  expect(found('sql<Row>`select * from x, visits v where ${sql`exists (select from orders)`}`')).toEqual([
    ['visits', false],
    ['orders', false],
  ]);
  expect(found("insert into visits select 'from orders' from only x -- from orders", 'x.sql')).toEqual([
    ['visits', true],
  ]);
  expect(() => found('tx.deleteFrom(table)')).toThrow('names no literal');
});

function ownerOf(name: string): { owner: string; isInitial: boolean } {
  const groups = FILE_NAME.exec(name)?.groups;
  const isInitial = groups?.['room'] !== undefined;
  return { owner: groups?.['room'] ?? groups?.['changed'] ?? 'nobody', isInitial };
}
