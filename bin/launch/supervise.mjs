/** Keeps programs running together: one signal ends all, and one that dies while it serves is started again. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { whenReady } from './checks.mjs'

/** A supervisor of containers usually kills after 10 s; the promise of this product is 5. */
const graceMs = 4000
/** A program that dies so often within a minute will not get well by itself: whoever runs this must see it end. */
const mostDeaths = 5
const minuteMs = 60_000

/**
 * @param {string} cwd
 * @param {{ firstPauseMs?: number }} options The pause before a new start; it doubles with each death within the
 * minute.
 */
export function supervisor(cwd, { firstPauseMs = 500 } = {}) {
  let exitCode
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const alive = new Map()
  /** Answered at least once: from then on its end is a death, not a refusal to start. */
  const ready = new Set()
  /** When programs died, of all of them: two that take turns are no better than one. */
  let deaths = []
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0))

  /**
   * Resolves when it answers; never, when it ends before. Programs start side by side, but one that comes `after`
   * another complains after it: what both would refuse is refused once.
   * @param {{ args: string[], env: NodeJS.ProcessEnv, ready: string, lines?: (line: string) => boolean }} program
   */
  async function start(name, program, after = Promise.resolve()) {
    const child = launch(name, program, after)
    child.on('close', (code, signal) => {
      alive.delete(name)
      if (exitCode === undefined) after.then(() => ended(name, program, code, signal))
      else leave()
    })
    const [answers] = await Promise.all([
      whenReady(program.ready, () => child.exitCode === null && child.signalCode === null),
      after,
    ])
    if (!answers) return new Promise(() => {})
    ready.add(name)
  }

  function launch(name, program, after) {
    const followParent = new URL('./follow-parent.mjs', import.meta.url).href
    const child = spawn(process.execPath, ['--import', followParent, ...program.args], {
      cwd,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    alive.set(name, child)
    // One that could not be started at all closes as well, right after.
    child.on('error', error => process.stderr.write(`The ${name} could not be run: ${error.message}\n`))
    eachLine(child.stdout, line => {
      if (program.lines?.(line) ?? true) process.stdout.write(`${line}\n`)
    })
    eachLine(child.stderr, line =>
      after.then(() => {
        if (exitCode === undefined) process.stderr.write(`${line}\n`)
      }),
    )
    return child
  }

  function ended(name, program, code, signal) {
    if (exitCode !== undefined) return
    const how = signal ?? `exit code ${code}`
    if (ready.has(name)) return again(name, program, how)
    // A program that refuses to start has said why, in one line.
    if (code !== 1) process.stderr.write(`The ${name} ended unexpectedly (${how})${endingOthers()}\n`)
    stop(1)
  }

  /** The others go on meanwhile: the console says that the backend is away, SMIBs send once more what was not taken. */
  function again(name, program, how) {
    const now = Date.now()
    deaths = [...deaths.filter(at => now - at < minuteMs), now]
    if (deaths.length >= mostDeaths) {
      process.stderr.write(
        `The ${name} ended unexpectedly (${how}), the ${deaths.length}th end within a minute: giving up${endingOthers()}\n`,
      )
      return stop(1)
    }
    const pauseMs = firstPauseMs * 2 ** (deaths.length - 1)
    process.stderr.write(
      `The ${name} ended unexpectedly (${how}): starting it again in ${pauseMs / 1000} s\n`,
    )
    setTimeout(() => {
      if (exitCode !== undefined) return
      start(name, program).then(() => process.stderr.write(`The ${name} runs again\n`))
    }, pauseMs)
  }

  function endingOthers() {
    const others = [...alive.keys()].join(', ')
    return others ? `: ending the ${others}` : ''
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
