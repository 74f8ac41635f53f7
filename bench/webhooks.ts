import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { Agent, request } from 'undici';
import { newSecrets } from '#server/channels/storage/secrets.ts';
import { digest, openVault } from '#server/platform/secrets/vault.ts';
import type { Mailing } from './ledger.ts';
import { percentile, SECRET_KEY } from './machine.ts';
import { startWeb } from './web.ts';

const CONNECTIONS = 64;

/** A status as 360dialog posts it; each is another message's. */
const statusOf = (n: number) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'WABA',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '79990000001', phone_number_id: '106540352242922' },
              statuses: [
                {
                  id: `wamid.HBgLNzk5OTAwMDExMjIVAgARGBI${n}`,
                  status: 'delivered',
                  timestamp: '1763683203',
                  recipient_id: '79990001122',
                  conversation: { id: 'CONVERSATION', origin: { type: 'utility' } },
                  pricing: { billable: true, pricing_model: 'PMP', category: 'utility' },
                },
              ],
            },
          },
        ],
      },
    ],
  });

export type WebhookTarget = { url: string; headers: Record<string, string>; stop(): Promise<void> };

/** The product's web role in a process of its own, with a channel that is posted to. */
export async function startWebhookTarget(
  databaseUrl: string,
  owner: pg.Pool,
  { tenantId, channelId }: Mailing,
): Promise<WebhookTarget> {
  const secrets = newSecrets(tenantId, { apiKey: 'k', phone: '+79990000001' });
  await owner.query('update channels set credentials = $2, webhook_secret_hash = $3 where id = $1', [
    channelId,
    openVault(SECRET_KEY).seal(tenantId, secrets),
    digest(secrets.webhookToken),
  ]);
  const { origin, stop } = await startWeb(databaseUrl);
  return {
    url: `${origin}/hooks/dialog360/${secrets.webhookToken}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secrets.headerSecret}` },
    stop,
  };
}

let posted = 0;

/** Posts for so long over 64 connections. @returns taken a second, and the p99 of an answer in milliseconds */
export async function postWebhooks(
  { url, headers }: WebhookTarget,
  seconds: number,
): Promise<{ rate: number; p99: number }> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const begun = performance.now();
        const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body: statusOf(posted++) });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`A post was answered with ${answer.statusCode}.`);
        times.push(performance.now() - begun);
      }
    }),
  );
  const rate = (times.length / (performance.now() - startedAt)) * 1_000;
  await agent.close();
  return { rate, p99: percentile(times, 0.99) };
}

/** `pgbench` with single inserts of a row like ours over as many connections; null where it is not on PATH. */
export async function pgbenchInserts(databaseUrl: string, owner: pg.Pool, seconds: number): Promise<number | null> {
  await owner.query(
    `create table if not exists bench_inbox (id uuid primary key, source_id uuid, dedupe_key text, headers jsonb, body bytea, received_at timestamptz)`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const script = join(folder, 'insert.sql');
  const body = Buffer.from(statusOf(1)).toString('hex');
  writeFileSync(
    script,
    `insert into bench_inbox values (gen_random_uuid(), gen_random_uuid(), md5(random()::text), '{"content-type":"application/json"}', '\\\\x${body}', now());`,
  );
  try {
    const { stdout } = await promisify(execFile)('pgbench', [
      '-n',
      '-c',
      String(CONNECTIONS),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      databaseUrl,
    ]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    return tps ? Number(tps) : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
