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

/** Texts that the frame needs in any case: one file per language. */
const FRAME_TEXTS = /[\\/]locales[\\/](\w+)[\\/](?:app|menu|problems|ui)\.ts$/;

/** What public pages need as well. */
const SHARED = /node_modules[\\/]zod[\\/]|src[\\/]contract[\\/]|src[\\/]web[\\/]lib[\\/](?:language|brand)\./;

/**
 * How the code is cut: libraries, which change less often than our code; what every entry needs, public pages too; what
 * the cabinet needs at once. The rest is cut by who needs it.
 */
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 4 },
  { name: textsName, test: FRAME_TEXTS, priority: 4 },
  { name: 'contract', test: SHARED, tags: ['$initial' as const], priority: 3 },
  { name: 'start', tags: ['$initial' as const], test: isOfCabinet, priority: 2 },
];

export default defineConfig({
  root: 'src/web',
  publicDir: 'static',
  plugins: [react(), withoutJsonSchema(), compressed()],
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

function textsName(id: string): string | null {
  const language = FRAME_TEXTS.exec(id)?.[1];
  return language ? `texts-${language}` : null;
}

/** A public page's own code is no part of the cabinet's start. */
function isOfCabinet(id: string): boolean {
  return !/[\\/]ignore(?:-page)?\./.test(id);
}

/** Leaves out the part of Zod that writes JSON Schema: a tenth of it, and only the server's OpenAPI page needs it. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/.test(id)) return;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return `const none = () => none;\nexport { none as process, ${names.map((name) => `none as ${name}`).join(', ')} };`;
    },
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
