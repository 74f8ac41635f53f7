import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOMS } from './rooms.ts';

const ROOT = dirname(import.meta.dirname);

/** The platform's tables reference `tenants`, so they are created after it; those of providers come after connections. */
const OWNERS: readonly string[] = ['tenants', 'platform', ...ROOMS.slice(1)].flatMap((room) =>
  room === 'connections' ? [room, 'providers'] : [room],
);

/** `0010_tenants.sql`, or `202611221805_tenants_add_motto.sql`. */
const FILE_NAME = /^(?:0\d{3}_(?<room>[a-z]+)|20\d{10}_(?<changed>[a-z]+)_[a-z0-9_]+)\.sql$/;

const files = globSync('*.sql', { cwd: join(ROOT, 'migrations') })
  .toSorted()
  .map((name) => ({ name, ...ownerOf(name), text: readFileSync(join(ROOT, 'migrations', name), 'utf8') }));

const tables = files.flatMap(({ name, owner, text }) =>
  [...text.matchAll(/(?<before>[^\n]*)\ncreate table (?:frontdesk\.)?(?<table>\w+)/g)].map(({ groups }) => ({
    table: String(groups?.['table']),
    before: String(groups?.['before']),
    file: name,
    owner,
  })),
);

test('every migration names the room it belongs to, and the first schema has one file per room in their order', () => {
  for (const { name, owner } of files) expect(OWNERS, name).toContain(owner);
  const initial = files.filter(({ isInitial }) => isInitial).map(({ owner }) => owner);
  expect(initial).toEqual(OWNERS.filter((room) => initial.includes(room)));
});

test('every table is created once, by a migration of its room', () => {
  const created = tables.map(({ table }) => table);
  expect(created.filter((table, index) => created.indexOf(table) !== index)).toEqual([]);
  const [, listed = ''] = /export interface DB \{([^}]*)\}/.exec(
    readFileSync(join(ROOT, 'src/server/platform/schema.gen.ts'), 'utf8'),
  )!;
  const known = [...listed.matchAll(/(\w+):/g)].map((match) => match[1]);
  expect(known.length).toBeGreaterThan(50);
  expect(created).toEqual(expect.arrayContaining(known));
});

test('every table has a comment that says what a row is', () => {
  expect(tables.filter(({ before }) => !before.startsWith('-- ')).map(({ table }) => table)).toEqual([]);
});

function ownerOf(name: string): { owner: string; isInitial: boolean } {
  const groups = FILE_NAME.exec(name)?.groups;
  const isInitial = groups?.['room'] !== undefined;
  return { owner: groups?.['room'] ?? groups?.['changed'] ?? 'nobody', isInitial };
}
