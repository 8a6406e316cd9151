/** What the tests need beyond Node's packages, brought with Debian's package manager where that is possible. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

let updated = false

/** True when the packages were installed; only root on a Debian may try. */
export function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !which('apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  process.stdout.write(`Installing ${packages.join(', ')} with apt …\n`)
  updated ||= apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

export function which(...names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name)
      if (isProgram(file)) return file
    }
  }
}

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
