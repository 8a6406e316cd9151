/** Which sources the bundles in build/ and build-backend/ were made from. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const stampFile = path.join(root, 'build/stamp.json')

const parts = [
  'app',
  'backend',
  'locales',
  'public',
  'bin/build.mjs',
  'bin/oldest-browsers.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** By content: times change with every checkout and copy. A few hundred small files take some 20 ms. */
export function sourcesHash() {
  const hash = createHash('sha256')
  for (const part of parts) {
    for (const file of filesOf(path.join(root, part))) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/** `{ sources }`: the hash of what the bundles that are there were made from, if any. */
export function readStamp() {
  const complete = ['build/server/index.js', 'build-backend/server.mjs'].every(file =>
    existsSync(path.join(root, file)),
  )
  return complete && existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : undefined
}

function filesOf(file) {
  if (!existsSync(file)) return []
  if (path.extname(file)) return [file]
  return readdirSync(file, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
