/**
 * Before `npm start` and `npm test`: packages as the lockfile names them, bundles as the sources stand.
 * Runs before any package is installed, so it may use nothing but Node itself.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { refreshFound } from './found.mjs'
import { root, sourcesHash, readStamp } from './sources.mjs'

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}`)

if (major < 22)
  process.stderr.write(
    `Node ${process.versions.node} is past its end and gets no more security fixes: install Node 22, 24 or 26.\n`,
  )

refreshFound()
const wanted = process.argv.slice(2)
if (!wanted.length || wanted.includes('packages')) preparePackages()
if (!wanted.length || wanted.includes('build')) prepareBuild()

function preparePackages() {
  if (packagesAreInstalled()) return
  const done = step('Installing packages')
  run(
    'Installing packages',
    process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'],
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  )
  done()
}

function prepareBuild() {
  if (readStamp()?.sources === sourcesHash()) return
  const done = step('Building')
  run('The build', [process.execPath], [path.join(root, 'bin/build.mjs')])
  done()
}

/**
 * npm keeps what it installed in a hidden lockfile. Contents are compared, not times: a checkout changes every time.
 * Packages for other platforms are optional and rightly absent.
 */
function packagesAreInstalled() {
  const hidden = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(locked).every(
    ([name, entry]) =>
      name === '' || (installed[name] ? installed[name].version === entry.version : entry.optional === true),
  )
}

function step(what) {
  const began = Date.now()
  process.stdout.write(`${what} … `)
  return () => process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}

/** Quiet while it works; everything it said when it fails. */
function run(what, [command, ...first], rest) {
  const result = spawnSync(command, [...first, ...rest], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    maxBuffer: 64 * 2 ** 20,
    // A build for production needs the development packages, whatever the caller's NODE_ENV says.
    env: { ...process.env, NODE_ENV: undefined },
  })
  if (result.status === 0) return
  process.stdout.write('\n')
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fail(`${what} failed${result.error ? `: ${result.error.message}` : ''}`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
