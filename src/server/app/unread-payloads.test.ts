import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';
import { startProduct } from './product.ts';

/*
 * A payload that was answered is read, also when its job ended without it: another transaction had claimed the row, or
 * the job was lost.
 */

const { server, world, owner, whatsApp, pass } = await wholeSalon();
const { owner: db, ctx } = server;
const connectionId = (await db.query('select id from connections where tenant_id = $1', [owner.tenantId])).rows[0].id;

/** A contact writes; the payload waits. */
async function postMessage(): Promise<void> {
  const { numbers } = await world.control<{
    numbers: { webhook: { url: string; headers: Record<string, string> } }[];
  }>('GET', '/d360');
  const { url, headers } = numbers[0]!.webhook;
  const message = {
    from: '79260000001',
    id: `wamid.${randomUUID()}`,
    timestamp: `${Math.floor(server.clock.now().epochMilliseconds / 1_000)}`,
    type: 'text',
    text: { body: 'Good day' },
  };
  const value = { contacts: [{ wa_id: message.from, profile: { name: 'Anna' } }], messages: [message] };
  const body = JSON.stringify({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  expect((await fetch(url, post)).status).toBe(200);
}

/** The booking system posts a new record; the payload waits. */
async function postRecord(): Promise<void> {
  await world.control('POST', '/yclients/records', { companyId: 4564, date: '2026-03-05 12:00' });
  await world.control('POST', '/settle', {});
}

const SOURCES = [
  { name: 'a channel', id: whatsApp.id, key: `read-hook:${whatsApp.id}`, arrive: postMessage },
  { name: 'a connection', id: connectionId, key: `read-payloads:${connectionId}`, arrive: postRecord },
];

const countUnread = async (id: string): Promise<number> => {
  const { rows } = await db.query(`select count(*)::int as count from inbox where source_id = $1 and state = 'new'`, [
    id,
  ]);
  return rows[0].count;
};
const loseJob = (key: string) => db.query('delete from graphile_worker._private_jobs where key = $1', [key]);

async function queueUnread(): Promise<void> {
  for (const name of ['channels.queue-unread', 'connections.queue-unread']) await server.runRepeated(name);
}

describe.each(SOURCES)('a payload of $name', ({ id, key, arrive }) => {
  test('that another transaction has claimed while its job runs is read when that ends', async () => {
    await arrive();
    const claim = await db.connect();
    await claim.query('begin');
    await claim.query(`select id from inbox where source_id = $1 and state = 'new' for update`, [id]);
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBeGreaterThan(0);
    await claim.query('rollback');
    claim.release();
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBe(0);
  });

  test('whose job was lost is read within the minute', async () => {
    await arrive();
    await loseJob(key);
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBeGreaterThan(0);
    await queueUnread();
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBe(0);
  });

  test('whose job was lost is read when the product starts', async () => {
    await arrive();
    await loseJob(key);
    const product = await startProduct(ctx.config, ctx.log, ['cron']);
    await product.stop();
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBe(0);
  });

  test('whose job was given up is read within the minute', async () => {
    await arrive();
    await db.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [key]);
    await queueUnread();
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBe(0);
  });

  test('whose job waits for a later time is not read sooner', async () => {
    await arrive();
    await db.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = $1`, [key]);
    await queueUnread();
    await pass({ seconds: 2 });
    expect(await countUnread(id)).toBeGreaterThan(0);
  });
});
