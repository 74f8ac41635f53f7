import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { login } from '#contract/auth/calls.ts';
import { getThread } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { aFullCabinet } from '#server/testing/houses/full-cabinet.ts';
import { type Answered, type CallOptions, testServer } from '#server/testing/server/http.ts';
import { fullSampleOf, hasIds, sampleOf } from '#server/testing/rows/samples.ts';

/**
 * Tries the isolation of tenants on every call. The calls are read from the contract and from what the server has
 * bound, so a new call is tested without a line here; one with a new kind of id needs a row of it below.
 */
const server = await testServer();
const { call, owner, served } = server;
const build = builders(owner, server.ctx.vault);

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.toLowerCase()}`;
const declared = await readContract();
const own = await aFullCabinet(server);
const foreign = await aFullCabinet(server);

const withIds = served.filter(
  (endpoint) => endpoint.path.includes(':') && !isSigned(endpoint.path) && !isOperators(endpoint),
);
const guarded = served.filter(({ access }) => access !== 'public');

/** A token of our tenant: a member's, or an API token where the call needs one. */
const ourTokenFor = ({ access }: Endpoint) => (access === 'api' ? own.apiToken : own.token);

/** Paths whose last part is signed by us: tested in their rooms. */
function isSigned(path: string): boolean {
  return path.endsWith('/:encUserGuid');
}

/** The operator's calls work on all tenants' rows; another test here checks that only operators may make them. */
function isOperators({ access }: Endpoint): boolean {
  return access === 'admin' || access === 'super_admin';
}

function idsIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** Every call the contract declares, and the other routes that are served (uploads). */
async function readContract(): Promise<{ calls: Endpoint[]; others: { method: string; path: string }[] }> {
  const folder = new URL('../../contract/', import.meta.url);
  const calls: Endpoint[] = [];
  const others: { method: string; path: string }[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )) {
    const exports: Record<string, unknown> = await import(new URL(name, folder).href);
    for (const value of Object.values(exports)) {
      if (typeof value !== 'object' || value === null || !('method' in value) || !('path' in value)) continue;
      // NOTE: a value with a method, a path and a reply was made by endpoint().
      if ('reply' in value) calls.push(value as Endpoint);
      else others.push(value as { method: string; path: string });
    }
  }
  return { calls, others };
}

/** Calls with a valid body, so that a refusal is about the id or the caller. */
const callAs = (token: string | undefined, endpoint: Endpoint, params: Record<string, string>): Promise<Answered> => {
  const hasBody = !['GET', 'DELETE'].includes(endpoint.method);
  const body = hasBody && { body: sampleOf(endpoint.body, randomUUID()) };
  const headers = (endpoint.needsIdempotencyKey || endpoint.takesIdempotencyKey) && {
    headers: { 'idempotency-key': randomUUID() },
  };
  return call(endpoint, { params, token, ...body, ...headers });
};

/** Each id is a call, and some calls are limited to a few a minute: one that is refused is made again without the limit. */
async function callUnlimited(endpoint: Endpoint, options: CallOptions): Promise<Answered> {
  const answer = await call(endpoint, options);
  if (answer.status !== 429) return answer;
  await owner.query('delete from allowances');
  return call(endpoint, options);
}

/** Every row of a tenant, as text, by table. */
async function rowsOf(tenantId: TenantId): Promise<Record<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select t::text as row from ${name} t where tenant_id = $1 order by 1`,
      [tenantId],
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

describe('the contract', () => {
  test('every declared call is bound, once', () => {
    const bound = served.map(keyOf);
    expect(declared.calls.map(keyOf).filter((key) => !bound.includes(key))).toEqual([]);
    expect(bound.filter((key, index) => bound.indexOf(key) !== index)).toEqual([]);
  });

  test('every call that is bound is declared', () => {
    const known = new Set(declared.calls.map(keyOf));
    expect(served.map(keyOf).filter((key) => !known.has(key))).toEqual([]);
  });

  test('every kind of id in a path is tried here', () => {
    const kinds = new Set(withIds.flatMap(({ path }) => idsIn(path)));
    expect([...kinds].filter((kind) => !(kind in foreign.ids))).toEqual([]);
    expect(kinds.size).toBeGreaterThan(5);
  });

  test.each(withIds.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s takes the body it is tried with',
    (_, endpoint) => {
      expect(endpoint.body.safeParse(sampleOf(endpoint.body, randomUUID())).error).toBeUndefined();
      const full = fullSampleOf(endpoint.body, randomUUID(), NOT_TOGETHER);
      if (hasIds(endpoint.body)) expect(endpoint.body.safeParse(full).error).toBeUndefined();
    },
  );
});

/** Disables row-level security: each query must name its tenant by itself. */
async function takeGuardsAway(): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select c.oid::regclass::text as name from pg_class c where c.relrowsecurity',
  );
  for (const { name } of rows)
    await owner.query(`alter table ${name} no force row level security, disable row level security`);
  expect(rows.length).toBeGreaterThan(15);
}

/** The answers our members get without asking for another tenant's ids, including sums and counts. */
async function everyAnswer(): Promise<Record<string, unknown>> {
  const tried = guarded.filter((one) => one.method === 'GET' && one.access !== 'api' && !isOperators(one));
  const answers: Record<string, unknown> = {};
  for (const endpoint of tried)
    answers[keyOf(endpoint)] = (
      await call(endpoint, { token: own.token, params: own.ids, ...neededQuery(endpoint) })
    ).body;
  return answers;
}

