import { parseArgs } from 'node:util';
import { type Config, readConfig } from './platform/deployment/config.ts';
import { createLogger } from './platform/deployment/logger.ts';
import { migrate } from './platform/migrate.ts';
import { startProduct } from './app/product.ts';
import { untilStarted } from './app/starting.ts';
import { isRole, type Role, ROLES } from './app/roles.ts';

/** `node src/server/main.ts --role web,worker,cron`: one program, any of its roles, any number of times. */
const { values } = parseArgs({ options: { role: { type: 'string', default: ROLES.join(',') } } });
const roles = values.role.split(',').map((name): Role => {
  if (!isRole(name)) throw new Error(`--role ${name}: roles are ${ROLES.join(', ')}`);
  return name;
});
const config = configOrExit();
const log = createLogger(config.logLevel);

// NOTE: a process that is ended by a signal itself keeps nothing of what it compiled, and the next start begins cold.
const leaveEarly = () => process.exit(0);
const signals = ['SIGTERM', 'SIGINT'] as const;
for (const signal of signals) process.once(signal, leaveEarly);
process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was forgotten'));

const product = await untilStarted(config, log, roles.includes('web'), async () => {
  const ran = await migrate(config.databaseUrl);
  log.info({ step: 'migrated', files: ran }, ran.length > 0 ? 'database migrated' : 'database is current');
  return startProduct(config, log, roles);
});

/** Longer than any one call to a provider; what still runs then is cut off, as a crash would. */
const DRAIN_MS = 15_000;
let isLeaving = false;
for (const signal of signals) process.off(signal, leaveEarly).on(signal, () => void leave());

async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  await product.stop();
  log.info({ step: 'stopped' }, 'stopped');
  process.exit(0);
}

/** Reads the configuration; prints an error without its stack trace and exits. */
function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
