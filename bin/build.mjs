/**
 * `npm run build`: the console into build/ (Remix), the backend and its database worker into build-backend/ (esbuild).
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { refreshFound } from './found.mjs'
import { precompress } from './precompress.mjs'
import { root, sourcesHash, stampFile } from './sources.mjs'

/** Native modules cannot be bundled, and these look for parts of their own at run time. All others are. */
const foundAtRunTime = ['libsql', '@node-rs/argon2', 'sharp', 'pg', 'pino', 'ws']

/**
 * Most installations ask for none of these for days: Node reads them when they are first used, and until then nothing
 * of them is kept.
 */
const seldomUsed = [
  'undici',
  'nodemailer',
  '@zxcvbn-ts/language-common',
  '@simplewebauthn/server',
  'hyparquet-writer',
  'mqtt',
]

/**
 * zod brings its messages in forty languages, which nobody reads: what a field lacks is said in ours (`errors.json`).
 */
const messagesInEnglish = {
  name: 'messages-in-english',
  setup(building) {
    building.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    }))
  },
}

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
for (const file of readdirSync(path.join(root, 'build/client/assets')))
  if (/\.(?:css|js)$/.test(file)) asAscii(path.join(root, 'build/client/assets', file))
precompress(path.join(root, 'build/client'))
// A language's texts in one file, which the console reads when somebody asks for that language
// (`app/i18n/i18n.server.ts`).
mkdirSync(path.join(root, 'build/server/texts'), { recursive: true })
for (const language of readdirSync(path.join(root, 'locales'))) {
  const folder = path.join(root, 'locales', language)
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .map(file => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))])
  writeFileSync(
    path.join(root, `build/server/texts/${language}.json`),
    JSON.stringify(Object.fromEntries(texts)),
  )
}

// A thread's program is a file of its own, found beside whoever starts it: the database's by the backend, and by the
// console for its sessions.
await bundle('build-backend', {
  server: 'backend/server.ts',
  'sqlite-worker': 'backend/platform/db/sqlite-worker.mjs',
  // For auditors: needs neither a database nor the rest of the product.
  verify: 'backend/accounting/seals/verify-program.ts',
  'rotate-exclusion-key': 'backend/players/player-exclusion/rotate-key-program.ts',
})
// What a new database is made of, read beside the program (`backend/schema/baseline.ts`).
cpSync(path.join(root, 'backend/schema/baseline'), path.join(root, 'build-backend/baseline'), {
  recursive: true,
})
await bundle('build/server', {
  'sqlite-worker': 'backend/platform/db/sqlite-worker.mjs',
  'sheet-writer': 'app/engine/export/sheet-writer.mjs',
})
// Remix leaves it to Node to find the libraries: 600 files, their comments kept with them. It is read and written in
// place.
await bundle(
  'build/server',
  { index: 'build/server/index.js' },
  {
    // Remix and React are one copy each, whoever imports them. pdfkit looks for parts of its own, fontkit is its;
    // fflate fills tables outside any function, and that
    // loop made V8 compile and keep all that stands there, 3 MB.
    external: [
      ...foundAtRunTime,
      '@remix-run/*',
      'react',
      'react-dom',
      'undici',
      'pdfkit',
      'fontkit',
      'fflate',
    ],
    allowOverwrite: true,
    outExtension: { '.js': '.js' },
    // It would lead into Remix's output and no further.
    sourcemap: false,
  },
)
for (const file of ['build-backend/server.mjs', 'build/server/index.js']) narrow(path.join(root, file))

// Sources that changed while they were built must be built again: the stamp holds what was there before.
writeFileSync(stampFile, JSON.stringify({ sources }))

function bundle(outdir, entryPoints, options) {
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
    // Hundreds of small files were most of what a start waited for.
    external: [...foundAtRunTime, ...seldomUsed],
    plugins: [messagesInEnglish],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    ...options,
  })
}

/**
 * esbuild writes texts in ASCII, but not patterns. One character beyond Latin-1 would double what V8 keeps of the whole
 * source.
 */
function narrow(file) {
  rewritten(file, /[^\0-\xff]/g, inScript)
}

/**
 * One sign beyond ASCII, and a browser holds a whole file with two bytes a character and reads each of them twice:
 * eighteen were in the stylesheet.
 */
function asAscii(file) {
  rewritten(file, /[^\0-\x7f]+/g, file.endsWith('.css') ? inStyles : signs => signs.replace(/[^]/g, inScript))
}

function inScript(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** What follows must not be taken for a part of the number. */
function inStyles(signs, at, all) {
  const numbers = [...signs].map(sign => `\\${sign.codePointAt(0).toString(16)}`).join('')
  return /[\da-f\s]/i.test(all[at + signs.length] ?? '') ? `${numbers} ` : numbers
}

function rewritten(file, wide, escaped) {
  const text = readFileSync(file, 'utf8')
  if (text.match(wide)?.some(found => text.includes(`\\${found}`)))
    throw new Error(`${file}: a wide character after a backslash`)
  writeFileSync(file, text.replace(wide, escaped))
}
