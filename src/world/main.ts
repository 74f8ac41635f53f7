import { startWorld } from './world.ts';

const { env } = process;
const world = await startWorld({
  port: Number(env['WORLD_PORT'] ?? 3010),
  smtpPort: Number(env['WORLD_SMTP_PORT'] ?? 3025),
  host: env['WORLD_HOST'] ?? '127.0.0.1',
  productUrl: env['PRODUCT_URL'] ?? 'http://127.0.0.1:3000',
  ...(env['WORLD_DATA_DIR'] && { dataDir: env['WORLD_DATA_DIR'] }),
  // Where nothing is stored yet.
  ...(env['DEMO_STARTS_AT'] && { now: env['DEMO_STARTS_AT'] }),
  ...(env['DEMO_CLOCK_TOKEN'] && { clockToken: env['DEMO_CLOCK_TOKEN'] }),
}).catch((error: unknown) => {
  process.stderr.write(`world: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.stdout.write(`world: ${world.url} (mail on port ${world.smtpPort})\n`);

let isLeaving = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isLeaving) return;
    isLeaving = true;
    void world.close().then(() => process.exit(0));
  });
}
