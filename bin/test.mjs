/**
 * `npm test`: everything. `npm test -- unit e2e` runs parts; other words go to the test runner as file filters.
 * `--node 24` and `--postgres 18` run them under other versions (`testing/other-version.mjs`).
 * Two cores are enough: one part at a time, but for those that leave one idle.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { root } from './sources.mjs'
import { otherNode, otherPostgres, wantedVersions } from './testing/other-version.mjs'
import { findBrowser } from './testing/browser.mjs'
import { startPostgres } from './testing/postgres.mjs'
import { spentByChildren, spentByMachine } from './testing/processor-time.mjs'
import { processorSpeed, QUIET_MS } from './testing/speed.mjs'
import { temporaryFolder } from './testing/temporary.mjs'

const results = path.join(root, 'test-results')
const tool = (name, file) => path.join(root, 'node_modules', name, file)
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name: told once more at the end, where a long output is still at hand. */
const failures = []
/** Once a run: two parts that build at once would be in each other's way. */
let building

const parts = {
  // Each is one thread: side by side they take as long as the longest. Four checkers of types, the compiler's own
  // number, look at much of the same four times.
  checks: () =>
    Promise.all([
      check('types', [tool('typescript-native', 'bin/tsc'), '--checkers', '1']),
      check('format', [tool('oxfmt', 'bin/oxfmt'), '--check', '.'])
        .then(() => check('lint', [tool('oxlint', 'bin/oxlint'), '--format=unix']))
        .then(() =>
          check('laws', [tool('dependency-cruiser', 'bin/dependency-cruise.mjs'), 'app', 'backend']),
        )
        .then(() => check('wings', [path.join(root, 'bin/laws/ratchet.mjs')]))
        .then(() => check('unused', [tool('knip', 'bin/knip.js'), '--no-config-hints'])),
    ]),
  unit: () => vitest('unit', 'unit'),
  // A worker waits for a server, a thread or a clock for a sixth of its time: three keep two cores busy.
  backend: () => vitest('backend', 'backend', {}, '--maxWorkers=3'),
  postgres: async () => {
    const found = path.join(results, 'one-tenant')
    rmSync(found, { recursive: true, force: true })
    mkdirSync(found)
    await withPostgres(url =>
      vitest('postgres', 'backend', { TEST_DATABASE_URL: url, ONE_TENANT_LAW: found }, '--maxWorkers=3'),
    )
    const extent = filters.length > 0 ? ['strict'] : []
    await check('one tenant', [path.join(root, 'bin/laws/one-tenant.mjs'), found, ...extent])
  },
  // React as it is shipped: drawn for development, pages cost nearly twice as much.
  pages: () => withBuild(() => vitest('pages', 'pages', { NODE_ENV: 'production' })),
  // Beside the pages one file at a time: most of it waits for programs, which take what the pages leave of the cores.
  system: () =>
    withBuild(() => vitest('system', 'system', isBeside('system') ? { SYSTEM_WORKERS: '1' } : {})),
  e2e: () => withBuild(playwright),
}
/**
 * Seconds that a part may take on two quiet cores; one that needs more fails, so that the whole stays a matter of
 * minutes. Next to other work it may take longer: by the processor time that a known piece of work takes at that
 * moment, by the share of the cores that others took, and twice as long for the waiting that neither shows.
 */
const budgets = { checks: 25, unit: 50, backend: 125, postgres: 155, pages: 190, system: 110, e2e: 215 }
const LEEWAY = 2
const SAMPLE_EVERY_MS = 20_000
/**
 * Parts that leave a core idle, with what fills it: each check is one thread; what starts and kills programs mostly
 * waits.
 * What they may take is allowed to them together.
 */
const besideEachOther = [
  ['checks', 'unit'],
  ['pages', 'system'],
]
/** Of a machine that others fill altogether, a part still has its share. */
const LEAST_LEFT = 0.25

const { node, postgres, words } = wantedVersions(process.argv.slice(2))
if (node) {
  const args = [fileURLToPath(import.meta.url), ...(postgres ? ['--postgres', postgres] : []), ...words]
  const other = otherNode(node)
  // Tools that look for a Node find this one first.
  const env = { ...process.env, PATH: `${path.dirname(other)}${path.delimiter}${process.env.PATH}` }
  process.exit(spawnSync(other, args, { stdio: 'inherit', env }).status ?? 1)
}
process.stdout.write(`Node ${process.versions.node}\n`)
const filters = words.filter(word => !(word in parts))
const chosen =
  words.length > filters.length ? Object.keys(parts).filter(part => words.includes(part)) : Object.keys(parts)

mkdirSync(results, { recursive: true })
const temporary = temporaryFolder()
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
const steps = chosen
  .map(
    part => besideEachOther.find(pair => pair.includes(part))?.filter(one => chosen.includes(one)) ?? [part],
  )
  .filter((step, index, all) => all.findIndex(([first]) => first === step[0]) === index)
