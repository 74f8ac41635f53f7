import { hash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { openDatabase, type SystemScope } from '#server/platform/database/db.ts';
import { groupCommits } from '#server/platform/database/group-commit.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import { type NewInboxRow, storePayloads } from './inbox.ts';
import type { PreparedJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';
import { tenantOfToken } from '#server/platform/secrets/tenant-token.ts';
import { digest } from '#server/platform/secrets/vault.ts';

export type WebhookPayload = { headers: Record<string, string>; body: Buffer; receivedAt: Temporal.Instant };

export type WebhookReply = { mediaType: string; body: string };

/** The channel or connection identified by the secret in a webhook's path. */
export type WebhookSource = {
  id: string;
  /** Its provider, which the path must name. */
  provider: string;
  /** Whether the payload was truly sent by the provider. */
  verify(payload: WebhookPayload): boolean;
  /** Returns the account that has posted, where it is not that of the source: its payload is refused. */
  foreignAccount?(payload: WebhookPayload): string | null;
  /** The job that reads the stored payload. */
  job: PreparedJob;
  /** Key by which a repeated payload is recognised; its whole body when left out. */
  dedupeKey?(payload: WebhookPayload): string;
  /** The answer that the provider expects; an empty JSON object when left out. */
  reply?: WebhookReply | undefined;
  /** The answer to a GET by which the provider verifies that the address is ours. */
  answerChallenge?(query: Record<string, string>): string | null;
};

export type WebhookAddress = { tenantId: TenantId; secretHash: Buffer };

/** Finds the sources of one provider's webhooks; composed in `server/app`. */
export type WebhookSourceFinder = {
  /** Finds sources of any tenants in one statement. @returns by the secret's hash in hex; unknown ones are left out */
  find(scope: SystemScope, addresses: readonly WebhookAddress[]): Promise<Map<string, WebhookSource>>;
  /** Records payloads that were refused as not the provider's, so that people learn of them. */
  recordUnverified?(
    scope: SystemScope,
    refused: readonly { tenantId: TenantId; id: string; at: Temporal.Instant; foreignAccount: string | null }[],
  ): Promise<void>;
};

/** By the provider's name in the path. */
export type WebhookSources = ReadonlyMap<string, WebhookSourceFinder>;

type Arrival = WebhookAddress & WebhookPayload & { provider: string; finder: WebhookSourceFinder };
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

type Reception =
  | { kind: 'taken'; reply: WebhookReply | undefined }
  | { kind: 'unknown' }
  | { kind: 'unverified'; foreignAccount: string | null };

const BODY_LIMIT_BYTES = 1_048_576;
const MAX_GROUP = 200;
const MAX_WAITING = 2_000;
/** Maximum size of all bodies that wait. */
const MAX_WAITING_BYTES = 33_554_432;
/**
 * One group at a time, so that everything that arrives while a group commits joins the next: the higher the load, the
 * less each payload costs.
 */
const CONCURRENCY = 1;

/**
 * `POST /hooks/:provider/:secret`: verifies, stores the raw body, answers. Nothing of it is parsed here.
 *
 * The answer comes after the commit, so that a payload that was acknowledged is never lost. Payloads that arrive
 * together are committed together, for any tenant. When too many wait, or the database is unavailable, the answer is
 * 503, and the provider delivers again.
 */
export function serveWebhooks(app: FastifyInstance, ctx: Context, finders: WebhookSources): void {
  // A pool of its own: it sees every tenant, and no other work delays a payload.
  const db = openDatabase(ctx.config.databaseUrl, {
    prepares: 'all',
    max: CONCURRENCY + 1,
    name: 'frontdesk-hooks',
    role: 'frontdesk_system',
  });
  const intake = groupCommits<Arrival, Reception>((arrivals) => receive(db, arrivals), {
    concurrency: CONCURRENCY,
    maxGroup: MAX_GROUP,
    maxWaiting: MAX_WAITING,
    isHopeless: isDatabaseAway,
  });
  let waitingBytes = 0;
  app.addHook('onClose', () => db.destroy());
  app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // The declared content type is ignored; a malformed one would be refused before the payload is stored.
    webhooks.addHook('onRequest', async ({ raw: { headers } }) => {
      if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type'];
    });
    const payload = {
      bodyLimit: BODY_LIMIT_BYTES,
      // The answers are not shown in a browser, so they need no security headers.
      helmet: false as const,
      childLoggerFactory: (log: FastifyBaseLogger) => log, // NOTE: a logger per request costs as much as its answer
    };
    webhooks.post('/hooks/:provider/:secret', payload, async (request, reply) => {
      const address = addressOf(finders, request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (waitingBytes + body.length > MAX_WAITING_BYTES) throw new Problem('server.unavailable');
      waitingBytes += body.length;
      const arrival = { ...address, headers: storedHeaders(request), body, receivedAt: ctx.clock.now() };
      const reception = await intake.add(arrival).finally(() => {
        waitingBytes -= body.length;
      });
      if (reception.kind === 'unknown') throw new Problem('request.not_found');
      if (reception.kind === 'unverified') throw new Problem('auth.required');
      return reception.reply ? reply.type(reception.reply.mediaType).send(reception.reply.body) : {};
    });
    webhooks.get('/hooks/:provider/:secret', async (request, reply) => {
      const address = addressOf(finders, request);
      const found = await address.finder.find({ tx: db }, [address]);
      const query = request.query as Record<string, string>; // NOTE: the provider verifies the content of the challenge
      const answer = namedBy(address, found)?.answerChallenge?.(query) ?? null;
      if (answer === null) throw new Problem('request.not_found');
      return reply.type('text/plain').send(answer);
    });
  });
}

/** @throws 404 unless the secret has the form of one we made */
function addressOf(
  finders: WebhookSources,
  request: FastifyRequest,
): WebhookAddress & { provider: string; finder: WebhookSourceFinder } {
  const { provider = '', secret = '' } = request.params as Record<string, string>;
  const known = provider.toLowerCase();
  const finder = finders.get(known);
  const tenantId = tenantOfToken(secret);
  if (!finder || !tenantId) throw new Problem('request.not_found');
  return { provider: known, finder, tenantId, secretHash: digest(secret) };
}

function storedHeaders({ headers }: FastifyRequest): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(entries);
}

