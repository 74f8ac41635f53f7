import { flushCompileCache } from 'node:module';

/**
 * Preloaded into the processes that `npm start` and `npm test` start (`node --import`): they end with it, also when it is
 * killed.
 *
 * The channel closes with the parent. A process then drains as on SIGTERM, and is ended if it takes too long. Processes
 * that inherit the flag from such a one have a parent and a channel of their own, and are left alone.
 */

const DRAIN_MS = 15_000;
/** When everything a program begins with is loaded; the next start then finds it compiled, however this one ends. */
const LOADED_AFTER_MS = 5_000;

if (process.env.FRONTDESK_LEASH === String(process.ppid)) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel?.unref();
  setTimeout(flushCompileCache, LOADED_AFTER_MS).unref();
}
