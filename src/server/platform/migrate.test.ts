import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { migrate, readSchema } from './migrate.ts';

const { owner, url } = await testDatabase();
const schema = readSchema();

test('migrations run once, however many processes start together', async () => {
  expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []]);
});

test('a user who may not create roles migrates where the roles exist and were granted to it', async () => {
  const name = `tenancy_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`create role ${name} login password 'secret'`);
  await owner.query(`grant frontdesk_app, frontdesk_system to ${name}`);
  await owner.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.query(`drop role ${name}`);
  });
  const ownerUrl = new URL(url);
  Object.assign(ownerUrl, { username: name, password: 'secret', pathname: `/${name}` });
  expect(await migrate(ownerUrl.href)).toContain('platform/sql/roles.sql');
});

test('a function whose file changed is replaced, and no other', async () => {
  const name = 'delivery/sql/verdict_month_name.sql';
  const functions = schema.functions.map((file) =>
    file.name === name ? { name, text: file.text.replace('YYYY_MM', 'YYYY_"m"MM') } : file,
  );
  expect(await migrate(url, { ...schema, functions })).toEqual([name]);
  const { rows } = await owner.query(`select frontdesk.verdict_month_name('2026-11-01') as name`);
  expect(rows).toEqual([{ name: 'frontdesk.verdicts_2026_m11' }]);
  expect(await migrate(url)).toEqual([name]);
});

test('a migration may use a function that comes with it, and the function the table the migration makes', async () => {
  const made = {
    functions: [
      {
        name: 'platform/sql/count_marbles.sql',
        text: `create or replace function frontdesk.count_marbles() returns bigint language sql stable
        as $$ select count(*) from marbles $$;`,
      },
    ],
    migrations: [
      {
        name: '203001010900_marbles.sql',
        text: 'create table marbles (color text, present bigint default frontdesk.count_marbles())',
      },
    ],
  };
  const newer = {
    functions: [...schema.functions, ...made.functions],
    migrations: [...schema.migrations, ...made.migrations],
  };
  expect(await migrate(url, newer)).toEqual(['203001010900_marbles.sql', 'platform/sql/count_marbles.sql']);
  const { rows } = await owner.query(`insert into marbles (color) values ('red') returning present`);
  expect(rows).toEqual([{ present: 0 }]);
});

test('a migration that fails leaves nothing, and the next start tries it again', async () => {
  const failing = [{ name: '203001010901_fails.sql', text: 'create table halves (id int); select 1 / 0' }];
  const broken = { ...schema, migrations: [...schema.migrations, ...failing] };
  await expect(migrate(url, broken)).rejects.toThrow('Migration 203001010901_fails.sql failed');
  const { rows } = await owner.query(`select to_regclass('halves') as name`);
  expect(rows).toEqual([{ name: null }]);
  const mended = [{ name: '203001010901_fails.sql', text: 'create table halves (id int)' }];
  expect(await migrate(url, { ...schema, migrations: mended })).toEqual(['203001010901_fails.sql']);
});

test('roles come before functions, and each function is in the file of its name', async () => {
  expect(schema.functions[0]?.name).toBe('platform/sql/roles.sql');
  for (const { name, text } of schema.functions.slice(1)) {
    const own = /\/sql\/(\w+)\.sql$/.exec(name)?.[1];
    const created = [...text.matchAll(/create or replace function frontdesk\.(\w+)\(/g)].map((match) => match[1]);
    expect(created, name).toEqual([own]);
  }
});
