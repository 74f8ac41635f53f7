import { Queue, Worker } from 'bullmq';

/**
 * BullMQ as its guide has it: a job for each recipient, one worker with so many at once.
 *
 * @returns milliseconds from the first job taken to the last one completed
 */
export async function runBullmq(
  port: number,
  ids: readonly string[],
  { lanes, handle }: { lanes: number; handle: (id: string) => Promise<void> },
): Promise<number> {
  const connection = { host: '127.0.0.1', port };
  const queue = new Queue('mailing', { connection });
  await queue.addBulk(ids.map((id) => ({ name: 'send', data: { id }, opts: { removeOnComplete: true } })));
  const startedAt = performance.now();
  let done = 0;
  await new Promise<void>((resolve, reject) => {
    const worker = new Worker('mailing', (job) => handle(String(job.data.id)), { connection, concurrency: lanes });
    worker.on('completed', () => {
      if (++done === ids.length) resolve(worker.close());
    });
    worker.on('failed', (_job, error) => reject(error));
  });
  const tookMs = performance.now() - startedAt;
  await queue.close();
  return tookMs;
}
