import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHANNEL_KIND_NAMES } from './contract/channels/kinds.ts';
import { CONNECTION_KINDS } from './contract/connections/kinds.ts';
import { ROOMS } from './contract/rooms.ts';
import { FOLDERS } from './rooms.ts';

/** Below `src`, with forward slashes. */
type Path = string;
/** Maximum number of files of one folder; tests and subfolders do not count. */
const MAX_FILES = 25;

type Import = { from: Path; to: Path | null; specifier: string; isType: boolean };

const imports = readImports();

test('every import goes where its place allows', () => {
  const violations = imports.flatMap((one) => {
    const reason = refusal(one);
    return reason ? [`${one.from} → ${one.specifier}: ${reason}`] : [];
  });
  expect(violations.join('\n')).toBe('');
});

test('every room exists on some side', () => {
  const found = new Set(imports.map(({ from }) => from.split('/')[1]));
  expect(ROOMS.filter((room) => !found.has(room))).toEqual([]);
});

test.each(Object.entries(FOLDERS))('all folders of %s have a place in its order', (room, folders) => {
  const places = imports.map(({ from }) => from.split('/')).filter((parts) => parts[1] === room && parts.length > 3);
  const found = new Set(places.filter(([side]) => side === 'server').map(([, , folder = '']) => folder));
  found.delete('journeys'); // tests alone
  expect([...found].toSorted()).toEqual(folders.toSorted());
});

test('no folder has more than 25 files of its own', () => {
  const files = imports.map(({ from }) => from).filter((file) => !isTest(file) && !file.includes('/locales/'));
  const countByFolder = Map.groupBy(new Set(files), (file) => dirname(file));
  expect(countByFolder.size).toBeGreaterThan(100);
  const large = [...countByFolder].filter(([, own]) => own.length > MAX_FILES);
  expect(large.map(([folder, own]) => `${folder}: ${own.length}`)).toEqual([]);
});

test('no files of different folders import each other in a circle', () => {
  const circles = findCircles({ countTypes: true }).filter(
    (files) => new Set(files.map((file) => dirname(file))).size > 1,
  );
  expect(circles.map((files) => files.toSorted().join(' ↔ '))).toEqual([]);
});

test('no files import each other in a circle, except by type inside one folder', () => {
  expect(findCircles({ countTypes: false }).map((files) => files.toSorted().join(' ↔ '))).toEqual([]);
});

test('every file whose types are shared exists and is used', () => {
  const used = new Set(imports.filter(({ from, to }) => to && roomOf(from) !== roomOf(to)).map(({ to }) => to));
  expect(Object.keys(SHARED_TYPES).filter((file) => !used.has(file))).toEqual([]);
});

test('files were read on every side that has any', () => {
  const sides = new Set(imports.map(({ from }) => from.split('/')[0]));
  expect(imports.length).toBeGreaterThan(20);
  expect([...sides]).toEqual(expect.arrayContaining(['contract', 'server', 'web', 'world']));
});

test.each([
  ['contract/flows/calls.ts', 'node:fs', 'the contract imports itself and Zod'],
  ['contract/flows/calls.ts', '#server/platform/database/db.ts', 'the contract imports itself and Zod'],
  ['server/platform/database/db.ts', '#server/flows/jobs.ts', 'the platform knows no room'],
  [
    'server/flows/actions.ts',
    '#server/visits/storage/queries.ts',
    'of another room only actions, reads, rules, jobs, port',
  ],
  ['server/flows/actions.ts', '#server/chatbots/booking/rules.ts', 'flows stands before chatbots'],
  ['server/flows/actions.ts', '#server/providers/telegram/telegram.ts', 'a room reaches the outside through its port'],
  ['server/flows/actions.ts', '#web/ui/Button.tsx', 'the server imports server and contract'],
  ['server/flows/rules.ts', '#server/platform/deployment/clock.ts', 'rules import the contract and rules'],
  ['server/flows/rules.ts', './queries.ts', 'rules import the contract and rules'],
  ['server/flows/rules.ts', 'node:crypto', 'rules have no effects'],
  ['server/flows/rehearsal/rules.ts', '#server/flows/storage/queries.ts', 'rules import the contract and rules'],
  [
    'server/providers/telegram/send.ts',
    '#server/delivery/planning/actions.ts',
    'a provider knows of a room only its port',
  ],
  [
    'server/providers/telegram/send.ts',
    '#server/providers/yclients/rest.ts',
    'a provider knows of a room only its port',
  ],
  ['server/nonsense/actions.ts', '#contract/flows/calls.ts', 'nonsense is no room'],
  ['server/flows/storage/reads.ts', '#server/flows/editing/actions.ts', 'storage stands before editing'],
  [
    'server/flows/editing/actions.ts',
    '#server/flows/routes.ts',
    'files beside the folders of a room are imported by none',
  ],
  ['server/flows/actions.ts', '#server/room.ts', 'only declarations of rooms import what a room is'],
  ['web/ui/Button.tsx', '#contract/flows/calls.ts', 'the design system imports nothing of ours'],
  ['web/lib/api/api.ts', '#web/flows/use-flows.ts', 'lib imports contract, ui and texts'],
  ['web/flows/list/FlowsPage.tsx', '#web/visits/VisitsPage.tsx', "another room's pages are its own"],
  ['web/visits/VisitList.tsx', '#web/flows/FlowTable.tsx', 'visits stands before flows'],
  ['web/flows/list/FlowsPage.tsx', '#server/flows/deciding/rules.ts', 'the web imports web and contract'],
  ['web/flows/list/FlowsPage.tsx', '#web/app/router.tsx', 'only app imports app'],
  ['world/telegram/send.ts', '#contract/flows/calls.ts', 'the world imports itself'],
])('%s may not import %s', (from, specifier, reason) => {
  expect(refusal({ from, to: resolve(from, specifier), specifier, isType: false })).toBe(reason);
});

