/**
 * `npm test`: everything. `npm test -- unit e2e` runs parts; other words go to the test runner as file filters.
 * Two cores are enough: one part at a time.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'
import { findBrowser } from './testing/browser.mjs'
import { startPostgres } from './testing/postgres.mjs'

const results = path.join(root, 'test-results')
const tool = (name, file) => path.join(root, 'node_modules', name, file)
const total = { passed: 0, failed: 0, skipped: 0 }

const parts = {
  types: () => check('types', [tool('typescript', 'bin/tsc')]),
  lint: () => check('lint', [tool('eslint', 'bin/eslint.js'), '.']),
  laws: () => check('laws', [tool('dependency-cruiser', 'bin/dependency-cruise.mjs'), 'app', 'backend']),
  unit: () => vitest('unit', 'unit'),
  backend: () => vitest('backend', 'backend'),
  postgres: () => withPostgres(url => vitest('postgres', 'backend', { TEST_DATABASE_URL: url })),
  system: () => withBuild(() => vitest('system', 'system')),
  e2e: () => withBuild(playwright),
}
const words = process.argv.slice(2)
const filters = words.filter(word => !(word in parts))
const chosen = words.length > filters.length ? Object.keys(parts).filter(part => words.includes(part)) : Object.keys(parts)

mkdirSync(results, { recursive: true })
for (const part of chosen) {
  const began = Date.now()
  process.stdout.write(`\n── ${part}\n`)
  try {
    await parts[part]()
  } catch (error) {
    process.stderr.write(`${part}: ${error.message}\n`)
    total.failed++
  }
  process.stdout.write(`── ${part}: ${((Date.now() - began) / 1000).toFixed(0)} s\n`)
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}\n`)
process.exit(total.failed ? 1 : 0)

/** A tool that answers yes or no counts as one test. */
function check(name, command) {
  const { status } = run(command)
  if (status === 0) total.passed++
  else total.failed++
}

function vitest(name, project, env = {}) {
  const file = path.join(results, `${name}.json`)
  rmSync(file, { force: true })
  const { status } = run([tool('vitest', 'vitest.mjs'), 'run', '--project', `${project}*`, '--passWithNoTests',
    '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...filters], env)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'))
  count(status, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests })
}

async function playwright() {
  const file = path.join(results, 'e2e.json')
  rmSync(file, { force: true })
  const { status } = run([tool('@playwright/test', 'cli.js'), 'test', '--reporter=list,json', ...filters],
    { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats
  count(status, { passed: expected, failed: unexpected + flaky, skipped })
}

/** A runner may fail without a failed test: an import that does not resolve, an error between two tests. */
function count(status, { passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed || (status === 0 ? 0 : 1)
  total.skipped += skipped
}

function run(command, env = {}) {
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: undefined, ...env } })
}

async function withPostgres(task) {
  if (process.env.TEST_DATABASE_URL) return task(process.env.TEST_DATABASE_URL)
  const { url, stop } = await startPostgres()
  try {
    return await task(url)
  } finally {
    await stop()
  }
}

async function withBuild(task) {
  if (run([path.join(root, 'bin/prepare.mjs'), 'build']).status !== 0) throw new Error('nothing to test without a build')
  return task()
}
