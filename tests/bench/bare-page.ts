/**
 * The plainest Remix page with the same table, built and served as the console is: what its pages are measured against.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program } from '../support/system'

const here = path.dirname(fileURLToPath(import.meta.url))

export async function startBare() {
  const root = path.join(here, 'bare')
  const built = spawnSync(
    process.execPath,
    [path.join(here, '../../node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (built.status !== 0) throw new Error(built.stderr)
  const port = await freePort()
  const running = program(
    ['node_modules/@remix-run/serve/dist/cli.js', path.join(root, 'build/server/index.js')],
    { PORT: String(port) },
  )
  const url = `http://localhost:${port}/`
  await answers(url)
  return {
    url,
    pid: running.process.pid ?? 0,
    async end() {
      await running.end('SIGKILL')
      rmSync(path.join(root, 'build'), { recursive: true, force: true })
    },
  }
}
