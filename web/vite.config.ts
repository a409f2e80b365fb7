import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { chunkGroups } from './chunks.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` serves the client for a server that runs elsewhere: ENTENTE_SERVER=http://…
const server = process.env['ENTENTE_SERVER'] ?? 'http://localhost:8000';

const compress = (source: Uint8Array) => gzipSync(source, { level: 9 });
const folder = here('../src/entente/server/static');

// The API documentation at /docs: its script and style are served with the client.
const swagger = {
  name: 'swagger',
  generateBundle(this: { emitFile(file: object): string }) {
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      const source = readFileSync(here(`./node_modules/swagger-ui-dist/${file}`));
      this.emitFile({ type: 'asset', fileName: `swagger/${file}.gz`, source: compress(source) });
    }
  },
};

// Scripts and styles are stored compressed, as they are sent: the server compresses nothing again
// and again, and a package without a server carries a third of them.
const compressed = {
  name: 'compressed',
  writeBundle() {
    const assets = `${folder}/assets`;
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))) {
      writeFileSync(`${assets}/${file}.gz`, compress(readFileSync(`${assets}/${file}`)));
      rmSync(`${assets}/${file}`);
    }
  },
};

const chunks = chunkGroups();

export default defineConfig({
  plugins: [svelte(), swagger, chunks.plugin, compressed],
  resolve: {
    alias: { $lib: here('./src/lib'), $table: here('./src/table'), $games: here('./src/games') },
    conditions: process.env['VITEST'] ? ['browser'] : undefined,
  },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page may only load files of its own server
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks.groups } },
      checks: { bundlerTimings: false }, // a first build is slow, and nothing is wrong
    },
    manifest: true, // a test adds up what a page loads
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true }, '/docs': server } },
  // The tests are pure logic and leave no state behind, so files can share a thread.
  test: { include: ['src/**/*.test.ts'], environment: 'node', pool: 'threads', isolate: false, setupFiles: 'src/lib/testsetup.ts' },
});
