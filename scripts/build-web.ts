import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = dirname(import.meta.dirname);

/** The bundles for browsers: configuration, output folder and sources of each. */
const BUNDLES = [
  {
    name: 'web',
    config: 'vite.config.ts',
    entry: 'src/web/index.html',
    sources: ['src/web/**', 'src/contract/**', 'scripts/gathered-texts.ts'],
  },
  { name: 'world', config: 'vite.world.config.ts', entry: 'src/world/page/index.html', sources: ['src/world/**'] },
];

/**
 * Builds what is older than its sources, told by their content.
 *
 * @returns names of what was built
 * @throws Error with the end of what the build tool said
 */
export async function buildStale(signal?: AbortSignal): Promise<string[]> {
  const stale = BUNDLES.filter(({ config, entry }) => existsSync(join(root, config)) && existsSync(join(root, entry)))
    .map((bundle) => ({ ...bundle, hash: hashOf(bundle), stamp: join(root, 'dist', `${bundle.name}.hash`) }))
    .filter(({ name, hash, stamp }) => !existsSync(join(root, 'dist', name)) || read(stamp) !== hash);
  await Promise.all(
    stale.map(async ({ config, hash, stamp }) => {
      rmSync(stamp, { force: true });
      await build(config, signal);
      writeFileSync(stamp, hash);
    }),
  );
  return stale.map(({ name }) => name);
}

function hashOf({ config, sources }: { config: string; sources: string[] }): string {
  const hash = createHash('sha256');
  const files = globSync([config, 'package-lock.json', ...sources], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function build(config: string, signal?: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build of ${config} failed:\n${stripVTControlCharacters(said).slice(-6000)}`));
    });
  });
}

function read(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

if (import.meta.main) {
  const built = await buildStale();
  console.log(built.length > 0 ? `Built ${built.join(' and ')}` : 'Everything is built already');
}
