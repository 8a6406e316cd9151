import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'

/** One line on stderr, exit code 1: how every refusal to start looks. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

export function portSetting(name, byDefault) {
  const text = process.env[name] || String(byDefault)
  const port = Number(text)
  return /^\d+$/.test(text) && port > 0 && port < 65_536
    ? port
    : fail(`${name} must be a port from 1 to 65535, not "${text}"`)
}

/** Asked about before anything starts: what both programs would refuse is refused once. */
export function portIsFree(port, host) {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', error =>
      error.code === 'EADDRINUSE'
        ? resolve(false)
        : fail(`Port ${port}${host ? ` on ${host}` : ''} cannot be used: ${error.message}`),
    )
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
}

/**
 * Browsers and `fetch` refuse some ports whatever answers there (the Fetch standard's "bad ports"): a console nobody
 * could open, a backend the console could not ask.
 */
export async function portIsReachable(port) {
  // Nothing listens yet: a connection that is refused was tried, and only that matters.
  const refusal = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2000) }).then(
    () => undefined,
    error => error.cause?.message,
  )
  return refusal !== 'bad port'
}

/** Both programs write there; asked once, so that it is refused once. */
export function folderForData(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
    const probe = mkdtempSync(path.join(folder, '.writable-'))
    rmdirSync(probe)
  } catch (error) {
    fail(`DATA_DIR "${folder}" is not writable (${error.code})`)
  }
}

/** True once the address answers 200, false when who should answer has ended before. */
export async function whenReady(url, isAlive) {
  while (isAlive()) {
    if ((await statusOf(url)) === 200) return isAlive()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

/** Each on a connection of its own: one that is kept open would hold up a program that is told to end. */
function statusOf(url) {
  return new Promise(resolve => {
    const request = get(url, { agent: false, timeout: 2000 }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
  })
}

/** Where a program that listens on this host answers from this machine. */
export function addressOf(host, port) {
  const name = !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