describe.each([
  ['guarded by the database', async () => {}],
  [
    'which the database guards no more',
    async () => {
      const before = await everyAnswer();
      await takeGuardsAway();
      expect(await everyAnswer()).toEqual(before);
    },
  ],
])("another tenant's rows, %s", (_name, prepare) => {
  let before: Record<string, string[]>;
  beforeAll(async () => {
    await prepare();
    before = await rowsOf(foreign.tenantId);
  });

  test('are in every table, so that each could be seen', () => {
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([]);
  });

  test.each(withIds.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: do not exist',
    async (_, endpoint) => {
      const names = idsIn(endpoint.path);
      const tried = [
        names.map(() => randomUUID()),
        names.map((name) => foreign.ids[name] ?? ''),
        // An own id does not give access to another tenant's id beside it.
        ...names
          .slice(1)
          .map((_name, index) =>
            names.map((name, place) => (place === index + 1 ? foreign.ids[name] : own.ids[name]) ?? ''),
          ),
      ];
      for (const ids of tried) {
        const params = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? '']));
        const answer = await callAs(ourTokenFor(endpoint), endpoint, params);
        expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/^(\w+|request)\.not_found$/)]);
      }
      const wrong = Object.fromEntries(names.map((name) => [name, 'no-id']));
      expect((await callAs(ourTokenFor(endpoint), endpoint, wrong)).status).toBe(404);
    },
  );

  const tried = guarded.filter((one) => !isOperators(one) && (one.method === 'GET' || hasIds(one.body)));
  test.each(tried.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: are in no answer',
    async (_, endpoint) => {
      for (const { sent, ...requested } of variantsOf(endpoint)) {
        const answer = await callUnlimited(endpoint, { token: ourTokenFor(endpoint), params: own.ids, ...requested });
        const text = JSON.stringify(endpoint.path === getThread.path ? withoutRequests(answer.body) : answer.body);
        expect([answer.status, text]).toEqual([expect.toBeOneOf(sent ? NOT_FAILED : [200]), text]);
        // Values that were sent may come back: the caller knows them.
        const leaked = Object.entries(foreign.ids).filter(
          ([name, id]) => id !== sent && text.includes(id) && !isOwnWord(name),
        );
        expect(leaked).toEqual([]);
      }
    },
  );

  test('are unchanged after all of it', async () => {
    expect(await rowsOf(foreign.tenantId)).toEqual(before);
  });
});

/** API clients choose these names: our calls with the other tenant's names appear in our log. */
const isOwnWord = (name: string) => name === 'externalId';

/** Pages choose the ids of their notes and answers: our earlier calls with the other tenant's ids appear in our thread. */
const withoutRequests = (thread: { code?: unknown; items?: object[] }) => ({
  ...thread,
  items: thread.items?.map((item) => ({ ...item, requestId: null })),
});

type Tried = { sent?: string; query?: Record<string, string>; body?: unknown };

/**
 * The call unchanged, where it only reads; and with each id of the query or the body replaced by the other
 * tenant's.
 */
function variantsOf(endpoint: Endpoint): Tried[] {
  if (endpoint.method !== 'GET') {
    return Object.values(foreign.ids).map((sent) => ({ sent, body: fullSampleOf(endpoint.body, sent, NOT_TOGETHER) }));
  }
  const names = Object.keys(Object(fullSampleOf(endpoint.query, randomUUID()))).filter((name) => name.endsWith('Id'));
  const { query } = neededQuery(endpoint);
  const ofOthers = names.map((name) => ({
    sent: foreign.ids[name],
    query: { ...query, [name]: foreign.ids[name] ?? '' },
  }));
  return [{ query }, ...ofOthers];
}

/** The parts of a query that a call cannot do without. */
function neededQuery({ query }: Endpoint): { query: Record<string, string> } {
  return { query: Object(sampleOf(query, randomUUID())) };
}

const NOT_FAILED = [200, 400, 402, 404, 409, 422];

/** A flow has either an image or buttons. */
const NOT_TOGETHER = ['imageId'];

describe('who may call', () => {
  test.each(guarded.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: needs a token',
    async (_, endpoint) => {
      const answer = await callAs(undefined, endpoint, own.ids);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required']);
    },
  );

  test('uploads and other routes besides the declared calls need a token', async () => {
    for (const { method, path } of declared.others) {
      const answer = await fetch(`${server.origin}${path}`, { method });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  const ofPrograms = served.filter(({ access }) => access === 'api');
  test.each(ofPrograms.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: refuses members',
    async (_, endpoint) => {
      const answer = await callAs(own.token, endpoint, own.ids);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required']);
    },
  );

  const ofPeople = guarded.filter(({ access }) => access !== 'api');
  test.each(ofPeople.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: refuses API clients',
    async (_, endpoint) => {
      const answer = await callAs(own.apiToken, endpoint, own.ids);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required']);
    },
  );

  const owners = served.filter(({ access }) => access === 'owner');
  test.each(owners.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: refuses staff',
    async (_, endpoint) => {
      const answer = await callAs(await staffToken(), endpoint, own.ids);
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden']);
    },
  );

  const operators = served.filter(isOperators);
  test.each(operators.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    '%s: refuses owners',
    async (_, endpoint) => {
      const answer = await callAs(own.token, endpoint, own.ids);
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden']);
    },
  );
});

let staff: Promise<string> | undefined;

/** A second member of our tenant, with the owner's password. */
function staffToken(): Promise<string> {
  staff ??= (async () => {
    const { id, email } = await build.aMember({ tenantId: own.tenantId, role: 'staff' });
    await owner.query(
      `update members set password_hash = (select password_hash from members where tenant_id = $1 and email = $2)
       where id = $3`,
      [own.tenantId, own.email, id],
    );
    const answer = await call(login, { body: { email, password: own.password } });
    return answer.body.token;
  })();
  return staff;
}