/** Characters. */
const LONGEST_ACCOUNT = 200;

/** Headers that authenticate the provider; they are not stored. */
const SECRET_HEADER = /authorization|cookie|secret|token|signature|hmac|api-key/i;

async function receive(db: Kysely<Schema>, arrivals: readonly Arrival[]): Promise<Reception[]> {
  const sources = await findSources(db, arrivals);
  const receptions = arrivals.map((arrival, index): Reception => {
    const source = sources[index];
    if (!source) return { kind: 'unknown' };
    if (!source.verify(arrival)) return { kind: 'unverified', foreignAccount: null };
    const foreignAccount = source.foreignAccount?.(arrival) ?? null;
    return foreignAccount === null
      ? { kind: 'taken', reply: source.reply }
      : { kind: 'unverified', foreignAccount: foreignAccount.slice(0, LONGEST_ACCOUNT) };
  });
  const rows: NewInboxRow[] = [];
  const jobs = new Map<string, PreparedJob>();
  for (const [index, arrival] of arrivals.entries()) {
    const source = sources[index];
    if (!source || receptions[index]?.kind !== 'taken') continue;
    rows.push(toRow(arrival, source));
    jobs.set(source.id, source.job);
  }
  await storePayloads(db, rows, jobs);
  await recordUnverified(db, { arrivals, sources, receptions });
  return receptions;
}

async function recordUnverified(
  tx: Kysely<Schema>,
  {
    arrivals,
    sources,
    receptions,
  }: {
    arrivals: readonly Arrival[];
    sources: readonly (WebhookSource | undefined)[];
    receptions: readonly Reception[];
  },
): Promise<void> {
  const refused = arrivals.flatMap(({ finder, tenantId, receivedAt }, index) => {
    const reception = receptions[index];
    const id = sources[index]?.id;
    if (reception?.kind !== 'unverified' || id === undefined) return [];
    const { foreignAccount } = reception;
    return [{ finder, tenantId, id, at: receivedAt, foreignAccount }];
  });
  for (const [finder, of] of Map.groupBy(refused, (one) => one.finder)) await finder.recordUnverified?.({ tx }, of);
}

async function findSources(
  tx: Kysely<Schema>,
  arrivals: readonly Arrival[],
): Promise<readonly (WebhookSource | undefined)[]> {
  const found = new Map<WebhookSourceFinder, Map<string, WebhookSource>>();
  for (const [finder, addresses] of Map.groupBy(arrivals, (arrival) => arrival.finder))
    found.set(finder, await finder.find({ tx }, addresses));
  return arrivals.map((arrival) => namedBy(arrival, found.get(arrival.finder)));
}

/** Finds the source of an address. A secret under the name of another provider is as unknown as a made-up one. */
function namedBy(
  { provider, secretHash }: { provider: string; secretHash: Buffer },
  found: ReadonlyMap<string, WebhookSource> | undefined,
): WebhookSource | undefined {
  const source = found?.get(secretHash.toString('hex'));
  return source?.provider === provider ? source : undefined;
}

function toRow(arrival: Arrival, source: WebhookSource): NewInboxRow {
  const headers = Object.entries(arrival.headers).filter(([name]) => !SECRET_HEADER.test(name));
  return {
    tenantId: arrival.tenantId,
    provider: arrival.provider,
    sourceId: source.id,
    dedupeKey: source.dedupeKey?.(arrival) ?? hash('sha256', arrival.body, 'base64url'),
    headers: Object.fromEntries(headers),
    body: arrival.body,
    receivedAt: arrival.receivedAt,
  };
}
