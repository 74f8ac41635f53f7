import { Logger as QueueLogger, runOnce, type TaskList } from 'graphile-worker';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { register, type Tokens } from '#contract/auth/calls.ts';
import type { BodyOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { createContext } from '#server/app/context.ts';
import { createProviders } from '#server/app/providers.ts';
import { type Composition, workRooms } from '#server/app/binding.ts';
import { createWeb } from '#server/app/web.ts';
import { type Config, readConfig } from '#server/platform/deployment/config.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { StatementObserver } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import type { Job } from '#server/platform/jobs.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';
import type { UploadLimits } from '#server/platform/intake/upload-limits.ts';
import type { Providers, Room } from '#server/room.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { rememberAll, TEST_POOL, type TestDatabase, testDatabase } from './database.ts';

/** The default origin of the calling page: the main cabinet's. */
export const PAGE_ORIGIN = 'http://app.localhost';

export type CallOptions = {
  params?: Record<string, string>;
  /** A list repeats the parameter. */
  query?: Record<string, string | number | boolean | readonly string[]>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

/** `body` is the reply, or `{ code, details }` when `status` is not 2xx. */
export type Answered<E extends Endpoint = Endpoint> = {
  status: number;
  headers: Headers;
  body: ReplyOf<E> & Partial<ProblemBody>;
};

export type SignedUp = Tokens & { tenantId: TenantId; email: string; password: string };

export type TestServer = TestDatabase & {
  ctx: Context;
  clock: TestClock;
  /** `http://127.0.0.1:…` */
  origin: string;
  /** Every call that is bound. */
  served: readonly Endpoint[];
  /**
   * Makes a declared call over HTTP, from a new IP address unless `x-forwarded-for` gives one. The body is sent unchecked, so that an
   * invalid one can be tested.
   */
  call<E extends Endpoint>(call: E, options?: CallOptions): Promise<Answered<E>>;
  /** Registers a cabinet over HTTP; its owner is signed in. */
  signUp(change?: Partial<BodyOf<typeof register>>, headers?: Record<string, string>): Promise<SignedUp>;
  /**
   * Runs all jobs that are due by the test's clock, and those they queue; throws when a job fails.
   * @returns whether there were any
   */
  runJobs(): Promise<boolean>;
  /** Runs a cron task once, by its name. */
  runRepeated(name: string): Promise<void>;
  /** Every job that is bound. */
  jobs: readonly Job[];
  /** The names of the cron tasks. */
  repeated: readonly string[];
  /** Runs the handler of a job once, outside the queue. */
  runJob(name: string, payload: unknown): Promise<void>;
};

export type TestServerOptions = {
  /** Environment variables beside the test's own, e.g. `{ FRONTDESK_DEMO: '1' }`. */
  env?: Record<string, string>;
  /** Names of the rooms to load; all when left out. */
  rooms?: readonly string[];
  /** Replaces the real adapters. */
  providers?: (ctx: Context) => Providers;
  /** The first present moment. */
  now?: string;
  /** Receives the statements of the product. */
  observe?: StatementObserver;
  /** Limits of uploads, where they are not the product's. */
  uploads?: Partial<UploadLimits>;
  /** Hashes passwords at the product's cost. */
  hasRealPasswords?: boolean;
};

/** Argon2's least: a registration takes half its time. */
const MIN_PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the product's HTTP server on its own port with its own database; both are closed after the file's tests. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const [database, rooms] = await Promise.all([testDatabase(), loadRooms(options.rooms)]);
  const clock = await createTestClock(database.owner, options.now);
  const folder = await mkdtemp(`${tmpdir()}/frontdesk-test-`);
  const read = readConfig({
    DATABASE_URL: database.url,
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: PAGE_ORIGIN,
    TRUST_PROXY: '1',
    FRONTDESK_SECRET_KEY: 'a secret of the tests that nobody else knows',
    FRONTDESK_DATA_DIR: folder,
    DATABASE_POOL: String(TEST_POOL.max),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    NOTICE_HOLD_SECONDS: '0',
    // NOTE: nothing listens there; a page that reads a clinic's branches calls nobody outside.
    MEDFLEX_BASE_URL: 'http://127.0.0.1:9',
    ...options.env,
  });
  const config: Config = {
    ...read,
    uploads: { ...read.uploads, ...options.uploads },
    passwordCost: options.hasRealPasswords ? read.passwordCost : MIN_PASSWORD_COST,
  };
  const { ctx, close } = createContext(config, rooms, {
    clock,
    log: createLogger(config.logLevel),
    database: {
      prepares: TEST_POOL.prepares,
      observe(statement) {
        rememberAll(statement);
        options.observe?.(statement);
      },
    },
  });
  const composition = { rooms, providers: (options.providers ?? createProviders)(ctx) };
  const served: Endpoint[] = [];
  const web = await createWeb(ctx, composition, { served: (call) => served.push(call) });
  const origin = await web.app.listen({ port: 0, host: '127.0.0.1' });
  const jobs = jobsOf(ctx, composition);
  afterAll(async () => {
    await web.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = callsTo(origin);
  return {
    ...database,
    ctx,
    clock,
    origin,
    served,
    call,
    async signUp(change = {}, headers = {}) {
      // Releases the numbers, bots and branches of the simulators that other tests' cabinets have claimed.
      await database.owner.query('delete from external_id_claims');
      const owner = await signUpBy(call, change, headers);
      // NOTE: tests move the clock by weeks: they have every tariff without end, unless a test sets its own.
      await database.owner.query('update tenants set paid_until = null where id = $1', [owner.tenantId]);
      return owner;
    },
    runJobs: () => runJobs(database, jobs.taskList),
    async runRepeated(name) {
      await untilChangesAreReadable(database);
      await jobs.runRepeated(name);
    },
    jobs: jobs.bound,
    repeated: jobs.repeated,
    runJob: jobs.runJob,
  };
}

/**
 * Readers of `message_changes` take a row when every transaction of the database server that began before its own is
 * over. Test files run beside each other on one server, so a transaction of another file may still run.
 */
async function untilChangesAreReadable({ owner }: TestDatabase): Promise<void> {
  const now = await owner.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  for (let isReadable = false; !isReadable; await sleep(5)) {
    const { rows } = await owner.query<{ isReadable: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as "isReadable"',
      [now.rows[0]?.xid],
    );
    isReadable = rows[0]?.isReadable ?? false;
  }
}

/** Makes calls to a product that runs at an origin. */
export function callsTo(origin: string): TestServer['call'] {
  return (declared, options = {}) => request(origin, declared, options);
}

async function request<E extends Endpoint>(origin: string, call: E, options: CallOptions): Promise<Answered<E>> {
  const { params = {}, query = {}, body, token, headers } = options;
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  const hasBody = body !== undefined || !['GET', 'DELETE'].includes(call.method);
  const answer = await fetch(`${origin}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: call.method,
    redirect: 'manual',
    headers: {
      'x-client-host': PAGE_ORIGIN,
      'x-forwarded-for': aVisitor(),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(hasBody && { body: JSON.stringify(body ?? {}) }),
  });
  const text = await answer.text();
  // NOTE: not parsed, since the server has parsed its replies; a wrong shape fails in the test's own assertion.
  const parsed = (text ? JSON.parse(text) : {}) as ReplyOf<E> & Partial<ProblemBody>;
  return { status: answer.status, headers: answer.headers, body: parsed };
}

let visitors = 0;

/** An IP address without earlier calls, so that only tests that name an address reach its rate limits. */
function aVisitor(): string {
  visitors += 1;
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

let people = 0;

export async function signUpBy(
  call: TestServer['call'],
  change: Partial<BodyOf<typeof register>> = {},
  headers: Record<string, string> = {},
): Promise<SignedUp> {
  people += 1;
  const body = {
    email: `owner${people}@salon.example`,
    password: 'correct-horse',
    phone: '+79161234567',
    countryId: 1,
    termsAccepted: true,
    ...change,
  };
  const answer = await call(register, { body: { ...body, confirmPassword: body.password }, headers });
  if (answer.status !== 200) throw new Error(`No cabinet: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...answer.body, tenantId: tenantOf(answer.body.token), email: body.email, password: body.password };
}

/** The claims of an access token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function tenantOf(token: string): TenantId {
  return TenantId.parse(claimsOf(token)['tenant']);
}

/** Loads the declarations of rooms, lower first, and nothing of the others. */
async function loadRooms(names?: readonly string[]): Promise<readonly Room[]> {
  if (!names) return (await import('#server/app/rooms.ts')).ROOMS;
  const declared = await Promise.all(
    names.map(async (name): Promise<Record<string, Room>> => import(`#server/${name}/room.ts`)),
  );
  return declared.flatMap((module) => Object.values(module));
}

function jobsOf(ctx: Context, composition: Composition) {
  const taskList: TaskList = {};
  const bound: Job[] = [];
  const runs = new Map<string, (payload: unknown) => Promise<void>>();
  const repeated = new Map<string, () => Promise<void>>();
  const { signal } = new AbortController();
  const work: Work = (job, handle) => {
    const run = async (payload: unknown) => handle(ctx, job.payload.parse(payload), signal);
    taskList[job.name] = run;
    runs.set(job.name, run);
    bound.push(job);
  };
  const repeat: Repeat = (name, _pattern, handle) => repeated.set(name, () => handle(ctx, signal));
  workRooms(work, repeat, composition);
  return {
    taskList,
    bound,
    repeated: [...repeated.keys()],
    async runJob(name: string, payload: unknown) {
      const run = runs.get(name);
      if (!run) throw new Error(`No job has the name ${name}`);
      await run(payload);
    },
    async runRepeated(name: string) {
      const run = repeated.get(name);
      if (!run) throw new Error(`Nothing is repeated under the name ${name}`);
      await run();
    },
  };
}

/** Longer than a busy machine takes to record how a job ended. */
const WRITTEN_DOWN_WITHIN_MS = 60_000;

async function runJobs({ owner }: TestDatabase, taskList: TaskList): Promise<boolean> {
  let hasRun = false;
  // NOTE: a worker looks for its next job before the queue of the last one is free, and stops when it finds none.
  for (; await hasDueJob(owner, { isRetried: !hasRun }); hasRun = true) {
    await runOnce({ pgPool: owner, taskList, noHandleSignals: true, concurrency: 1, logger: QUIET });
    await untilWrittenDown(owner);
  }
  const { rows } = await owner.query<{ task_identifier: string; last_error: string }>(
    `select task_identifier, last_error from graphile_worker.jobs where last_error is not null`,
  );
  if (rows.length > 0) throw new Error(rows.map((row) => `${row.task_identifier}: ${row.last_error}`).join('\n'));
  return hasRun;
}

/** NOTE: graphile-worker resolves before it has recorded how a job ended. */
async function untilWrittenDown(owner: TestDatabase['owner']): Promise<void> {
  const end = performance.now() + WRITTEN_DOWN_WITHIN_MS;
  while (performance.now() < end) {
    const held = await owner.query('select 1 from graphile_worker._private_jobs where locked_at is not null limit 1');
    if (!held.rowCount) return;
    await sleep(5);
  }
}

/** @param isRetried whether a job that has failed before counts as well */
async function hasDueJob(owner: TestDatabase['owner'], { isRetried }: { isRetried: boolean }): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select 1 from graphile_worker._private_jobs
     where run_at <= now() and locked_at is null and (last_error is null or $1) limit 1`,
    [isRetried],
  );
  return Boolean(rowCount);
}

const QUIET = new QueueLogger(() => () => {});
