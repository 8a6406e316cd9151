/**
 * `node bin/laws/one-tenant.mjs FOLDER [whole]`: functions that send a statement which names nobody whose rows it
 * reads, as the tests on PostgreSQL found them (`tests/support/one-tenant.ts`), compared with those that did when the
 * law came (`known-one-tenant.txt`), which only get fewer. `whole`: all tests ran, so a line that nobody found is true
 * no more; where there is no list yet, it is written.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sources.mjs'

const [folder, extent] = process.argv.slice(2)
const isWhole = extent === 'whole'
const list = 'bin/laws/known-one-tenant.txt'
const file = path.join(root, list)
const linesOf = name => readFileSync(name, 'utf8').split('\n').filter(Boolean)
const found = new Map(
  readdirSync(folder)
    .flatMap(name => linesOf(path.join(folder, name)))
    .map(line => JSON.parse(line))
    .map(({ sender, sql }) => [sender, sql.replaceAll(/\s+/g, ' ').trim()]),
)
if (isWhole && !existsSync(file))
  writeFileSync(
    file,
    [...found.keys()]
      .sort()
      .map(line => `${line}\n`)
      .join(''),
  )

const known = new Set(existsSync(file) ? linesOf(file) : [])
const wrong = [...found]
  .filter(([sender]) => !known.has(sender))
  .map(
    ([sender, sql]) =>
      `${sender} reads the rows of all tenants: let it name one, or go from tenant to tenant (docs/decisions/cluster.md)\n  ${sql.slice(0, 600)}`,
  )
if (isWhole)
  for (const line of known) if (!found.has(line)) wrong.push(`${list}: ${line} is no more, remove the line`)

process.stderr.write(
  wrong
    .sort()
    .map(line => `${line}\n`)
    .join(''),
)
process.exit(wrong.length > 0 ? 1 : 0)
