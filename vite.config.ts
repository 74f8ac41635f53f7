import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The cabinet, and the small pages that need no login; each is an entry of its own. */
const entries = ['index.html', 'ignore.html'].map((file) => at(`src/web/${file}`)).filter((path) => existsSync(path));

/** Libraries that every page of the cabinet needs and that change less often than our code. */
const VENDORS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/ },
];

export default defineConfig({
  root: 'src/web',
  publicDir: 'static',
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: entries, output: { codeSplitting: { groups: VENDORS } } },
  },
  server: { port: 3610, proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` } },
});
