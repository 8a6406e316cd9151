/**
 * `node bin/laws/one-tenant.mjs FOLDER [write | strict]`: functions that send a statement which names nobody whose rows
 * it reads, as the tests on PostgreSQL found them (`tests/support/one-tenant.ts`), compared with those that did when
 * the law came (`known-one-tenant.txt`). A new one is named, and fails a run of some files (`strict`). A run of all
 * names it only, until several have shown that random values bring none; so does one whose function is gone.
 * `write` adds what was found, and takes out what is gone.
 *
 * A line that begins with a file is still to go from tenant to tenant. One that begins with a kind is meant to be so:
 * - `directory:` it looks up what is given (a token, a name, a code, an address) before anybody knows whose it is.
 * - `tally:` it says for which tenants something is due; what follows goes from one to the next
 *   (`backend/platform/tasks/each-tenant.service.ts`).
 * - `installation:` it is about the installation itself: its gauges, its first start, its keys, its log's chains, the
 *   demo network.
 * - `schema:` it looks after tables, and does so in each tenant's schema.
 *
 * Migrations are of the last kind, and are not listed.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sources.mjs'

const [folder, extent] = process.argv.slice(2)
const isWriting = extent === 'write'
const kinds = ['directory', 'tally', 'installation', 'schema']
const list = 'bin/laws/known-one-tenant.txt'
const file = path.join(root, list)
const linesOf = name => readFileSync(name, 'utf8').split('\n').filter(Boolean)
const isMigration = sender => sender.startsWith('backend/schema/migrations/')

const found = new Map(
  readdirSync(folder)
    .flatMap(name => linesOf(path.join(folder, name)))
    .map(line => JSON.parse(line))
    .map(({ sender, sql }) => [sender, sql.replaceAll(/\s+/g, ' ').trim()])
    .filter(([sender]) => !isMigration(sender)),
)
/** By sender; its kind is empty where it is still to be done. */
const known = new Map(
  linesOf(file).map(line => {
    const [, kind = '', sender] = /^(?:(\w+): )?(.+)$/.exec(line)
    return [sender, kind]
  }),
)

/** Functions have the names of their own file, so a name that its file no longer has is nobody's. */
function isGone(sender) {
  const [name, called = ''] = sender.split(' ')
  const source = path.join(root, name)
  return !existsSync(source) || !new RegExp(String.raw`\b${called}\b`).test(readFileSync(source, 'utf8'))
}

if (isWriting) {
  for (const sender of found.keys()) if (!known.has(sender)) known.set(sender, '')
  for (const sender of known.keys()) if (isGone(sender)) known.delete(sender)
  const lines = [...known].map(([sender, kind]) => (kind ? `${kind}: ${sender}` : sender))
  writeFileSync(file, lines.sort().join('\n') + '\n')
}
const wrong = [
  ...[...found]
    .filter(([sender]) => !known.has(sender))
    .map(
      ([sender, sql]) =>
        `${sender} reads the rows of all tenants: let it name one, or go from tenant to tenant (docs/decisions/cluster.md)\n  ${sql.slice(0, 600)}`,
    ),
  ...[...known].flatMap(([sender, kind]) => [
    ...(isGone(sender) ? [`${sender} is no more: take it out of ${list}`] : []),
    ...(kind === '' || kinds.includes(kind) ? [] : [`${sender} is of no kind that the law knows: ${kind}`]),
  ]),
]
process.stderr.write(
  wrong
    .sort()
    .map(line => `${line}\n`)
    .join(''),
)
process.exit(wrong.length > 0 && extent === 'strict' ? 1 : 0)
