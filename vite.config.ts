import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { gatheredTexts } from './scripts/gathered-texts.ts';
import { BRANDS } from './src/contract/brands/brands.ts';
import { FIRST_PAGES, FIRST_PAGES_FILE, FIRST_ROOMS, type FirstPages } from './src/contract/brands/first-pages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The cabinet; a public page that needs no script is rendered by the server. */
const entries = ['index.html'].map((file) => at(`src/web/${file}`)).filter((path) => existsSync(path));

/** Declarations and words that every page needs. */
const SHARED = /src[\\/]contract[\\/]|src[\\/]web[\\/]lib[\\/]\w+[\\/](?:language|brand)\./;

/** The first load of the cabinet. */
const CABINET = /^/;

const VENDOR =
  /node_modules[\\/](?:@tanstack|@mantine[\\/](?:core|hooks|notifications|store)|@floating-ui|i18next|react-i18next)[\\/]/;

/** Charts draw it in their legends, and fields of colours without any chart. */
const SWATCH = /node_modules[\\/]@mantine[\\/]core[\\/].*[\\/]ColorSwatch[\\/]/;

/** Loaded once there are figures to draw. */
const CHARTS = /node_modules[\\/](?:recharts|@mantine[\\/]charts)[\\/]/;

const WIDGETS =
  /node_modules[\\/](?:@mantine[\\/](?:core|hooks)|@floating-ui|@tabler|@tanstack)[\\/]|src[\\/]web[\\/](?:ui|lib)[\\/]/;

/** Each is a file of its own in the package; many together compress to a third. */
const ICONS = /node_modules[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/** The words of notices: they are read together, when the bell is opened. */
const NOTICES = /src[\\/]web[\\/][^\\/]+[\\/]notices\.ts$/;

/** What fewer screens need comes with them. */
const SHARED_BY_MOST = 18;

/** Files that the HTML names, so that no later script needs to. */
const FIRST_FILES = /^assets\/(?:rolldown-runtime|react|vendor|contract|index)-[\w-]{7}\.(?:js|css)$/;

/** Few files, because each costs a slow telephone as much as its content: see decision 0191. */
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 5 },
  { name: 'vendor', test: VENDOR, tags: ['$initial' as const], priority: 4 },
  { name: 'contract', test: SHARED, tags: ['$initial' as const], priority: 3 },
  { name: 'shell', test: CABINET, tags: ['$initial' as const], priority: 2 },
  { name: 'widgets', test: WIDGETS, minShareCount: SHARED_BY_MOST, priority: 1 },
  { name: 'icons', test: ICONS, minShareCount: 2, priority: 2 },
  { name: 'swatch', test: SWATCH, priority: 2 },
  { name: 'charts', test: CHARTS, priority: 1 },
  { name: 'notices', test: NOTICES, includeDependenciesRecursively: false, priority: 1 },
];

export default defineConfig({
  root: 'src/web',
  publicDir: 'static',
  plugins: [gatheredTexts(), react(), outlineFirst(), firstPages(), brandIcons(), compressed()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      // NOTE: each script repeats this list for those that it loads later.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !FIRST_FILES.test(file)),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: entries,
      output: {
        codeSplitting: { groups: GROUPS },
        // NOTE: names stand in every script that needs another one, and hashes do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { port: 3610, proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` } },
});

/**
 * Moves the style sheets of the app behind the body's content: the outline is painted before they arrive. Scripts still
 * wait for them, so on a slow line they come last.
 */
function outlineFirst(): Plugin {
  return {
    name: 'outline-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/ *<link rel="stylesheet" crossorigin [^>]*>\n/g) ?? [];
        const rest = sheets.reduce((page, sheet) => page.replace(sheet, ''), html);
        return rest
          .replace(/ *<\/body>/, `${sheets.join('')}$&`)
          .replaceAll(/(?:<script type="module"|<link rel="modulepreload") crossorigin/g, '$& fetchpriority="low"');
      },
    },
  };
}

/** Writes what the server puts into the HTML of the pages that visitors open first, by language and path. */
function firstPages(): Plugin {
  return {
    name: 'first-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const everywhere = scriptsOf(chunks, (id) => id.endsWith('/index.html'));
      const languages = LANGUAGES.map((language) => {
        const texts: unknown = JSON.parse(readFileSync(at(`src/web/locales/${language}/auth.json`), 'utf8'));
        const textOf = (key: string) =>
          String(key.split('.').reduce<unknown>((tree, name) => Object(tree)[name], texts));
        const rooms = [
          `/format/texts/${language.replace('_', '-')}.ts`,
          ...FIRST_ROOMS.map((room) => `/locales/${language}/${room}.json`),
        ];
        const pages = FIRST_PAGES.map(({ path, module, title, heading, lead, hasTagline }) => {
          const own = scriptsOf(chunks, (id) => [`/${module}`, ...rooms].some((end) => id.endsWith(end)));
          const scripts = [...own.difference(everywhere)];
          return [
            path,
            {
              title: textOf(title),
              heading: textOf(heading),
              lead: sentencesOf(lead.map(textOf)),
              hasTagline,
              scripts,
            },
          ];
        });
        const taglines = Object.values(BRANDS).map(({ variant }) => [
          variant,
          textOf(hasText(texts, `tagline@${variant}`) ? `tagline@${variant}` : 'tagline'),
        ]);
        return [language, { taglines: Object.fromEntries(taglines), pages: Object.fromEntries(pages) }];
      });
      const source = JSON.stringify(Object.fromEntries(languages) satisfies FirstPages);
      this.emitFile({ type: 'asset', fileName: FIRST_PAGES_FILE, source });
    },
  };
}

/** Writes the icon of each brand, in its colour. */
function brandIcons(): Plugin {
  return {
    name: 'brand-icons',
    apply: 'build',
    generateBundle() {
      const icon = readFileSync(at('src/web/static/favicon.svg'), 'utf8');
      for (const { key, accent } of Object.values(BRANDS)) {
        const source = icon.replaceAll(BRANDS.main.accent, accent);
        this.emitFile({ type: 'asset', fileName: `favicon-${key}.svg`, source });
      }
    },
  };
}

const LANGUAGES = ['ru', 'en', 'pt_br', 'uk'];

const hasText = (texts: unknown, key: string) => Object.hasOwn(Object(texts), key);

/** Each part with its full stop. */
const sentencesOf = (parts: readonly string[]) => parts.map((part) => part.replace(/\.?$/, '.')).join(' ');

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'moduleIds' | 'facadeModuleId' | 'imports'>;

/** Addresses of the chunks with the chosen modules, and of all that these import. */
function scriptsOf(chunks: readonly Chunk[], isChosen: (moduleId: string) => boolean): Set<string> {
  const isEntry = ({ facadeModuleId, moduleIds }: Chunk) =>
    (facadeModuleId !== null && isChosen(facadeModuleId)) || moduleIds.some(isChosen);
  const found = new Set(chunks.filter(isEntry));
  // NOTE: a set that grows while it is walked is walked to its end.
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return new Set([...found].map(({ fileName }) => `/${fileName}`));
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
