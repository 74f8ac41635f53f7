import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Whether the lock files name every optional package of every package.
 *
 * npm leaves one out that its registry did not have when the lock file was written (a mirror that lags behind); `npm ci`
 * then refuses everywhere. `--fix` adds what is missing: such a package is built for another machine, its name says for
 * which, and npm takes the checksum from the registry when it installs it there.
 */

type LockedPackage = {
  version: string;
  dev?: boolean;
  optional?: boolean;
  license?: string;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

const LOCKS = ['package-lock.json', 'bench/peers/package-lock.json'];
const MACHINE = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)(?:-([a-z]+))?$/;
const isAskedToFix = process.argv.includes('--fix');

for (const name of LOCKS) checkLock(name);

function checkLock(name: string): void {
  const file = new URL(`../${name}`, import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }; // NOTE: npm's own format
  const missing = missingFrom(lock.packages);
  if (missing.length === 0) return;
  if (isAskedToFix) {
    for (const one of missing) lock.packages[`node_modules/${one.name}`] = one.entry;
    lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`Added ${missing.length} packages to ${name}`);
    return;
  }
  console.error(`${name} lacks optional packages, so npm ci refuses. Run: node scripts/check-lock.ts --fix`);
  for (const one of missing) console.error(`  ${one.name}`);
  process.exitCode = 1;
}

function missingFrom(packages: Record<string, LockedPackage>): { name: string; entry: LockedPackage }[] {
  const known = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.values(packages).flatMap((owner) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => !known.has(name))
      .map(([name, version]) => ({ name, entry: describe(name, version, owner) })),
  );
}

/** Reads the machine from the name, e.g. `@oxlint/binding-linux-arm64-musl`. */
function describe(name: string, version: string, owner: LockedPackage): LockedPackage {
  const [, os = '', cpu = '', variant = ''] = MACHINE.exec(name) ?? [];
  const libc = { gnu: ['glibc'], musl: ['musl'] }[variant];
  return {
    version,
    cpu: [cpu],
    ...(owner.dev && { dev: true }),
    ...(libc && { libc }),
    ...(owner.license && { license: owner.license }),
    optional: true,
    os: [os],
    ...(owner.engines && { engines: owner.engines }),
  };
}
