import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { distributionColumnOf, NOT_DISTRIBUTED } from './distribution.ts';

const { owner } = await testDatabase();

const TABLES = `select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const { rows: tables } = await owner.query<{ oid: number; name: string }>(`${TABLES} order by 2`);
const distributed = tables.filter(({ name }) => !NOT_DISTRIBUTED[name]);

test('every table that is named as not distributed exists', () => {
  const names = tables.map(({ name }) => name);
  expect(Object.keys(NOT_DISTRIBUTED).filter((name) => !names.includes(name))).toEqual([]);
  expect(distributed.length).toBeGreaterThan(40);
});

test.each(distributed)('$name: its primary key, unique indexes and foreign keys carry the tenant', async (table) => {
  const column = distributionColumnOf(table.name);
  const { rows: keys } = await owner.query<{ name: string; columns: string[] }>(
    `select i.indexrelid::regclass::text as name, array_agg(a.attname::text) as columns
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1 and i.indisunique group by 1`,
    [table.oid],
  );
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ columns }) => !columns.includes(column))).toEqual([]);

  const { rows: references } = await owner.query<{ name: string; to: string; from: string[]; onto: string[] }>(
    `select k.conname as name, k.confrelid::regclass::text as to,
       (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality c(num, n)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num) as from,
       (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality c(num, n)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.num) as onto
     from pg_constraint k where k.conrelid = $1 and k.contype = 'f'`,
    [table.oid],
  );
  for (const { name, to, from, onto } of references) {
    expect(NOT_DISTRIBUTED[to], `${name}: refers to a table that is not distributed`).toBeUndefined();
    expect(onto[from.indexOf(column)], name).toBe(distributionColumnOf(to));
  }
});

test('no table that is not distributed refers to one that is', async () => {
  const { rows } = await owner.query<{ name: string; from: string; to: string }>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f'`,
  );
  expect(rows.filter(({ from, to }) => NOT_DISTRIBUTED[from] && !NOT_DISTRIBUTED[to])).toEqual([]);
});

test('no distributed table has a trigger', async () => {
  const { rows } = await owner.query<{ on: string; name: string }>(
    `select t.tgrelid::regclass::text as on, t.tgname as name from pg_trigger t where not t.tgisinternal`,
  );
  expect(rows.filter(({ on }) => distributed.some(({ name }) => name === on))).toEqual([]);
});
