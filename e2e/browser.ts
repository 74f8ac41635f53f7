import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const require = createRequire(import.meta.url);

/**
 * The quiet flags keep a fresh profile from calling its maker's servers, which a closed network refuses at length; names
 * below `localhost` are looked up here and never by the network.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
];

/**
 * Starts a Chromium: the one that came with the packages, else the system's.
 *
 * @throws Error that lists what was tried
 */
export async function launchBrowser(): Promise<Browser> {
  const failures: string[] = [];
  for (const prepare of [packaged, packagedWithLibraries, installed]) {
    try {
      const { executablePath, env } = await prepare();
      return await chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } });
    } catch (error) {
      failures.push(`${prepare.name}: ${String(error).slice(0, 1500)}`);
    }
  }
  throw new Error(`No Chromium starts on this machine.\n${failures.join('\n')}`);
}

type Prepared = { executablePath: string; env: Record<string, string> };

async function packaged(): Promise<Prepared> {
  const folder = await unpack('browser', ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br']);
  return { executablePath: join(folder, 'chromium'), env: { FONTCONFIG_PATH: join(folder, 'fonts') } };
}

/** A bare machine lacks the libraries that a Chromium links to; the package has them too. */
async function packagedWithLibraries(): Promise<Prepared> {
  const { executablePath, env } = await packaged();
  const libraries = join(await unpack('libraries', ['al2023.tar.br']), 'al2023', 'lib');
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: libraries } };
}

async function installed(): Promise<Prepared> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
  if (!found) throw new Error(`none of ${names.join(', ')} is on PATH`);
  return { executablePath: found, env: {} };
}

/**
 * Unpacks archives of the package into a folder that carries its version.
 *
 * NOTE: the package itself unpacks into the system's temporary folder and takes what lies there already, of whichever
 * version, complete or not: https://github.com/Sparticuz/chromium
 */
async function unpack(name: string, archives: string[]): Promise<string> {
  const home = dirname(dirname(require.resolve('@sparticuz/chromium')));
  const { version } = require(join(home, 'package.json')) as { version: string }; // NOTE: npm's own field
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium');
  const target = join(cache, `${version}-${name}`);
  if (existsSync(target)) return target;

  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    await Promise.all(archives.map((archive) => inflate(join(home, 'bin', archive))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
