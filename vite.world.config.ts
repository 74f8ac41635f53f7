import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the world's page; the world itself serves what comes out. */
export default defineConfig({
  root: fileURLToPath(new URL('src/world/page', import.meta.url)),
  plugins: [react()],
  css: { postcss: {} },
  build: {
    // NOTE: with older targets light-dark() is rewritten in a way that does not see the scheme of an attribute.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 900,
    outDir: fileURLToPath(new URL('dist/world', import.meta.url)),
    emptyOutDir: true,
  },
  server: { proxy: { '/_sim': 'http://127.0.0.1:3010' } },
});
