import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';

/** Mistakes and attacks of a reader process, and what a good one does. */
export type Behaviour =
  | 'count'
  | 'enumerate'
  | 'spin'
  | 'grow-heap'
  | 'grow-buffers'
  | 'print'
  | 'complain'
  | 'abort'
  | 'throw'
  | 'flood'
  | 'lie'
  | 'try-permissions';

/** The module of a reader for tests of the machinery: it behaves as its options say. */
export const read: ReadFile<Behaviour, unknown> = async function* (input, behaviour) {
  switch (behaviour) {
    case 'count': {
      let bytes = 0;
      for await (const chunk of input) bytes += chunk.length;
      yield bytes;
      return;
    }
    case 'enumerate':
      for (let n = 0; n < 200_000; n += 1) {
        if (n % 500 === 0) await sleep(1);
        yield n;
      }
      return;
    case 'spin':
      yield process.pid;
      await sleep(500); // NOTE: items leave a moment later
      for (;;) continue;
    case 'grow-heap': {
      const arrays: number[][] = [];
      for (;;) arrays.push(Array.from({ length: 10_000 }, (_, n) => n + arrays.length));
    }
    case 'grow-buffers': {
      const buffers: Buffer[] = [];
      for (;;) buffers.push(Buffer.alloc(1_048_576, buffers.length));
    }
    case 'print':
      for (;;) process.stdout.write('all work and no frame ');
    case 'complain':
      for (;;) console.log('all work and no frame');
    case 'abort':
      return process.abort();
    case 'throw':
      throw new Error('a mistake of its own');
    case 'flood':
      for (;;) yield 1;
    case 'lie':
      yield { not: 'a number' };
      return;
    case 'try-permissions':
      yield* tryPermissions();
  }
};

/** How many names its environment has, and whether it can read, write, run a program, start a thread and connect. */
async function* tryPermissions(): AsyncGenerator<number> {
  yield Object.keys(process.env).length;
  yield await isOpen(() => readFile(import.meta.filename));
  yield await isOpen(() => writeFile(`${import.meta.filename}.txt`, ''));
  yield await isOpen(() => execFileSync(process.execPath, ['--version']));
  yield await isOpen(() => new Worker('', { eval: true }));
  yield await isOpen(() => once(connect(1, '127.0.0.1'), 'connect'));
}

async function isOpen(act: () => unknown): Promise<number> {
  try {
    await act();
    return 1;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED' ? 0 : 1;
  }
}
