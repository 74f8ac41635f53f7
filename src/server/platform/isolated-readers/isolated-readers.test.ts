import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Behaviour } from '#server/testing/server/hostile-readers.ts';
import { readIsolated } from './read-isolated.ts';
import { defineReader } from './reader.ts';

const LIMITS = { mostMs: 20_000, mostMegabytes: 160, mostItems: 1_000, mostOutputBytes: 100_000 };

const aReader = (limits: Partial<typeof LIMITS> = {}, atOnce = { requests: 2, jobs: 1 }) =>
  defineReader<Behaviour, number>({
    module: new URL('../../testing/server/hostile-readers.ts', import.meta.url),
    item: z.number(),
    limits: { ...LIMITS, ...limits },
    atOnce,
  });

const aFile = () => Promise.resolve(Readable.from([Buffer.alloc(70_000), Buffer.alloc(70_000)]));
const of = (options: Behaviour, key = 'tenant') => ({ key, options, open: aFile });
const all = (items: AsyncIterable<number>) => Array.fromAsync(items);

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a file passes through the process of its reader', async () => {
  expect(await readIsolated(aReader(), of('count'), all)).toEqual([140_000]);
});

test('items arrive in their order, each once, also when those who take them are slow', async () => {
  const reader = aReader({ mostItems: 200_000, mostOutputBytes: 10_000_000 });
  const next = await readIsolated(reader, of('enumerate'), async (items) => {
    let count = 0;
    for await (const item of items) {
      if (item !== count) return `${item} after ${count - 1}`;
      count += 1;
      if (count % 1_000 === 0) await sleep(1);
    }
    return count;
  });
  expect(next).toBe(200_000);
});

test('a reader knows nothing of the server, and can neither read, write, run a program, start a thread nor connect', async () => {
  expect(await readIsolated(aReader(), of('try-permissions'), all)).toEqual([0, 0, 0, 0, 0, 0]);
});

test.each<[string, Behaviour, string]>([
  ['fills its heap', 'grow-heap', 'too_much'],
  ['fills memory outside of its heap', 'grow-buffers', 'too_much'],
  ['prints without end', 'print', 'too_much'],
  ['complains without end', 'complain', 'too_much'],
  ['tells more than it may', 'flood', 'too_much'],
  ['tells something else', 'lie', 'too_much'],
  ['crashes', 'abort', 'too_much'],
  ['has a mistake', 'throw', 'damaged'],
])('a reader that %s ends with a reason, and the server goes on', async (_what, behaviour, reason) => {
  const reader = aReader();
  const before = process.memoryUsage.rss();
  await expect(readIsolated(reader, of(behaviour), all)).rejects.toMatchObject({ name: 'UnreadableFile', reason });
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1_048_576);
  expect(await readIsolated(reader, of('count'), all)).toEqual([140_000]);
});

test('a reader that never ends is killed, and is gone when the refusal comes', async () => {
  const pids: number[] = [];
  const reading = readIsolated(aReader({ mostMs: 2_000 }), of('spin'), async (items) => {
    for await (const pid of items) pids.push(pid);
  });
  await expect(reading).rejects.toMatchObject({ reason: 'too_slow' });
  expect(pids.map(isRunning)).toEqual([false]);
});

test('what the server does with the items does not count as time of the reader, and the reader waits for it', async () => {
  const taken = await readIsolated(
    aReader({ mostMs: 2_000, mostItems: 1e9, mostOutputBytes: 1e9 }),
    of('flood'),
    async (items) => {
      let count = 0;
      for await (const item of items) {
        count += item;
        if (count === 1) await sleep(2_500);
        if (count === 100_000) return count;
      }
      return 0;
    },
  );
  expect(taken).toBe(100_000);
});

test('a reader is killed when the server has enough, or cannot store what it got', async () => {
  const pids: number[] = [];
  const fail = async (items: AsyncIterable<number>) => {
    for await (const pid of items) {
      pids.push(pid);
      throw new Error('no room');
    }
  };
  await expect(readIsolated(aReader(), of('spin'), fail)).rejects.toThrow('no room');
  expect(pids.map(isRunning)).toEqual([false]);
});

test('what fails in the storage is no mistake of the file', async () => {
  async function* broken() {
    yield Buffer.alloc(10);
    throw new Error('the disk is gone');
  }
  const open = () => Promise.resolve(Readable.from(broken()));
  await expect(readIsolated(aReader(), { ...of('count'), open }, all)).rejects.toThrow('the disk is gone');
});

test('a reader ends with its server, also amid an endless loop', async () => {
  const program = `
    import { Readable } from 'node:stream';
    import { z } from 'zod';
    import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
    import { defineReader } from '#server/platform/isolated-readers/reader.ts';
    const reader = defineReader({
      module: new URL('${new URL('../../testing/server/hostile-readers.ts', import.meta.url).href}'),
      item: z.number(), limits: ${JSON.stringify({ ...LIMITS, mostMs: 600_000 })}, atOnce: { requests: 1, jobs: 1 },
    });
    const open = async () => Readable.from([]);
    await readIsolated(reader, { key: 'a', options: 'spin', open }, async (items) => {
      for await (const pid of items) console.log(pid);
    });
  `;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(server.stdout, 'data');
  const pid = Number(String(printed));
  expect(isRunning(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isRunning(pid) && !isZombie(pid), { timeout: 60_000 }).toBe(false);
});

/** A process that ended, and that the machine's first process has not yet counted as ended. */
const isZombie = (pid: number) => !existsSync(`/proc/${pid}/exe`) && existsSync('/proc/self/exe');

test('a business that floods has one place; another gets the next one, and the flood waits or is refused', async () => {
  const reader = aReader();
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  const read = (key: string) =>
    readIsolated(reader, of('count', key), async (items) => {
      started.push(key);
      await gate.promise;
      return all(items);
    });
  const flood = Array.from({ length: 10 }, () => read('flood'));
  const settled = Promise.allSettled(flood);
  const other = read('other');
  await expect.poll(() => started.toSorted(), { timeout: 60_000 }).toEqual(['flood', 'other']);
  gate.resolve();
  expect(await other).toEqual([140_000]);
  const refused = (await settled).filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(5);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'file.too_many_at_once' } });
});

test('jobs have places of their own, and do not wait for them', async () => {
  const reader = aReader();
  const gate = Promise.withResolvers<void>();
  const job = (key: string) =>
    readIsolated(reader, { ...of('count', key), isJob: true }, async (items) => {
      await gate.promise;
      return all(items);
    });
  const first = job('a');
  await setImmediate();
  await expect(job('b')).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  expect(await readIsolated(reader, of('count', 'a'), all)).toEqual([140_000]);
  gate.resolve();
  expect(await first).toEqual([140_000]);
});