test.each([
  ['server/flows/actions.ts', '#server/visits/changes/actions.ts'],
  ['server/flows/rules.ts', '#server/visits/storage/rules.ts'],
  ['server/flows/rules.ts', '#server/platform/values/instant-rules.ts'],
  ['server/delivery/ledger/rules.ts', '#server/channels/port.ts'],
  ['server/flows/flows.test.ts', '#server/chatbots/booking/replies.ts'],
  ['server/providers/telegram/send.ts', '#server/delivery/port.ts'],
  ['server/app/rooms.ts', '#server/flows/room.ts'],
  ['server/flows/room.ts', '#server/room.ts'],
  ['web/flows/list/FlowsPage.tsx', '#web/visits/VisitCard.tsx'],
  ['web/app/router.tsx', '#web/flows/list/FlowsPage.tsx'],
])('%s may import %s', (from, specifier) => {
  expect(refusal({ from, to: resolve(from, specifier), specifier, isType: false })).toBeNull();
});

test('the ledger knows no room that sends by its name', () => {
  const files = globSync('server/delivery/**/*.ts', { cwd: import.meta.dirname }).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(20);
  const senders = /flow|mailing|chatbot|assistant|review|waitlist|booking/i;
  const naming = files.filter((file) => senders.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
  expect(naming).toEqual([]);
});

test('the web begins without schemas: it knows calls by their types, and a form loads what checks it', () => {
  const schemaFiles = imports.filter(({ from, specifier }) => from.startsWith('contract/') && specifier === 'zod');
  const heavy = ['zod', ...schemaFiles.map(({ from }) => `#${from}`)];
  const loaded = globSync('web/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8');
      const values = [...source.matchAll(/^import (?!type\b)[^;'"]*from '([^']+)'/gm)].map(
        ([, specifier = '']) => specifier,
      );
      return values.filter((specifier) => heavy.includes(specifier)).map((specifier) => `${file} → ${specifier}`);
    });
  expect(heavy.length).toBeGreaterThan(5);
  expect(loaded).toEqual([]);
});

/** Folders of single kinds, and the demo, which connects its own channels. */
const OWN_OF_KINDS = /^(server\/(providers|testing)|web\/channels\/kinds)\/|^server\/app\/demo\//;

test('no room asks which kind of channel it has before it: kinds declare what they are', () => {
  const name = new RegExp(`'(${CHANNEL_KIND_NAMES.join('|')})'`);
  expect(linesOutsideKinds(name)).toEqual([]);
});

test('no room asks which kind of connection it has before it: kinds declare what they are', () => {
  const comparison = new RegExp(`\\b(\\w*[kK]ind|source) [!=]== '(${CONNECTION_KINDS.join('|')})'`);
  expect(linesOutsideKinds(comparison)).toEqual([]);
});

function linesOutsideKinds(pattern: RegExp): string[] {
  return globSync('{server,web}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isTest(file) && !OWN_OF_KINDS.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
      return lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
}

/** @returns null when the import is allowed */
function refusal(one: Import): string | null {
  const [side] = one.from.split('/');
  if (side === 'contract') return refusalInContract(one);
  if (side === 'server') return refusalInServer(one);
  if (side === 'web') return refusalInWeb(one);
  if (side === 'world') return one.to === null || one.to.startsWith('world/') ? null : 'the world imports itself';
  return null;
}

function refusalInContract({ from, to, specifier }: Import): string | null {
  const isAllowed =
    to === null ? specifier === 'zod' || (isTest(from) && specifier === 'vitest') : to.startsWith('contract/');
  return isAllowed ? null : 'the contract imports itself and Zod';
}

function refusalInServer(one: Import): string | null {
  const { from, to } = one;
  const [, place = ''] = from.split('/');
  if (to !== null && !/^(server|contract)\//.test(to)) return 'the server imports server and contract';
  if (isRoot(from) || place === 'app' || place === 'testing' || isTest(from)) return null;
  if (place !== 'platform' && place !== 'providers' && !isRoom(place)) return `${place} is no room`;
  if (isRule(from)) return refusalInRules(one);
  if (to === null || to.startsWith('contract/') || to.startsWith('server/platform/')) return null;
  if (place === 'platform') return 'the platform knows no room';
  if (place === 'providers') {
    const isOwn = to.startsWith(`${from.split('/').slice(0, 3).join('/')}/`);
    return isOwn || drawer(to) === 'port' ? null : 'a provider knows of a room only its port';
  }
  return refusalBetweenServerRooms(one, to);
}

/** The drawers of a room that rooms above it may use. */
const PUBLIC_DRAWERS = ['actions', 'reads', 'rules', 'jobs', 'port'];

/** Other files whose types rooms above may use, and why their types stand there. */
const SHARED_TYPES: Readonly<Record<Path, string>> = {
  'server/texts/content/message-content.ts': 'the content of a message: every sender writes it, the ledger stores it',
  'server/flows/storage/stored-flows.ts': 'a stored flow: bulk changes, rehearsals and insights read it',
  'server/flows/deciding/decision.ts': 'a decision: insights explain it',
  'server/flows/planning/queries.ts': 'a planned message of a flow: rehearsals simulate it',
};

function refusalBetweenServerRooms({ from, isType }: Import, to: Path): string | null {
  const [, room = ''] = from.split('/');
  const [, other = ''] = to.split('/');
  if (to === 'server/room.ts')
    return drawer(from) === 'room' ? null : 'only declarations of rooms import what a room is';
  if (other === room) return refusalByFolder(from, to);
  if (other === 'providers') return 'a room reaches the outside through its port';
  if (!isRoom(other)) return `${other} is for ${other === 'testing' ? 'tests' : 'app'} alone`;
  if (!PUBLIC_DRAWERS.includes(drawer(to)) && !(isType && Object.hasOwn(SHARED_TYPES, to)))
    return `of another room only ${PUBLIC_DRAWERS.join(', ')}`;
  return refusalByOrder(room, other);
}

/** The order of folders inside a room that has one. */
function refusalByFolder(from: Path, to: Path): string | null {
  const [, room = ''] = from.split('/');
  const order = FOLDERS[room];
  const [folder, other] = [folderOf(from), folderOf(to)];
  if (!order || folder === other || folder === null) return null;
  if (other === null)
    return ['jobs', 'port'].includes(drawer(to)) ? null : 'files beside the folders of a room are imported by none';
  return order.indexOf(other) < order.indexOf(folder) ? null : `${folder} stands before ${other}`;
}

function folderOf(path: Path): string | null {
  const parts = path.split('/');
  return parts.length > 3 ? (parts[2] ?? null) : null;
}

/** Groups of files that import each other, directly or through others. Tests and their support are left out. */
function findCircles({ countTypes }: { countTypes: boolean }): Path[][] {
  const importsOf = new Map<Path, Path[]>();
  for (const { from, to, isType } of imports) {
    if (to === null || (isType && !countTypes) || isTest(from) || from.startsWith('server/testing/')) continue;
    importsOf.set(from, [...(importsOf.get(from) ?? []), to]);
  }
  const order = new Map<Path, number>();
  const open: Path[] = [];
  const circles: Path[][] = [];

  // Tarjan's algorithm: a file from which no earlier open file is reached closes a group.
  function visit(file: Path): number {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let low = own;
    for (const next of importsOf.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? own);
    }
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) circles.push(group);
    }
    return low;
  }
  for (const file of importsOf.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Types and pure functions of packages are welcome in rules; what reaches the outside is not. */
const EFFECTS = /^(node:|pg$|kysely$|fastify$|pino$|graphile-worker$|nodemailer$|flydrive|prom-client$)/;

function refusalInRules({ from, to, specifier, isType }: Import): string | null {
  if (to === null) return !isType && EFFECTS.test(specifier) ? 'rules have no effects' : null;
  if (to.startsWith('contract/')) return null;
  const [, room = ''] = from.split('/');
  const [, other = ''] = to.split('/');
  if (other === 'platform' && (isType || isRule(to))) return null;
  // NOTE: a port is types alone; what a rule decides on is often declared there.
  if (!isRoom(other) || !(isType || isRule(to) || drawer(to) === 'port')) return 'rules import the contract and rules';
  return other === room ? refusalByFolder(from, to) : refusalByOrder(room, other);
}

function refusalInWeb({ from, to }: Import): string | null {
  if (to === null || isTest(from)) return null;
  if (!/^(web|contract)\//.test(to)) return 'the web imports web and contract';
  const [, place = ''] = from.split('/');
  const [side, other = ''] = to.split('/');
  if (isRoot(from) || place === 'app' || place === 'testing' || (side === 'web' && place === other)) return null;
  if (place === 'ui') return 'the design system imports nothing of ours';
  if (side === 'contract' || other === 'locales' || other === 'ui') return null;
  if (place === 'lib') return 'lib imports contract, ui and texts';
  if (place === 'locales') return 'texts import nothing but types';
  if (!isRoom(place)) return `${place} is no room`;
  if (other === 'lib') return null;
  if (other === 'app' || isRoot(to)) return 'only app imports app';
  if (to.endsWith('Page.tsx')) return "another room's pages are its own";
  return refusalByOrder(place, other);
}

function refusalByOrder(room: string, other: string): string | null {
  if (!isRoom(other)) return `${other} is no room`;
  const isLower = ROOMS.findIndex((name) => name === other) <= ROOMS.findIndex((name) => name === room);
  return isLower ? null : `${room} stands before ${other}`;
}

function isRoom(name: string): boolean {
  return ROOMS.some((room) => room === name);
}

/** A file beside the folders of a side, e.g. `server/main.ts`. */
function isRoot(path: Path): boolean {
  return path.split('/').length === 2;
}

function isTest(path: Path): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** `reminder-rules.ts` and `rules/reminders.ts` belong to the drawer `rules` as `rules.ts` does. */
function drawer(path: Path): string {
  const [, , folder = ''] = path.split('/');
  const name = basename(path).replace(/\.tsx?$/, '');
  const drawers = ['routes', 'workers', 'actions', 'rules', 'queries', 'reads', 'jobs', 'port'];
  return drawers.find((one) => name === one || name.endsWith(`-${one}`) || folder === one) ?? name;
}

/** Side and room of a file, whichever shelf of the room it stands on. */
function roomOf(path: Path): string {
  return path.split('/').slice(0, 2).join('/');
}

/** Files of rules and the files of their room they import: a rule's imports must be as pure as the rule. */
function isRule(path: Path): boolean {
  return path.startsWith('server/') && !isTest(path) && (drawer(path) === 'rules' || rulesAndParts().has(path));
}

let foundParts: Set<Path> | undefined;

function rulesAndParts(): Set<Path> {
  if (foundParts) return foundParts;
  const parts = new Set(imports.map(({ from }) => from).filter((path) => drawer(path) === 'rules'));
  // NOTE: a set that grows while it is walked is walked to its end.
  for (const path of parts) {
    for (const { from, to, isType } of imports) {
      if (from === path && to && !isType && roomOf(to) === roomOf(path) && !isDrawer(to)) parts.add(to);
    }
  }
  foundParts = parts;
  return parts;
}

function isDrawer(path: Path): boolean {
  return ['routes', 'workers', 'actions', 'queries', 'reads', 'jobs', 'port'].includes(drawer(path));
}

function readImports(): Import[] {
  return globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((from) =>
      specifiersIn(readFileSync(join(import.meta.dirname, from), 'utf8')).map(({ specifier, isType }) => ({
        from,
        to: resolve(from, specifier),
        specifier,
        isType,
      })),
    );
}

/** `import … from`, `export … from`, `import '…'` and `import('…')`, outside comments. */
function specifiersIn(source: string): { specifier: string; isType: boolean }[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const pattern =
    /(?:^|[\s;])(?:import|export)\b([^;'"()]*?)\bfrom\s*(['"])([^'"]+)\2|(?<!['"])\bimport\s*\(?\s*(['"])([^'"]+)\4/g;
  return [...code.matchAll(pattern)].map(([, clause = '', , named, , bare]) => ({
    specifier: named ?? bare ?? '',
    isType: /^\s*type\b/.test(clause),
  }));
}

/** @returns null for a package */
function resolve(from: Path, specifier: string): Path | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return join(dirname(from), specifier).replaceAll('\\', '/');
  return null;
}
