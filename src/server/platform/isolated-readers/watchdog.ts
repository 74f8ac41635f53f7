import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';

/**
 * Ends a reader process at once when the server is gone, or its memory exceeds the limit. It runs in a thread of its own:
 * a reader in an endless loop does not stop it.
 */
const { lifeline, mostResidentBytes } = workerData as { lifeline: number; mostResidentBytes: number }; // NOTE: given by process.ts
const WATCH_MS = 25;

const end = () => process.kill(process.pid, 'SIGKILL');
new Socket({ fd: lifeline }).on('close', end).on('error', end).resume();
setInterval(() => {
  if (process.memoryUsage.rss() > mostResidentBytes) end();
}, WATCH_MS);
