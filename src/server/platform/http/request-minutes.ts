import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ProblemCode } from '#contract/problems.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type SystemScope, withSystem } from '#server/platform/database/db.ts';
import { refusalOf } from './http.ts';

const PROCESS = `${hostname()}:${process.pid}`;
const WRITE_MS = 15_000;
const MINUTE_MS = 60_000;
const REFUSED_SIGN_INS: readonly ProblemCode[] = ['auth.wrong_credentials', 'auth.second_factor_wrong'];

type Counts = { answered: number; failed: number; refused: number };

/** Counts the answers of this process by minute, and writes them every 15 s: operators see those of all processes. */
export function countRequests(app: FastifyInstance, ctx: Pick<Context, 'db' | 'log'>): void {
  const minutes = new Map<number, Counts>();
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url === '/health') return; // NOTE: it answers 503 while the process starts
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const counts = minutes.getOrInsertComputed(minute, () => ({ answered: 0, failed: 0, refused: 0 }));
    const code = refusalOf(request);
    counts.answered++;
    if (reply.statusCode >= 500) counts.failed++;
    if (code && REFUSED_SIGN_INS.includes(code)) counts.refused++;
  });
  const write = async () => {
    const present = Math.floor(Date.now() / MINUTE_MS);
    const rows = [...minutes];
    try {
      if (rows.length > 0) await withSystem(ctx, (scope) => saveMinutes(scope, rows));
      for (const [minute] of rows) if (minute < present) minutes.delete(minute);
    } catch (error) {
      ctx.log.warn({ err: error }, 'requests not counted yet');
    }
  };
  const timer = setInterval(() => void write(), WRITE_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function saveMinutes(
  { tx }: SystemScope,
  rows: readonly (readonly [minute: number, counts: Counts])[],
): Promise<void> {
  const given = rows.map(([minute, counts]) => ({ at: new Date(minute * MINUTE_MS).toISOString(), ...counts }));
  await sql`
    insert into request_minutes (minute, process, answered, failed, sign_ins_refused)
    select at, ${PROCESS}, answered, failed, refused
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (at timestamptz, answered int, failed int, refused int)
    on conflict (minute, process) do update
      set answered = excluded.answered, failed = excluded.failed, sign_ins_refused = excluded.sign_ins_refused`.execute(
    tx,
  );
  await sql`delete from request_minutes where minute < statement_timestamp() - interval '2 hours'`.execute(tx);
}

/** Sums of the last hour, of all processes. */
export async function sumRequests({
  tx,
}: SystemScope): Promise<{ answered: number; failed: number; signInsRefused: number }> {
  const { rows } = await sql<{ answered: number; failed: number; refused: number }>`
    select coalesce(sum(answered), 0)::int as answered, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(sign_ins_refused), 0)::int as refused
    from request_minutes where minute >= statement_timestamp() - interval '1 hour'`.execute(tx);
  const { answered = 0, failed = 0, refused = 0 } = rows[0] ?? {};
  return { answered, failed, signInsRefused: refused };
}
