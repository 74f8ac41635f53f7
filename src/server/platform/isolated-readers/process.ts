import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';
import { frameOf } from './frames.ts';
import type { ReadFile } from './reader.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The process that reads one file: `process.ts <module> <options> <most resident bytes>`. The file comes on standard
 * input, frames leave on standard output, and descriptor 3 stays open as long as the server lives.
 */
const [module = '', options = 'null', mostResidentBytes = '0'] = process.argv.slice(2);
const LIFELINE = 3;
/** Items are sent together, so many or those of so long: a frame of one row would cost more than the row. */
const BATCH_LETTERS = 32_768;
const BATCH_MS = 100;

new Worker(new URL('watchdog.ts', import.meta.url), {
  workerData: { lifeline: LIFELINE, mostResidentBytes: Number(mostResidentBytes) },
});
globalThis.console = new Console(process.stderr); // NOTE: standard output belongs to the frames

try {
  const { read } = (await import(module)) as { read: ReadFile<unknown, unknown> }; // NOTE: a module that a reader declares
  for (const scope of ['fs.read', 'worker', 'addon']) process.permission.drop(scope); // NOTE: all that is needed is loaded
  await sendAll(read(process.stdin, JSON.parse(options)));
  await send(frameOf('end'));
} catch (error) {
  await send(
    error instanceof UnreadableFile
      ? frameOf('refusal', Buffer.from(JSON.stringify({ reason: error.reason, message: error.message.slice(0, 500) })))
      : frameOf('failure', Buffer.from(String(error).slice(0, 500))),
  );
}

async function sendAll(items: AsyncIterable<unknown>): Promise<void> {
  let batch: string[] = [];
  let letters = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const content = Buffer.from(`[${batch.join(',')}]`);
    [batch, letters] = [[], 0]; // NOTE: before the wait, in which further items come
    await send(frameOf('items', content));
  };
  const timer = setInterval(() => void flush(), BATCH_MS);
  for await (const item of items) {
    if (item instanceof Uint8Array) {
      await send(frameOf('bytes', item));
      continue;
    }
    const text = JSON.stringify(item);
    batch.push(text);
    letters += text.length;
    if (letters >= BATCH_LETTERS) await flush();
  }
  clearInterval(timer);
  await flush();
}

/** Resolves once the bytes are on their way; the server takes them when it wants more. */
function send(frame: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(frame, (error) => (error ? reject(error) : resolve()));
  });
}