const took = []
for (const step of steps) {
  const name = step.join(' and ')
  const began = Date.now()
  // A shared machine changes its speed within a part, so both ends alone say too little.
  const speeds = [processorSpeed()]
  const sampling = setInterval(() => speeds.push(processorSpeed(20)), SAMPLE_EVERY_MS)
  const spentBefore = spentByChildren()
  const machineBefore = spentByMachine()
  process.stdout.write(`\n── ${name}\n`)
  await Promise.all(step.map(part => tried(part)))
  clearInterval(sampling)
  speeds.push(processorSpeed())
  const seconds = (Date.now() - began) / 1000
  const slowness = Math.max(1, speeds.reduce((sum, one) => sum + one, 0) / speeds.length / QUIET_MS)
  const busy = spentByChildren() - spentBefore
  const others = Math.max(0, spentByMachine() - machineBefore - busy) / (seconds * availableParallelism())
  const left = Math.max(1 - others, LEAST_LEFT)
  const budget = step.reduce((sum, part) => sum + budgets[part], 0)
  const allowed = (budget * LEEWAY * slowness) / left
  took.push(`${name} ${seconds.toFixed(0)} s of ${allowed.toFixed(0)} (CPU ${busy.toFixed(0)})`)
  process.stdout.write(
    `── ${name}: ${seconds.toFixed(0)} s; may take ${allowed.toFixed(0)} s at this machine's speed (${slowness.toFixed(1)} times a quiet one's processor time, ${Math.round((1 - left) * 100)} % of it taken by others)\n`,
  )
  if (filters.length === 0)
    count(name, 0, {
      passed: 0,
      failed: seconds > allowed ? [`took ${seconds.toFixed(0)} s, more than its ${allowed.toFixed(0)}`] : [],
      skipped: 0,
    })
}
process.stdout.write(`\n${took.join(', ')}\n`)

if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map(one => `  ${one}\n`).join('')}`)
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}\n`,
)
process.exit(total.failed ? 1 : 0)

async function tried(part) {
  try {
    await parts[part]()
  } catch (error) {
    process.stderr.write(`${part}: ${error.message}\n`)
    total.failed++
    failures.push(`${part}: ${error.message}`)
  }
}

/** A tool that answers yes or no counts as one test. */
async function check(name, command) {
  const began = Date.now()
  const { status, output } = await runBeside(command)
  process.stdout.write(`${output}${name}: ${((Date.now() - began) / 1000).toFixed(0)} s\n`)
  count(name, status, { passed: status === 0 ? 1 : 0, failed: [], skipped: 0 })
}

/** Whether this part runs beside another one. */
function isBeside(part) {
  return steps.some(step => step.length > 1 && step.includes(part))
}

async function vitest(name, project, env = {}, ...options) {
  const file = path.join(results, `${name}.json`)
  rmSync(file, { force: true })
  const { status } = await run(
    [
      tool('vitest', 'vitest.mjs'),
      'run',
      '--project',
      `${project}*`,
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...options,
      ...filters,
    ],
    env,
  )
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const failed = testResults.flatMap(({ name: source, status: outcome, message, assertionResults }) => {
    const tests = assertionResults
      .filter(one => one.status === 'failed')
      .map(one => `${path.relative(root, source)} › ${one.fullName}: ${firstLine(one.failureMessages[0])}`)
    if (tests.length > 0 || outcome !== 'failed') return tests
    return [`${path.relative(root, source)}: ${firstLine(message)}`]
  })
  count(name, status, { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests })
}

/** Why it failed, where the list at the end is all that is kept of the output. */
function firstLine(message = '') {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n')
  return line.slice(0, 300)
}

async function playwright() {
  const file = path.join(results, 'e2e.json')
  rmSync(file, { force: true })
  const { status } = await run(
    [tool('@playwright/test', 'cli.js'), 'test', '--reporter=list,json', ...filters],
    {
      CHROMIUM_PATH: await findBrowser({ windowless: true }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  )
  const {
    stats: { expected, skipped },
    suites,
  } = JSON.parse(readFileSync(file, 'utf8'))
  count('e2e', status, { passed: expected, failed: suites.flatMap(suite => failedIn(suite)), skipped })
}

/** Playwright's report is a tree. One that passed at a second try counts as failed. */
function failedIn({ suites = [], specs = [] }) {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(one => ['unexpected', 'flaky'].includes(one.status))
        .map(
          one =>
            `${file} [${one.projectName}] › ${title}: ${firstLine(one.results.find(({ error }) => error)?.error.message)}`,
        ),
    ),
    ...suites.flatMap(suite => failedIn(suite)),
  ]
}

/** A runner may fail without a failed test: an import that does not resolve, an error between two tests. */
function count(part, status, { passed, failed, skipped }) {
  const told = failed.length > 0 || status === 0 ? failed : ['its tool ended with an error, above']
  total.passed += passed
  total.failed += told.length
  total.skipped += skipped
  failures.push(...told.map(one => `${part}: ${one}`))
}

/** What it says is told at once when it is over: two of them would talk across each other. */
function runBeside(command) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: undefined },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
      })
    child.on('error', error => resolve({ status: 1, output: `${error.message}\n` }))
    child.on('close', status => resolve({ status, output }))
  })
}

function run(command, env = {}) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: 'inherit',
      // libSQL reads it when it is first loaded, which in a test may be before the pool of readers sets it.
      env: { TOKIO_WORKER_THREADS: '12', ...process.env, NODE_ENV: undefined, NO_COLOR: '1', ...env },
    })
    child.on('error', error => {
      process.stderr.write(`${error.message}\n`)
      resolve({ status: 1 })
    })
    child.on('close', status => resolve({ status }))
  })
}

async function withPostgres(task) {
  if (process.env.TEST_DATABASE_URL) return task(process.env.TEST_DATABASE_URL)
  const { url, stop } = await startPostgres(postgres && otherPostgres(postgres))
  try {
    return await task(url)
  } finally {
    await stop()
  }
}

async function withBuild(task) {
  building ??= run([path.join(root, 'bin/prepare.mjs'), 'build'])
  if ((await building).status !== 0) throw new Error('nothing to test without a build')
  return task()
}
