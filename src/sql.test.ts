import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = dirname(import.meta.dirname);

/** The product runs on PostgreSQL 15 (README); the tests run on the embedded one, which knows more. */
const NEWER_THAN_15 = [
  { what: 'uuidv4() and uuidv7()', since: 18, pattern: /\buuidv[47]\(/ },
  { what: 'virtual generated columns', since: 18, pattern: /\bgenerated always as [^;]*?\) virtual\b/i },
  { what: 'without overlaps', since: 18, pattern: /\bwithout overlaps\b/i },
  { what: 'merge … returning', since: 17, pattern: /\bmerge into\b[^`;]*?\breturning\b/i },
  { what: 'json_table and its kin', since: 17, pattern: /\bjson_(?:table|exists|value|query)\s*\(/i },
  { what: 'any_value', since: 16, pattern: /\bany_value\s*\(/i },
  { what: 'SQL/JSON constructors', since: 16, pattern: /\bjson_(?:array|object|arrayagg|objectagg)\s*\(/i },
];

/**
 * `returning old.…, new.…`, since PostgreSQL 18. The list of columns may be a fragment of its own, so any such name
 * counts where SQL is written: no table, CTE or variable there is called `old` or `new`. Triggers have theirs.
 */
const OLD_OR_NEW = /\b(?:old|new)\.[a-z]/i;

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

const sources = read('src/server/**/*.ts').filter(({ file }) => !file.endsWith('.test.ts'));
const queries = sources.filter(({ text }) => /import .*\bsql\b.* from 'kysely'/.test(text));

test('no statement needs a PostgreSQL later than 15', () => {
  const migrations = read('migrations/*.sql');
  expect(migrations.length).toBeGreaterThan(10);
  expect(queries.length).toBeGreaterThan(50);
  const found = [...sources, ...migrations].flatMap(({ file, text }) =>
    NEWER_THAN_15.filter(({ pattern }) => pattern.test(text)).map(({ what, since }) => `${file}: ${what} (${since})`),
  );
  expect(found).toEqual([]);
  const triggers = /\breturns trigger\b/i;
  expect(
    queries.filter(({ text }) => OLD_OR_NEW.test(text) && !triggers.test(text)).map(({ file }) => file),
    'old and new values in returning (18)',
  ).toEqual([]);
});

test('every connection of the product is opened by openPool, which sets its role and its search path', () => {
  const opening = sources.filter(({ text }) => /\bnew (?:pg\.)?(?:Pool|Client)\(/.test(text));
  const files = opening.map(({ file }) => file).filter((file) => !file.startsWith('src/server/testing/'));
  expect(files).toEqual(['src/server/platform/database/db.ts']);
});

test('every statement that returns what it changed of messages keeps the former status', () => {
  const statements = queries.flatMap(({ file, text }) =>
    text
      .split('${CHANGE}')
      .slice(0, -1)
      .map((before) => ({ file, before })),
  );
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.filter(({ before }) => !before.includes('${FORMER}')).map(({ file }) => file)).toEqual([]);
});

/**
 * On Citus an `insert … select` without either is a COPY, which row-level security refuses. Fragments are taken as they
 * stand in the file.
 */
test('an insert from a select returns rows or names conflicts', () => {
  const inserts = queries.flatMap(({ file, text }) =>
    [...text.matchAll(/\binsert into (?:(?!\binsert into )[^;])*/g)]
      .map(([insert]) => ({ file, insert: insert.split('`.execute(')[0] ?? '' }))
      .filter(({ insert }) => /\bselect\b/.test(insert)),
  );
  expect(inserts.length).toBeGreaterThan(15);
  const refused = inserts.filter(({ insert }) => !/\breturning\b|\bon conflict\b/.test(insert));
  expect(refused.map(({ file, insert }) => `${file}: ${insert.slice(0, 60)}`)).toEqual([]);
});
