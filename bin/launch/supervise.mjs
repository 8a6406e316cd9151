/** Keeps programs together: one signal ends all, one end ends all. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { whenReady } from './checks.mjs'

/** A supervisor of containers usually kills after 10 s; the promise of this product is 5. */
const graceMs = 4000

export function supervisor(cwd) {
  let exitCode
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const alive = new Map()
  const ready = new Set()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0))

  /**
   * Resolves when it answers. Programs start side by side, but one that comes `after` another complains after it: what both
   * would refuse is refused once.
   * @param {{ args: string[], env: NodeJS.ProcessEnv, ready: string, lines?: (line: string) => boolean }} program
   */
  async function start(name, program, after = Promise.resolve()) {
    const followParent = new URL('./follow-parent.mjs', import.meta.url).href
    const child = spawn(process.execPath, ['--import', followParent, ...program.args], { cwd, env: program.env, stdio: ['ignore', 'pipe', 'pipe'] })
    alive.set(name, child)
    eachLine(child.stdout, line => { if (program.lines?.(line) ?? true) process.stdout.write(`${line}\n`) })
    // remix-serve answers a signal by printing what server.close() returned.
    eachLine(child.stderr, line => after.then(() => { if (exitCode === undefined && line !== 'undefined') process.stderr.write(`${line}\n`) }))
    child.on('close', (code, signal) => {
      alive.delete(name)
      if (exitCode === undefined) after.then(() => ended(name, code, signal))
      else leave()
    })
    await Promise.all([whenReady(program.ready), after])
    ready.add(name)
  }

  function ended(name, code, signal) {
    if (exitCode !== undefined) return
    const others = [...alive.keys()].join(', ')
    // A program that refuses to start has said why, in one line.
    if (ready.has(name) || code !== 1) process.stderr.write(`The ${name} ended unexpectedly (${signal ?? `exit code ${code}`})${others ? `: ending the ${others}` : ''}\n`)
    stop(1)
  }

  function stop(code) {
    if (exitCode !== undefined) return
    exitCode = code
    for (const child of alive.values()) child.kill('SIGTERM')
    setTimeout(() => {
      for (const [name, child] of alive) {
        process.stderr.write(`The ${name} did not end within ${graceMs / 1000} s: killed\n`)
        child.kill('SIGKILL')
      }
    }, graceMs).unref()
    leave()
  }

  function leave() {
    if (!alive.size) process.exit(exitCode)
  }

  return { start }
}

const eachLine = (stream, take) => createInterface({ input: stream }).on('line', take)
