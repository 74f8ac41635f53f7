import { randomUUID } from 'node:crypto';
import {
  BinaryOperationNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RootOperationNode,
  ValueNode,
} from 'kysely';
import { expect, test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Context } from '#server/platform/context/context.ts';
import { aFullCabinet } from '#server/testing/houses/full-cabinet.ts';
import { setTripwire, trippedBy } from '#server/testing/server/guards.ts';
import { unremembered } from '#server/testing/server/planned-statements.ts';
import { testServer } from '#server/testing/server/http.ts';
import { fullSampleOf } from '#server/testing/rows/samples.ts';

/**
 * Every statement of every route and job names its tenant by itself: with the guards of the database replaced by a
 * tripwire, none comes upon a row of another tenant. The test plants defects of its own, and must report each.
 */
const failures: unknown[] = [];
const server = await testServer();
// Plans that read a whole table and filter it later would come upon rows of others.
const { rows } = await server.owner.query<{ name: string }>('select current_database() as name');
for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
  await server.owner.query(`alter database ${rows[0]?.name} set ${setting} = off`);
const own = await aFullCabinet(server);
const foreign = await aFullCabinet(server);
await setTripwire(server.owner);
server.ctx.log.error = (about: unknown) => failures.push(Object(about).err);

/** Runs work, and returns the tables that it read without their tenant. */
async function tripped(work: () => Promise<unknown>): Promise<string[]> {
  failures.length = 0;
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return [...new Set([error, ...failures].flatMap(trippedBy))];
}

/** Ids by the names under which payloads and bodies have them: our own, but one of the other tenant's. */
function withIds(value: unknown, foreignName?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, foreignName));
  if (typeof value !== 'object' || value === null) return value;
  const known = (name: string) => {
    const single = name.replace(/s$/, '');
    const ids = name === foreignName ? foreign.ids : own.ids;
    return ids[name] ?? ids[single];
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'tenantId') return [name, own.tenantId];
      const id = known(name);
      if (id !== undefined && typeof inner === 'string') return [name, id];
      if (id !== undefined && Array.isArray(inner) && typeof inner[0] === 'string') return [name, [id]];
      return [name, withIds(inner, foreignName)];
    }),
  );
}

const routes = server.served.filter(({ access }) => ['member', 'owner', 'api'].includes(access));

async function tripsOfRoute(endpoint: Endpoint): Promise<string[]> {
  const hasBody = !['GET', 'DELETE'].includes(endpoint.method);
  return tripped(() =>
    server.call(endpoint, {
      params: own.ids,
      token: endpoint.access === 'api' ? own.apiToken : own.token,
      ...(hasBody && { body: withIds(fullSampleOf(endpoint.body, randomUUID(), ['imageId'])) }),
      ...((endpoint.needsIdempotencyKey || endpoint.takesIdempotencyKey) && {
        headers: { 'idempotency-key': randomUUID() },
      }),
    }),
  );
}

async function tripsOfJob(name: string): Promise<string[]> {
  const job = server.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`No job has the name ${name}`);
  const sample = fullSampleOf(job.payload, randomUUID());
  const names = Object.keys(Object(sample)).filter((key) => key !== 'tenantId');
  const found: string[] = [];
  for (const foreignName of [undefined, ...names])
    found.push(...(await tripped(() => server.runJob(name, withIds(sample, foreignName)))));
  return [...new Set(found)];
}

/** Runs work while the statements on a table do not name their tenant. */
async function withoutTenantFilter(table: string, work: () => Promise<string[]>): Promise<string[]> {
  const ctx: { db: Database } = server.ctx as Context & { db: Database };
  const intact = ctx.db;
  ctx.db = intact.withPlugin(new DropTenantFilter(table));
  try {
    return await unremembered(work);
  } finally {
    ctx.db = intact;
  }
}

/** Removes `tenant_id = …` from the statements that name a table. */
class DropTenantFilter extends OperationNodeTransformer implements KyselyPlugin {
  readonly #table: string;

  constructor(table: string) {
    super();
    this.#table = table;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return JSON.stringify(node).includes(`"name":"${this.#table}"`) ? this.transformNode(node, queryId) : node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  protected override transformBinaryOperation(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    if (!JSON.stringify(node.leftOperand).includes('"name":"tenant_id"'))
      return super.transformBinaryOperation(node, queryId);
    const one = ValueNode.createImmediate(1);
    return BinaryOperationNode.create(one, OperatorNode.create('='), one);
  }
}

test.each(routes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: names its tenant in every statement',
  async (_, endpoint) => {
    expect(await tripsOfRoute(endpoint)).toEqual([]);
  },
);

test.each(server.jobs.map(({ name }) => name))('job %s: names its tenant in every statement', async (name) => {
  expect(await tripsOfJob(name)).toEqual([]);
});

test.each(server.repeated)('repeated %s: names its tenant in every statement', async (name) => {
  expect(await tripped(() => server.runRepeated(name))).toEqual([]);
});

/** The operator's area works on every tenant, so its calls are for operators alone. */
const openOperatorCalls = (calls: readonly Pick<Endpoint, 'path' | 'access'>[]) =>
  calls
    .filter(({ path, access }) => /^\/api\/v1\/admin\//i.test(path) && !['admin', 'super_admin'].includes(access))
    .map(({ path }) => path);

test("no call of the operator's area is open to others, and one that is opened is reported", () => {
  expect(openOperatorCalls(server.served)).toEqual([]);
  const opened = server.served.map((one) => (one === listAdminUsers ? { ...one, access: 'member' as const } : one));
  expect(openOperatorCalls(opened)).toEqual([listAdminUsers.path]);
});

test('a route that lost its tenant filter is reported', async () => {
  const endpoint = routes.find(({ method, path }) => method === 'GET' && path.endsWith('/channels'))!;
  expect(await withoutTenantFilter('channels', () => tripsOfRoute(endpoint))).toEqual(['public.channels']);
});

test('a job that lost its tenant filter is reported', async () => {
  expect(await withoutTenantFilter('channels', () => tripsOfJob('channels.check'))).toEqual(['public.channels']);
});
