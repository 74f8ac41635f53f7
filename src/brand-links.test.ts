import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { BRANDS, type RouteVariant, VARIANT_REDIRECTS } from './contract/brands/brands.ts';
import { hasRoute } from './contract/brands/route-tables.ts';

const WEB = join(import.meta.dirname, 'web');

/** A link in a module that asks whether the domain has the path is shown only where it does. */
const CHECKS = /\b(?:canOpen|hasRoute|isPathOffered|isOffered)\(/;
/** A path, or its beginning, as it stands in `<Link to="/flows">`, ``to={`/flows/edit/${id}`}`` or `navigate({ to: '/flows' })`. */
const LINK = /\bto(?:=\{?|: )["'`](\/[^"'`$?#]*)/g;
const IMPORTED = /\bimport\('([^']+)'\)/;
const IMPORT = /\b(?:from|import\()\s*'((?:\.|#web\/)[^']+\.tsx?)'/g;

/** Modules whose links are shown only where the domain has a path: who draws them asks. */
const DRAWN_WITH: Readonly<Record<string, string>> = {
  'flows/attention/LostMessages.tsx': '/flows',
  'connections/branches/ClinicChannel.tsx': '/accounts/medflexLpus',
  'channels/list/OtherSystems.tsx': '/accounts/api',
  'imports/use-imports.ts': '/distributions',
  'audiences/segments/use-segments.ts': '/distributions',
  'onboarding/quick-start/steps/BusinessStep.tsx': '/flowCopilotBots',
  'onboarding/quick-start/steps/TrialStep.tsx': '/flowCopilotBots',
};

/** The text of a module without its comments. */
const read = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '');

type PageModule = { path: string; variant: string | undefined; file: string };

/** The module of each page that a room's `routes.tsx` lists. */
function pageModules(): PageModule[] {
  return readdirSync(WEB).flatMap((room) => {
    const routes = join(WEB, room, 'routes.tsx');
    if (!existsSync(routes)) return [];
    const screens = join(WEB, room, 'screens.ts');
    const listed = existsSync(screens) ? read(screens) : '';
    const pages = read(routes)
      .split(/\bpath: (?=['\w])/)
      .slice(1)
      .filter((page) => /\bload: /.test(page));
    return pages.map((page) => {
      const name = /\bload: screen\('(\w+)'\)/.exec(page)?.[1];
      const module = IMPORTED.exec(name ? listed.slice(listed.indexOf(` ${name}: `)) : page)?.[1];
      const path = /^'([^']*)'/.exec(page)?.[1] ?? '/accounts'; // NOTE: pages of connections have computed paths
      if (!module) throw new Error(`The module of ${path} in ${routes} is not found.`);
      return { path, variant: /\bvariant: '(\w+)'/.exec(page)?.[1], file: join(WEB, room, module) };
    });
  });
}

/** The pages of a variant; its own stand in place of others at their path. */
function pagesOf(variant: RouteVariant): PageModule[] {
  const offered = modules.filter((page) => hasRoute(variant, page.path) && (page.variant ?? variant) === variant);
  const taken = new Set(offered.filter((page) => page.variant).map(({ path }) => path));
  return offered.filter((page) => page.variant ?? !taken.has(page.path));
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].map(([, name = '']) =>
    normalize(name.startsWith('#web/') ? join(WEB, name.replace('#web/', '')) : join(dirname(file), name)),
  );
}

function reachedFrom(files: readonly string[], variant: RouteVariant): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const needed = DRAWN_WITH[file.replace(`${WEB}/`, '')];
    if (reached.has(file) || (needed && !hasRoute(variant, needed))) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  return reached;
}

const modules = pageModules();

test.each(Object.values(BRANDS))('screens of $key lead only to paths it has, or ask first', ({ variant }) => {
  const own = pagesOf(variant).map(({ file }) => file);
  const astray = [...reachedFrom(own, variant)].flatMap((file) => {
    const text = read(file);
    if (CHECKS.test(text)) return [];
    const paths = [...text.matchAll(LINK)].map(([, path = '']) => path.replace(/(?<=.)\/$/, ''));
    return paths
      .filter((path) => !hasRoute(variant, path) && !VARIANT_REDIRECTS[variant][path])
      .map((path) => `${file.replace(`${WEB}/`, '')}: ${path}`);
  });
  expect(own.length).toBeGreaterThan(10);
  expect(astray).toEqual([]);
});
