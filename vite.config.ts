import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The cabinet, and the small pages that need no login; each is an entry of its own. */
const entries = ['index.html', 'ignore.html'].map((file) => at(`src/web/${file}`)).filter((path) => existsSync(path));

/** What public pages need as well. */
const SHARED = /src[\\/]contract[\\/]|src[\\/]web[\\/]lib[\\/](?:language|brand)\./;

const SOURCES = at('src/web/');

/** Where every page begins. */
const MAIN = at('src/web/main.tsx');

/** What stands around pages: the frame of the cabinet, and that of the pages without login. */
const [CABINET_FRAME, OPEN_FRAME] = [at('src/web/app/SharedLayout.tsx'), at('src/web/auth/AuthFrame.tsx')];

/** Components of Mantine that nearly every page has. */
const OFTEN = [
  'ActionIcon|Anchor|Badge|Burger|Button|Card|CloseButton|Group|InputBase|Loader|NativeSelect',
  'Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton',
].join('|');

/** Libraries every page has; together they compress better than apart. */
const LIBRARIES = new RegExp(
  [
    String.raw`node_modules[\\/]@tanstack[\\/]`,
    String.raw`node_modules[\\/](?:i18next|react-i18next|html-parse-stringify)[\\/]`,
    String.raw`core[\\/]esm[\\/]core[\\/](?:Box|InlineStyles|MantineProvider|factory|styles-api)[\\/]`,
    String.raw`core[\\/]esm[\\/]components[\\/](?:${OFTEN})[\\/]`,
    String.raw`core[\\/]esm[\\/]utils[\\/](?:InlineInput|InputsGroupFieldset)[\\/]`,
    String.raw`hooks[\\/]esm[\\/](?:use-callback-ref|use-debounced-callback|use-merged-ref|use-uncontrolled)[\\/]`,
    String.raw`get-auto-contrast-value|create-safe-context|[\\/](?:CheckIcon|ComboboxChevron|createReactComponent)\.`,
  ].join('|'),
);

/** What pages within both frames have beside the frames themselves. */
const OF_BOTH = new RegExp(
  [
    String.raw`src[\\/](?:contract[\\/]countries|web[\\/]lib[\\/]phone|web[\\/]ui[\\/](?:Failure|Hint|Loading|use-is-mobile))\b`,
    String.raw`[\\/]Icon(?:AlertCircle|ArrowLeft|BuildingStore|Clock|Phone)\.`,
  ].join('|'),
);

/** What most pages of the cabinet have beside its frame. */
const OF_CABINET = new RegExp(
  [
    String.raw`src[\\/]web[\\/](?:ui[\\/](?:EmptyState|PageHead|StatusBadge|ToneBadge)|lib[\\/]url-state)\.tsx?$`,
    String.raw`[\\/]Icon(?:ChevronRight|HelpCircle|UserCheck)\.`,
  ].join('|'),
);

/** Signs of a message: in the log, and on a phone. */
const OF_SIGNS = /src[\\/]web[\\/]ui[\\/]Ticks\b|[\\/]Icon(?:ArrowBackUp|Checks|File)\./;

/** The rows of a list. */
const OF_LISTS = /src[\\/]web[\\/]ui[\\/](?:DataList|DataCards|RowMenu|SelectRow|SortHead)\b/;

/** How a list is looked through: search, and what comes at its end. */
const OF_SEARCH = /src[\\/]web[\\/]ui[\\/](?:ListTools|PageEnd)\b/;

/** A message as it looks on a phone: beside the editor, and at the door. */
const OF_PHONE = /src[\\/]web[\\/]ui[\\/](?:PhoneBubble|PhonePreview|message-markup|sms)\b|[\\/]IconMoodSmile\./;

/**
 * How the code is cut: libraries, which change less often than our code; what every entry needs, public pages too; what
 * every page needs at once, or within either frame; the rest of the cabinet's frame. What is left is cut by who needs it.
 *
 * Without them a page of the cabinet is forty more files, each with some hundred bytes of its own.
 */
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
  { name: 'libraries', test: LIBRARIES, priority: 6 },
  { name: 'contract', test: SHARED, tags: ['$initial' as const], priority: 5 },
  { name: startName, priority: 3 },
  { name: frameName, priority: 2 },
  { name: 'checkbox', test: /components[\\/]Checkbox[\\/]/, priority: 1 },
  { name: 'signs', test: OF_SIGNS, priority: 1 },
  { name: 'search', test: OF_SEARCH, priority: 1 },
  { name: 'lists', test: OF_LISTS },
  { name: 'phone', test: OF_PHONE },
];

export default defineConfig({
  root: 'src/web',
  publicDir: 'static',
  plugins: [withoutScrollArea(), react(), compressed()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: entries, output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { port: 3610, proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` } },
});

type ModuleGraph = { getModuleInfo(id: string): { importedIds: string[] } | null };

function startName(id: string, graph: ModuleGraph): string | null {
  const isOfBoth = neededBy(CABINET_FRAME, graph).has(id) && neededBy(OPEN_FRAME, graph).has(id);
  return isOfBoth || neededBy(MAIN, graph).has(id) || OF_BOTH.test(id) ? 'start' : null;
}

function frameName(id: string, graph: ModuleGraph): string | null {
  return neededBy(CABINET_FRAME, graph).has(id) || OF_CABINET.test(id) ? 'frame' : null;
}

const needed = new Map<string, Set<string>>();

/** A module of ours with all of ours it cannot start without; what it takes of libraries is put beside it by the bundler. */
function neededBy(entry: string, graph: ModuleGraph): Set<string> {
  const known = needed.get(entry);
  if (known) return known;
  const ids = new Set([entry]);
  // NOTE: a set that grows while it is walked is walked to its end.
  for (const id of ids) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (next.startsWith(SOURCES)) ids.add(next);
  }
  needed.set(entry, ids);
  return ids;
}

/**
 * Leaves Mantine's scroll area, and all that floats with it, out of windows and drawers: they only ask whether they
 * were given it. Ours never are, and a window is 16 KB less.
 */
function withoutScrollArea(): Plugin {
  const nothing = '\0no-scroll-area';
  return {
    name: 'without-scroll-area',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isAsked = source.endsWith('/ScrollArea/ScrollArea.mjs') && /[\\/](?:Drawer|Modal)Root\.mjs$/.test(importer);
      return isAsked ? nothing : null;
    },
    load: (id) => (id === nothing ? 'export const ScrollArea = { Autosize: null };' : null),
  };
}

/** Lays the compressed forms beside each file, for the server to send. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of globSync('**/*.{js,css,html,svg}', { cwd: dir }).map((name) => `${dir}/${name}`)) {
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
