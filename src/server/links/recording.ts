import type { FastifyRequest } from 'fastify';
import type { TenantId } from '#contract/tenants/ids.ts';
import { noteClicks } from '#server/delivery/statuses/click-actions.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { groupCommits } from '#server/platform/database/group-commit.ts';
import { insertClicks, keyOf, type NewClick } from './click-queries.ts';
import { deviceOf, type LinkRequest, sourceOf, verdictOf } from './click-rules.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** The link or page that was requested. */
export type Followed = {
  tenantId: TenantId;
  /** The code whose clicks are counted. */
  code: string;
  /** A link to one contact: its own code, and its message. */
  personal: { code: string; messageId: string } | null;
};

export type Recording = {
  /** Records a request that is answered now; the answer goes first. */
  add(followed: Followed, request: FastifyRequest): void;
  /** Stores what waits. */
  close(): Promise<void>;
};

/** Requests gather for so long: storing each by itself would take the database the answers wait for. */
const GATHER_MS = 100;
const MAX_GROUP = 500;
const MAX_WAITING = 10_000;

/**
 * Records requests for links after they were answered: those of a tenth of a second share a transaction. A request is
 * lost when its process dies, or the database is unavailable, before its group is committed.
 */
export function openRecording(ctx: Context): Recording {
  const underWay = new Set<Promise<void>>();
  const groups = groupCommits<{ tenantId: TenantId; click: NewClick }, void>(
    async (group) => {
      for (const [tenantId, ofTenant] of Map.groupBy(group, (one) => one.tenantId))
        await store(ctx, tenantId, merged(ofTenant.map(({ click }) => click)));
      return group.map(() => undefined);
    },
    { concurrency: 1, maxGroup: MAX_GROUP, maxWaiting: MAX_WAITING, isHopeless: isDatabaseAway },
  );
  const gathered: { tenantId: TenantId; click: NewClick }[] = [];
  let timer: NodeJS.Timeout | undefined;
  function storeGathered(): void {
    timer = undefined;
    for (const one of gathered.splice(0)) {
      const stored = groups
        .add(one)
        .catch((error: unknown) => ctx.log.warn({ err: error, code: one.click.code }, 'a click was lost'))
        .finally(() => underWay.delete(stored));
      underWay.add(stored);
    }
  }
  return {
    add(followed, request) {
      const at = ctx.clock.now();
      // NOTE: examining a request takes longer than answering it, and the answers of a group are sent together.
      setImmediate(() => {
        try {
          gathered.push({ tenantId: followed.tenantId, click: clickOf(ctx, followed, { request, at }) });
          timer ??= setTimeout(storeGathered, GATHER_MS);
        } catch (error) {
          // NOTE: an error thrown here would end the process.
          ctx.log.error({ err: error, code: followed.code }, 'a click was lost');
        }
      });
    },
    async close() {
      await new Promise((resolve) => setImmediate(resolve));
      clearTimeout(timer);
      storeGathered();
      await Promise.all(underWay);
    },
  };
}

async function store(ctx: Context, tenantId: TenantId, clicks: readonly NewClick[]): Promise<void> {
  const ofMessages = clicks.flatMap(({ messageId, verdict, at }) =>
    messageId && verdict === 'click' ? [{ messageId, at }] : [],
  );
  await withTenant(ctx, tenantId, async (scope) => {
    await insertClicks(scope, clicks);
    await noteClicks(scope, ofMessages);
  });
  announceLater(ctx, tenantId, 'links');
  if (ofMessages.length > 0) announceLater(ctx, tenantId, 'delivery');
}

const VISITOR_BYTES = 12;
const HOUR_MS = 3_600_000;
const EVER = Temporal.Instant.fromEpochMilliseconds(0);

function clickOf(
  { vault }: Context,
  { code, personal }: Followed,
  { request, at }: { request: FastifyRequest; at: Temporal.Instant },
): NewClick {
  const visit: LinkRequest = {
    method: request.method,
    headers: request.headers,
    query: request.query as Record<string, unknown>, // NOTE: only the presence of a name is read
  };
  const seen = { code, verdict: verdictOf(visit), times: 1, at, device: deviceOf(visit) };
  // A link to one contact counts once, from wherever it is opened.
  if (personal) {
    return { ...seen, hour: EVER, visitor: personal.code, source: 'message', messageId: personal.messageId };
  }
  const visitor = vault.sign('link-visitor', `${networkOf(request.ip)}\n${request.headers['user-agent'] ?? ''}`);
  return {
    ...seen,
    hour: Temporal.Instant.fromEpochMilliseconds(Math.floor(at.epochMilliseconds / HOUR_MS) * HOUR_MS),
    visitor: visitor.subarray(0, VISITOR_BYTES).toString('base64url'),
    source: sourceOf(visit),
    messageId: null,
  };
}

/** One row for each visitor: a statement cannot change a row twice. */
function merged(clicks: readonly NewClick[]): NewClick[] {
  const byKey = new Map<string, NewClick>();
  for (const click of clicks) {
    const known = byKey.get(keyOf(click));
    if (known) known.times += click.times;
    else byKey.set(keyOf(click), { ...click });
  }
  return [...byKey.values()];
}
