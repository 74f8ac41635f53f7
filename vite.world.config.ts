import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the world's page; the world itself serves what comes out. */
export default defineConfig({
  root: fileURLToPath(new URL('src/world/page', import.meta.url)),
  plugins: [react()],
  css: { postcss: {} },
  build: { outDir: fileURLToPath(new URL('dist/world', import.meta.url)), emptyOutDir: true },
  server: { proxy: { '/_sim': 'http://127.0.0.1:3010' } },
});
