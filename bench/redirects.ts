import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Agent, request } from 'undici';
import { percentile } from './machine.ts';

const CONNECTIONS = 64;
const LINKS = 1_000;
const PREFIX = 'bench';

/** Gives a tenant 200,000 links to share. */
export async function giveLinks(owner: pg.Pool, tenantId: string): Promise<void> {
  await owner.query('insert into link_prefixes (prefix, tenant_id) values ($1, $2)', [PREFIX, tenantId]);
  await owner.query(
    `insert into short_links (tenant_id, id, code, title, target, created_at, updated_at)
     select $1, gen_random_uuid(), $2 || lpad(n::text, 6, '0'), 'Link ' || n, 'https://salon.example/' || n, now(), now()
     from generate_series(0, $3) n`,
    [tenantId, PREFIX, 200_000],
  );
  await owner.query('vacuum analyze short_links');
}

export type Redirected = { rate: number; p50: number; p99: number };

/**
 * Follows links over 64 connections, as many different people.
 *
 * @param pauseMs each connection follows a link so often; 0: as soon as the one before is answered
 */
export async function followLinks(
  origin: string,
  { seconds, pauseMs }: { seconds: number; pauseMs: number },
): Promise<Redirected> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      // Spread over the pause, so that connections do not follow links at one moment.
      let nextAt = startedAt + (pauseMs * connection) / CONNECTIONS;
      for (let n = 0; performance.now() < until; n++) {
        if (pauseMs > 0) await sleep(Math.max(0, nextAt - performance.now()));
        nextAt += pauseMs;
        const begun = performance.now();
        const code = PREFIX + String((n * CONNECTIONS + connection) % LINKS).padStart(6, '0');
        const answer = await request(`${origin}/to/${code}/`, {
          dispatcher: agent,
          headers: { 'user-agent': `Mozilla/5.0 (Linux; Android 14; ${connection}.${n % 50}) Mobile Safari/537.36` },
        });
        await answer.body.dump();
        if (answer.statusCode !== 302) throw new Error(`A link was answered with ${answer.statusCode}.`);
        times.push(performance.now() - begun);
      }
    }),
  );
  const rate = (times.length / (performance.now() - startedAt)) * 1_000;
  await agent.close();
  return { rate, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
