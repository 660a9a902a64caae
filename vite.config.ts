import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` (the development server) finds the platform. */
const platform = `http://127.0.0.1:${process.env.CARILLON_PORT ?? 4400}`;

/** The console: built from index.html into dist/console, which the server serves as it is. */
export default defineConfig(({ command }) => {
  // Whatever the caller's is (the tests' is "test"): any other builds React for development.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [react()],
    server: {
      // The database below .carillon changes all the time.
      watch: { ignored: ['**/.carillon/**', '**/dist/**', '**/test/**', '**/docs/**'] },
      proxy: {
        '/api': platform,
        '/health': platform,
        '/settings.json': platform,
        '/status': platform,
        '/hubs': { target: platform, ws: true },
      },
    },
    build: {
      outDir: 'dist/console',
      target: ['chrome123', 'firefox121', 'safari17.5'],
      // Which file loads which: bench/console-size.mjs reads it.
      manifest: true,
      reportCompressedSize: false,
      // One file before the first screen: many small ones compress worse, by 6 kB in all.
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  };
});
