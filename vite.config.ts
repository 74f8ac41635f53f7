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

const VENDOR =
  /node_modules[\\/](?:@tanstack|@mantine[\\/](?:core|hooks|notifications|store)|@floating-ui|i18next|react-i18next)[\\/]/;

/** Loaded once there are figures to draw. */
const CHARTS = /node_modules[\\/](?:recharts|@mantine[\\/]charts)[\\/]/;

/** A library's module that fewer screens need comes with them. */
const SHARED_BY_MOST = 12;

/** Libraries change less often than our code; public pages take of ours only what both entries share. */
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'vendor', test: VENDOR, minShareCount: SHARED_BY_MOST, priority: 2 },
  { name: 'charts', test: CHARTS, priority: 1 },
  { name: 'contract', test: SHARED, tags: ['$initial' as const], priority: 1 },
];

export default defineConfig({
  root: 'src/web',
  publicDir: 'static',
  plugins: [react(), compressed()],
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
