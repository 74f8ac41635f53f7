import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The cabinet and the public pages, built to `dist/web` and served by the server. */
export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
  },
});
