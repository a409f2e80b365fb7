import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { chunkGroups } from './chunks.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` serves the client for a server that runs elsewhere: ENTENTE_SERVER=http://…
const server = process.env['ENTENTE_SERVER'] ?? 'http://localhost:8000';

// The API documentation at /docs: its script and style are served with the client. They are stored
// compressed, because they are most of what a package without a server would carry for nothing.
const swagger = {
  name: 'swagger',
  generateBundle(this: { emitFile(file: object): string }) {
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      const source = readFileSync(here(`./node_modules/swagger-ui-dist/${file}`));
      const fileName = `swagger/${file}.gz`;
      this.emitFile({ type: 'asset', fileName, source: gzipSync(source, { level: 9 }) });
    }
  },
};

const chunks = chunkGroups();

export default defineConfig({
  plugins: [svelte(), swagger, chunks.plugin],
  resolve: {
    alias: { $lib: here('./src/lib'), $table: here('./src/table'), $games: here('./src/games') },
    conditions: process.env['VITEST'] ? ['browser'] : undefined,
  },
  build: {
    outDir: here('../src/entente/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page may only load files of its own server
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunks.groups } } },
    manifest: true, // a test adds up what a page loads
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true }, '/docs': server } },
  // The tests are pure logic and leave no state behind, so files can share a thread.
  test: { include: ['src/**/*.test.ts'], environment: 'node', pool: 'threads', isolate: false, setupFiles: 'src/lib/testsetup.ts' },
});
