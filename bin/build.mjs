/** `npm run build`: the console into build/ (Remix), the backend and its database worker into build-backend/ (esbuild). */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { refreshFound } from './found.mjs'
import { precompress } from './precompress.mjs'
import { root, sourcesHash, stampFile } from './sources.mjs'

refreshFound()
const sources = sourcesHash()
const remix = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  },
)
if (remix.status !== 0) process.exit(1)
precompress(path.join(root, 'build/client'))

// A thread's program is a file of its own, found beside whoever starts it: the database's by the backend, and by the console for its sessions.
await bundle('build-backend', {
  server: 'backend/server.ts',
  'sqlite-worker': 'backend/db/sqlite-worker.mjs',
  // For auditors: needs neither a database nor the rest of the product.
  verify: 'backend/seals/verify-program.ts',
  'rotate-exclusion-key': 'backend/player-exclusion/rotate-key-program.ts',
})
await bundle('build/server', {
  'sqlite-worker': 'backend/db/sqlite-worker.mjs',
  'sheet-writer': 'app/engine/export/sheet-writer.mjs',
})

// Sources that changed while they were built must be built again: the stamp holds what was there before.
writeFileSync(stampFile, JSON.stringify({ sources }))

function bundle(outdir, entryPoints) {
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    // V8 keeps the sources, with two bytes a character if one of them is not Latin: comments were half of 5 MB.
    minifyWhitespace: true,
    lineLimit: 200,
    // Native modules cannot be bundled, and these look for parts of their own at run time. All others are: hundreds of small files were most of
    // what a start waited for.
    external: ['libsql', '@node-rs/argon2', 'sharp', 'pg', 'pino', 'ws'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  })
}
