/**
 * Preloaded into the processes of `npm start` (`node --import`): they end with it, also when it is killed.
 *
 * The channel closes with the parent. A process then drains as on SIGTERM, and is ended if it takes too long.
 */

const DRAIN_MS = 15_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
