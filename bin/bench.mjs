/**
 * `npm run bench`: the figures of docs/benchmarks.md, or `npm run bench -- ingest` for some: `peers` is all that
 * begin so. On Linux, with nothing else running.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

const wanted = process.argv.slice(2)
const names = readdirSync(path.join(root, 'tests/bench'))
  .filter(file => file.endsWith('.bench.ts'))
  .map(file => file.replace('.bench.ts', ''))
rmSync(path.join(root, 'test-results/bench.jsonl'), { force: true })

let missed = 0
const isWanted = name => wanted.length === 0 || wanted.some(one => name === one || name.startsWith(`${one}-`))
for (const name of names.filter(isWanted)) {
  process.stdout.write(`── ${name}\n`)
  const run = file =>
    spawnSync(process.execPath, ['--import', 'tsx', `tests/bench/${file}.ts`], {
      cwd: root,
      stdio: 'inherit',
    })
  run('speed')
  const { status } = run(`${name}.bench`)
  if (status !== 0) missed++
}
process.exit(missed ? 1 : 0)
