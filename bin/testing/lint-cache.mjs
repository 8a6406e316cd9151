/**
 * Rules of the linter look at one file each, so a file with the same content has the same faults. The folder is
 * named by the rules and the versions
 * of all packages: others begin anew.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sources.mjs'

export function lintCache() {
  const versions = createHash('sha256').update(process.versions.node)
  for (const file of ['eslint.config.js', 'package-lock.json'])
    versions.update(readFileSync(path.join(root, file)))
  const folder = path.join(root, 'node_modules/.cache/eslint', versions.digest('hex').slice(0, 16))
  return ['--cache', '--cache-strategy', 'content', '--cache-location', `${folder}/`]
}
