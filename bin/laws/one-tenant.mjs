/**
 * `node bin/laws/one-tenant.mjs FOLDER [write | strict]`: functions that send a statement which names nobody whose rows
 * it reads, as the tests on PostgreSQL found them (`tests/support/one-tenant.ts`), compared with those that did when
 * the law came (`known-one-tenant.txt`). A new one is named, and fails a run of some files (`strict`). A run of all
 * names it only, until several have shown that random values bring none. `write` adds what was found.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sources.mjs'

const [folder, extent] = process.argv.slice(2)
const isWriting = extent === 'write'
const list = 'bin/laws/known-one-tenant.txt'
const file = path.join(root, list)
const linesOf = name => readFileSync(name, 'utf8').split('\n').filter(Boolean)
const found = new Map(
  readdirSync(folder)
    .flatMap(name => linesOf(path.join(folder, name)))
    .map(line => JSON.parse(line))
    .map(({ sender, sql }) => [sender, sql.replaceAll(/\s+/g, ' ').trim()]),
)
const known = new Set(linesOf(file))
if (isWriting) {
  for (const sender of found.keys()) known.add(sender)
  writeFileSync(file, [...known].sort().join('\n') + '\n')
}
const wrong = [...found]
  .filter(([sender]) => !known.has(sender))
  .map(
    ([sender, sql]) =>
      `${sender} reads the rows of all tenants: let it name one, or go from tenant to tenant (docs/decisions/cluster.md)\n  ${sql.slice(0, 600)}`,
  )
process.stderr.write(
  wrong
    .sort()
    .map(line => `${line}\n`)
    .join(''),
)
process.exit(wrong.length > 0 && extent === 'strict' ? 1 : 0)
