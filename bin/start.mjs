/**
 * `npm start`: the backend and the console together. With API_URL, the console alone against that backend;
 * `npm run backend`: the backend alone. Settings are in docs/operations.md; each program checks its own.
 */
import path from 'node:path'
import { addressOf, fail, folderForData, portIsFree, portIsReachable, portSetting } from './launch/checks.mjs'
import { heapOf } from './launch/heap.mjs'
import { supervisor } from './launch/supervise.mjs'
import { readStamp, root } from './sources.mjs'

// npm does not always pass a signal on to what it runs: its end is ours.
if (process.env.npm_lifecycle_event) await import('./launch/follow-parent.mjs')

if (!readStamp()) fail('Nothing is built yet: run `npm start`, or `npm run build` first')
const consolePort = portSetting('PORT', 3000)
const backendPort = portSetting('BACKEND_PORT', 4000)
const backendHost = process.env.BACKEND_HOST || '127.0.0.1'
const backendUrl = addressOf(backendHost, backendPort)
const only = process.argv[2]
const names = only ? [only] : process.env.API_URL ? ['console'] : ['backend', 'console']

const environment = {
  ...process.env,
  NODE_ENV: 'production',
  DATA_DIR: path.resolve(root, process.env.DATA_DIR || 'data'),
}
// Whoever starts it by hand reads addresses and how to sign in: a line for each request would push them out of sight.
if (process.stdout.isTTY) environment.LOG_LEVEL ??= 'warn'
// Threads share two arenas of the C library instead of one each, and it gives back what is free: left to itself it
// keeps ever larger pieces (glibc's dynamic threshold) once a password's 19 MB have been freed. V8 compiles in pieces
// of 32 kB: in the C library's own heap they left 17 MB of holes in the console, each of a mapping of its own leaves
// none.
environment.MALLOC_ARENA_MAX ??= '2'
environment.MALLOC_MMAP_THRESHOLD_ ??= '32768'
environment.MALLOC_TRIM_THRESHOLD_ ??= '131072'
const programs = {
  backend: {
    port: backendPort,
    host: backendHost,
    args: [...heapOf.backend, 'build-backend/server.mjs'],
    env: { ...environment, BACKEND_PORT: String(backendPort), BACKEND_HOST: backendHost },
    ready: `${backendUrl}/health`,
  },
  console: {
    port: consolePort,
    host: process.env.HOST,
    args: [...heapOf.console, 'bin/launch/console.mjs', 'build/server/index.js'],
    env: { ...environment, PORT: String(consolePort), API_URL: process.env.API_URL || backendUrl },
    ready: `${addressOf(process.env.HOST, consolePort)}/health`,
    // A library's own lines know no request id; the console's are JSON.
    lines: line => line.startsWith('{'),
  },
}

for (const name of names) {
  const { port, host } = programs[name] ?? fail(`There is no program "${name}": backend or console`)
  if (!(await portIsFree(port, host)))
    fail(
      `Port ${port} is taken: end the program that listens there, or set ${name === 'backend' ? 'BACKEND_PORT' : 'PORT'}`,
    )
  if (!(await portIsReachable(port)))
    fail(`Browsers refuse port ${port}: set ${name === 'backend' ? 'BACKEND_PORT' : 'PORT'} to another`)
}

folderForData(environment.DATA_DIR)

const { start } = supervisor(root)
let last
for (const name of names) last = start(name, programs[name], last)
await last

if (names.includes('console')) process.stdout.write(`\nConsole  http://localhost:${consolePort}\n`)
if (names.includes('backend')) {
  process.stdout.write(`Backend  ${backendUrl}/api\n`)
  if ((process.env.DEMO || 'on') !== 'off') {
    process.stdout.write('\nDemo network; sign in as (name, password)\n')
    for (const name of ['admin', 'manager', 'operator', 'auditor', 'inspector'])
      process.stdout.write(`  ${name.padEnd(10)} demo-${name}-2026\n`)
    process.stdout.write('A sealed month without an account: its share link stands on the sign-in page\n')
  }
}
process.stdout.write('\n')
