/**
 * The laws of the wings, with what was broken when they came: `known.json`, which only gets shorter. What is new fails
 * by its name, and so does a line of the list that is true no more.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sources.mjs'
import { wings as wingNames } from './wings.mjs'

const known = JSON.parse(readFileSync(path.join(root, 'bin/laws/known.json'), 'utf8'))
const wrong = []

const found = violations()
compare(
  'wrongWays',
  found['wrong-way'] ?? [],
  'a wing imports only wings before it: offer a registration that backend/registrations.ts fills, or move what both need below both',
)
compare(
  'outsideOfWings',
  found['outside-of-wings'] ?? [],
  'a file of the backend or the console stands in a wing, or below all of them',
)
compare(
  'foldersInTwoWings',
  foldersInTwoWings(),
  'one folder is one room: it stands in one wing, or has two names',
)
compare(
  'circlesOfFiles',
  found['circle-of-files'] ?? [],
  'files that need each other are one file, or a third below both',
)
compare(
  'circlesOfFolders',
  found['circle-of-folders'] ?? [],
  'folders that need each other are one folder, or what both need goes into a third below both',
)
privateWords()

process.stderr.write(wrong.map(line => `${line}\n`).join(''))
process.exit(wrong.length > 0 ? 1 : 0)

/** By the law's name, sorted: `from → to`. */
function violations() {
  const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [tool, 'app', 'backend', '--config', 'bin/laws/wings.mjs', '--output-type', 'json']
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  })
  const byLaw = {}
  for (const { rule, from, to } of JSON.parse(stdout).summary.violations)
    (byLaw[rule.name] ??= []).push(from === to ? from : `${from} → ${to}`)
  return Object.fromEntries(Object.entries(byLaw).map(([law, all]) => [law, [...new Set(all)].sort()]))
}

/** In the backend and the console together: what is one feature there is the same one here. */
function foldersInTwoWings() {
  const wings = new Map()
  for (const half of ['backend', 'app'])
    for (const wing of wingNames)
      for (const room of folders(`${half}/${wing}`)) wings.set(room, (wings.get(room) ?? new Set()).add(wing))
  return [...wings]
    .filter(([, all]) => all.size > 1)
    .map(([room, all]) => `${room}: ${[...all].sort().join(', ')}`)
    .sort()
}

function folders(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

function compare(name, now, instead) {
  for (const one of now) if (!known[name].includes(one)) wrong.push(`${one}\n  ${instead}`)
  for (const one of known[name])
    if (!now.includes(one)) wrong.push(`bin/laws/known.json, ${name}: ${one} is no more, remove the line`)
}

/**
 * Words of our own that a new colleague has to learn, in names and comments. Those that are left are names of
 * columns, of the wire and of texts, which
 * stay; the number only gets smaller.
 */
function privateWords() {
  const words = /\b(?:told|kept|asked|beside|heard|noted|stray|turned)\b/g
  const files = ['app', 'backend']
    .flatMap(folder =>
      readdirSync(path.join(root, folder), { recursive: true }).map(file => `${folder}/${file}`),
    )
    .filter(file => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.|\/migrations\//.test(file))
  const count = files.reduce(
    (sum, file) => sum + (readFileSync(path.join(root, file), 'utf8').match(words)?.length ?? 0),
    0,
  )
  if (count === known.privateWords) return
  wrong.push(
    `bin/laws/known.json, privateWords: ${count}, not ${known.privateWords}: ${
      count > known.privateWords
        ? `a device reports, a person is notified, a command is sent; say requested, stored, recorded, next to (${words.source})`
        : 'well done, lower the number'
    }`,
  )
}
