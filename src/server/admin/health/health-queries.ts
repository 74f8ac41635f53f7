import { sql } from 'kysely';
import type { OperatorHealth } from '#contract/admin/health.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

const WEBHOOK_SECONDS = 300;

/** Webhooks accepted per second, in the last 5 minutes. */
export async function webhooksPerSecond({ tx }: SystemScope, now: Temporal.Instant): Promise<number> {
  const { count } = await tx
    .selectFrom('inbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('received_at', '>', now.subtract({ seconds: WEBHOOK_SECONDS }))
    .executeTakeFirstOrThrow();
  return count / WEBHOOK_SECONDS;
}

/** Calls of models in the last hour, the most expensive first. */
export async function listModelFigures({ tx }: SystemScope, now: Temporal.Instant): Promise<OperatorHealth['models']> {
  const { rows } = await sql<{ provider: string; model: string; calls: number; failed: number; cost: number }>`
    select provider, model, count(*)::int as calls, (count(*) filter (where outcome not in ('answered', 'aborted')))::int as failed,
      sum(cost_micro_usd)::bigint as cost
    from model_calls where called_at > ${now.subtract({ hours: 1 })} group by provider, model
    order by cost desc, provider, model`.execute(tx);
  return rows.map((row) => ({
    provider: row.provider,
    model: row.model,
    callsLastHour: row.calls,
    failedLastHour: row.failed,
    costLastHourMicroUsd: row.cost,
  }));
}

export async function listBreakerRows({ tx }: SystemScope): Promise<OperatorHealth['breakers']> {
  const rows = await tx
    .selectFrom('model_breakers')
    .select(['provider', 'model', 'failures', 'opened_until'])
    .orderBy('provider')
    .orderBy('model')
    .execute();
  return rows.map((row) => ({
    provider: row.provider,
    model: row.model,
    failures: row.failures,
    openUntil: row.opened_until?.toString() ?? null,
  }));
}

export async function databaseActivity({ tx }: SystemScope): Promise<OperatorHealth['database']> {
  const { rows } = await sql<{ connections: number; most_connections: number; oldest_transaction: number | null }>`
    select connections, most_connections, oldest_transaction from frontdesk.database_activity()`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate returns one row');
  return {
    connections: row.connections,
    mostConnections: row.most_connections,
    oldestTransactionSeconds: row.oldest_transaction,
  };
}

export async function countOpenPauses({ tx }: SystemScope, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sending_pauses p
    where (p.ends_at is null or p.ends_at > ${now})
      and not exists (select from sending_pause_ends e where e.pause_id = p.id)`.execute(tx);
  return rows[0]?.count ?? 0;
}
