import { existsSync, mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { buildStale } from './build-web.ts';
import { demoStart } from './demo-start.ts';
import { type KeptDatabase, keepDatabase } from './kept-database.ts';
import { describePause } from './pauses.ts';
import { choosePort, Refusal } from './ports.ts';
import { endLeftover, type Program, runProgram } from './program.ts';
import { report, step } from './report.ts';
import { type Claim, claimFolder } from './running.ts';
import { keepSecrets } from './secrets.ts';
import { describeLogLine, printWelcome } from './welcome.ts';

/**
 * The whole product on one machine: database, web side, server, and the world around it.
 *
 * Processes are stopped in the opposite order of their start on Ctrl-C, on SIGTERM, and when the terminal or npm goes away.
 */
const root = dirname(import.meta.dirname);
const dataDir = resolve(root, process.env.FRONTDESK_DATA_DIR ?? '.data');
const stack = new AsyncDisposableStack();
const building = new AbortController();
let claim: Claim | undefined;
let stoppingSince = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void leave(0));
process.channel?.unref();
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // NOTE: nobody reads it any more

try {
  await start();
} catch (error) {
  if (stoppingSince === 0) {
    console.error(`\n${error instanceof Refusal ? error.message : describe(error)}`);
    await leave(1);
  }
}

async function start(): Promise<void> {
  console.log('Frontdesk\n');
  claim = await claimFolder(dataDir);
  stack.defer(() => claim?.release());
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const secrets = keepSecrets(join(dataDir, 'secrets.json'));
  const [serverLog, worldLog] = [join(logs, 'server.log'), join(logs, 'world.log')];
  await Promise.all([serverLog, worldLog].map(endLeftover));
  const ports = await choosePorts();
  const host = process.env.HOST ?? '127.0.0.1';
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${ports.product}`;
  const worldUrl = `http://127.0.0.1:${ports.world}`;
  const productUrl = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${ports.product}`;

  const isDemo = (process.env.FRONTDESK_DEMO ?? '1') !== '0';
  const startsAt = demoStart(Temporal.Now.instant()).toString();
  const hasWorld = isDemo && existsSync(join(root, 'src/world/main.ts'));
  const world = hasWorld
    ? startProgram('The world', {
        script: 'src/world/main.ts',
        healthUrl: `${worldUrl}/_sim/health`,
        logFile: worldLog,
        env: {
          WORLD_PORT: String(ports.world),
          WORLD_SMTP_PORT: String(ports.smtp),
          WORLD_DATA_DIR: join(dataDir, 'world'),
          PRODUCT_URL: productUrl,
          DEMO_CLOCK_TOKEN: secrets.clockToken,
          DEMO_STARTS_AT: startsAt,
        },
      })
    : null;
  const [databaseUrl] = await Promise.all([
    openDatabase(),
    step(
      'Building the web side',
      (built) => `Web side ${built.length > 0 ? 'built' : 'is up to date'}`,
      () => buildStale(building.signal),
    ),
    world &&
      step(
        'Starting the world',
        () => 'World ready',
        () => world.ready,
      ),
  ]);
  const server = startProgram('The server', {
    script: 'src/server/main.ts',
    args: ['--role', 'web,worker,cron'],
    healthUrl: `${productUrl}/health`,
    logFile: serverLog,
    env: {
      DATABASE_URL: databaseUrl,
      PORT: String(ports.product),
      HOST: host,
      PUBLIC_URL: publicUrl,
      FRONTDESK_DEMO: isDemo ? '1' : '0',
      FRONTDESK_DATA_DIR: dataDir,
      FRONTDESK_SECRET_KEY: process.env.FRONTDESK_SECRET_KEY ?? secrets.secretKey,
      ...(hasWorld && {
        DEMO_CLOCK_TOKEN: secrets.clockToken,
        DEMO_STARTS_AT: startsAt,
        WORLD_URL: worldUrl,
        SMTP_URL: process.env.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
        ...supportLinks(`http://localhost:${ports.world}`),
      }),
    },
  });
  await step(
    'Starting the server',
    () => 'Server ready',
    () => server.ready,
  );
  const addresses = await printWelcome({
    publicUrl,
    productUrl,
    worldUrl: hasWorld ? `http://localhost:${ports.world}` : null,
    logs,
  });
  claim.tell('running', addresses);
  flushCompileCache();
}

/** Links of the support buttons: the world's pages, where the environment names none. */
function supportLinks(worldUrl: string): Record<string, string> {
  const places = {
    SUPPORT_CHANNEL_URL: 'channel',
    SUPPORT_TELEGRAM_URL: 'telegram',
    SUPPORT_WHATSAPP_URL: 'whatsapp',
    KNOWLEDGE_BASE_URL: 'guide',
  };
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, process.env[name] ?? `${worldUrl}/support/${place}`]),
  );
}

async function choosePorts(): Promise<{ product: number; world: number; smtp: number }> {
  const chosen = new Set<number>();
  const choose = async (variable: string, usual: number, what: string) => {
    const port = await choosePort({ variable, wanted: process.env[variable], usual, what }, chosen, report);
    chosen.add(port);
    return port;
  };
  const product = await choose('PORT', 3000, 'the cabinet');
  const world = await choose('WORLD_PORT', 3010, 'the world');
  const smtp = await choose('WORLD_SMTP_PORT', 3025, "the world's mail server");
  return { product, world, smtp };
}

async function openDatabase(): Promise<string> {
  const given = process.env.DATABASE_URL;
  if (given) {
    const { checkServer } = await import('./database-given.ts'); // NOTE: brings a database client, which nothing else here needs
    await step(
      'Connecting to the database',
      (version) => `Database: PostgreSQL ${version} of DATABASE_URL`,
      () => checkServer(given),
    );
    return given;
  }
  const options = { dataDir: join(dataDir, 'postgres'), durable: true };
  const isNew = !existsSync(options.dataDir);
  const done = ({ folder }: KeptDatabase) => `Database ready${folder === options.dataDir ? '' : `, in ${folder}`}`;
  const database = await step(isNew ? 'Creating the database' : 'Starting the database', done, () =>
    keepDatabase(options, report),
  );
  stack.defer(() => database.stop());
  return database.url;
}

function startProgram(
  name: string,
  options: Omit<Parameters<typeof runProgram>[0], 'name' | 'onLine' | 'onCrash'>,
): Program {
  const program = runProgram({
    ...options,
    name,
    onLine: (line) => {
      const text = describeLogLine(line);
      if (text) report(text);
    },
    onCrash: (message, pauseMs) =>
      report(`${message}; starting it again${describePause(pauseMs)}. Its log: ${options.logFile}`),
  });
  stack.defer(() => program.stop());
  return program;
}

/** Stops everything, last started first. Asked again after a second, it no longer waits. */
async function leave(code: number): Promise<void> {
  if (stoppingSince > 0) {
    if (Date.now() - stoppingSince > 1000) process.exit(1);
    return;
  }
  stoppingSince = Date.now();
  claim?.tell('stopping');
  building.abort();
  if (code === 0) report('Stopping …');
  try {
    await stack.disposeAsync();
    if (code === 0) report('Stopped');
  } catch (error) {
    console.error(describe(error));
  }
  process.exit(code);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException; // NOTE: only errors of the system have one
  if (code === 'EACCES' || code === 'EPERM') {
    return `${error.message}\nThis folder was used by another user before. Start as the same user, or give yours the folder: ${root}`;
  }
  return process.env.FRONTDESK_TRACE ? (error.stack ?? error.message) : error.message;
}
