import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { MailingId } from '#contract/mailings/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { newSettings } from '#server/mailings/editing/new-mailings.ts';
import { listNextBatch } from '#server/mailings/recipients/listing.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { writeCabinet } from './big-house.ts';
import { countSessionCpu, cpuMs, dropSearchIndex, listSessions } from './machine.ts';
import { askTimes, type Segmented } from './segments.ts';

/** `cpuMs`: processor time of the database's sessions, which is what it takes where nothing else runs. */
export type Cost = { ms: number; cpuMs: number };

export type ExpansionFigures = Cost & {
  rows: number;
  /** Own memory of this process and of the largest database session, after the first third and at the end. */
  memory: { early: number; late: number; sessionEarly: number; sessionLate: number };
};

/** Writes a tenant of many contacts: half with an address on the channel, some opted out. Foreign keys are not checked meanwhile. */
export async function aTenantOf(
  { owner, ctx }: { owner: pg.Pool; ctx: Context },
  contacts: number,
): Promise<Segmented> {
  const [tenantId, memberId] = [TenantId.parse(randomUUID()), randomUUID()];
  const client = await owner.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, [tenantId, ...values]);
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`set local work_mem = '256MB'`);
    await dropSearchIndex(client);
    const credentials = ctx.vault.seal(tenantId, {
      credentials: { apiKey: 'k' },
      webhookToken: 't',
      headerSecret: 's',
    });
    await writeCabinet(run, { memberId, messages: 2_000_000, credentials });
    await run(
      `create temporary table person on commit drop as
       select n, uuidv7() as id from generate_series(1, ${contacts}) n where $1::uuid is not null`,
    );
    await run(
      `insert into contacts (tenant_id, id, name, phone, created_at)
       select $1, id, 'Anna ' || n, '+79' || lpad(n::text, 9, '0'), now() from person`,
    );
    await run(
      `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, state, window_until, created_at)
       select $1, uuidv7(), id, $1, n, '+79' || lpad(n::text, 9, '0'), case when n % 40 = 0 then 'blocked' else 'reachable' end,
         now() + interval '1 day', now() from person where n % 2 = 0`,
    );
    await run(
      `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
       select $1, uuidv7(), id, 'all', 'word', now() from person where n % 50 = 0`,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await owner.query('vacuum analyze contacts, contact_addresses, opt_outs');
  await owner.query('checkpoint');
  return { tenantId, memberId };
}

function openSettings() {
  const settings = newSettings('ru');
  return { ...settings, timing: { ...settings.timing, dispatchHours: { startHour: 0, endHour: 24 } } };
}

/** A mailing to everyone at any hour that has just gone live. */
export async function aMailing(owner: pg.Pool, tenantId: TenantId): Promise<MailingId> {
  const id = MailingId.parse(randomUUID());
  await owner.query(`insert into senders (tenant_id, id, kind, title) values ($1, $2, 'mailing', 'Mailing')`, [
    tenantId,
    id,
  ]);
  await owner.query(
    `insert into mailings (tenant_id, id, title, status, mode, version, settings, started_at, created_at, updated_at)
     values ($1, $2, 'Mailing', 'working', 'combat', 1, $3, now(), now(), now())`,
    [tenantId, id, JSON.stringify(openSettings())],
  );
  return id;
}

/** Lists the recipients of a mailing to all contacts, batch after batch, as its job does. */
export async function listAll(ctx: Context, owner: pg.Pool, tenantId: TenantId): Promise<ExpansionFigures> {
  const mailingId = await aMailing(owner, tenantId);
  const memory: { own: number; session: number }[] = [];
  const [readCpuMs, startedAt] = [await countSessionCpu(owner), performance.now()];
  for (;;) {
    await withTenant(ctx, tenantId, (scope) => listNextBatch(scope, { tenantId, mailingId }));
    memory.push({ own: ownMegabytes(process.pid), session: await largestSession(owner) });
    const { rows } = await owner.query('select listed_at, listed_counts from mailings where id = $1', [mailingId]);
    if (rows[0].listed_at === null) continue;
    const ms = performance.now() - startedAt;
    const counts: number[] = Object.values(rows[0].listed_counts);
    const [early, late] = [memory[Math.floor(memory.length / 3)], memory.at(-1)];
    return {
      ms,
      cpuMs: await readCpuMs(),
      rows: counts.reduce((sum, count) => sum + count, 0),
      memory: {
        early: early?.own ?? 0,
        late: late?.own ?? 0,
        sessionEarly: early?.session ?? 0,
        sessionLate: late?.session ?? 0,
      },
    };
  }
}

/** The same rows by one statement that decides nothing. */
export async function insertBare(owner: pg.Pool, tenantId: TenantId): Promise<Cost> {
  const mailingId = await aMailing(owner, tenantId);
  const client = await owner.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
  await client.query(
    `insert into mailing_recipients (tenant_id, mailing_id, contact_id)
     select $1, $2, id from contacts where tenant_id = $1 order by id`,
    [tenantId, mailingId],
  );
  client.release();
  return { ms: performance.now() - startedAt, cpuMs: cpuMs(pid) - cpuBefore };
}

/** Requests the check of a mailing to all contacts. @returns milliseconds */
export function checkTimes(origin: string, asker: Segmented): Promise<{ p50: number; p95: number }> {
  return askTimes(origin, asker, { path: '/api/v1/distributions/check', body: { settings: newSettings('ru') } });
}

export async function clearLists(owner: pg.Pool): Promise<void> {
  await owner.query('truncate mailing_recipients');
  await owner.query('vacuum contacts');
  await owner.query('checkpoint');
}

async function largestSession(owner: pg.Pool): Promise<number> {
  return Math.max(...(await listSessions(owner)).map(ownMegabytes));
}

/** Memory of a process that no file and no other process shares. */
function ownMegabytes(pid: number): number {
  const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}
