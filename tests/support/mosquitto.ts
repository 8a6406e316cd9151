/** A real broker for tests: Eclipse Mosquitto, where it is installed (`.ci/run` installs it). */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isProgram, which } from '../../bin/testing/install.mjs'
import { freePort } from '../../bin/testing/free-port.mjs'

/** Debian's place, which is not in everybody's PATH. */
const SYSTEM_PROGRAM = '/usr/sbin/mosquitto'
/** Undefined: there is none, and the test says that it was skipped. */
export const mosquittoProgram = which('mosquitto') ?? (isProgram(SYSTEM_PROGRAM) ? SYSTEM_PROGRAM : undefined)

export interface Broker {
  urlOf(user: string): string
  /** As a crash: what it has taken and not written down is lost. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const password = 'broker-2026'

/** With one user for the backend and one for each sender, and the rights that docs/integration.md gives them. */
export async function startBroker(senders: readonly string[], rights: string): Promise<Broker> {
  if (!mosquittoProgram) throw new Error('No Mosquitto')
  const folder = mkdtempSync(path.join(tmpdir(), 'console-mqtt-'))
  // Its program gives up root's rights and must still read these.
  chmodSync(folder, 0o777)
  const port = await freePort()
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o644 })
    return path.join(folder, name)
  }
  const users = file('users', ['backend', ...senders].map(user => `${user}:${password}\n`).join(''))
  spawnSync(path.join(path.dirname(mosquittoProgram), '../bin/mosquitto_passwd'), ['-U', users])
  chmodSync(users, 0o644)
  const settings = file(
    'mosquitto.conf',
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${users}`,
      `acl_file ${file('rights', rights)}`,
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_on_changes true',
      'autosave_interval 1',
      'log_type error',
      '',
    ].join('\n'),
  )
  let running: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise(resolve => running?.once('exit', resolve))
    running?.kill(signal)
    await ended
  }
  const start = async () => {
    running = spawn(mosquittoProgram as string, ['-c', settings], { stdio: 'ignore' })
    for (let tries = 0; !(await isListening(port)); tries++) {
      if (tries > 200) throw new Error('Mosquitto did not start')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const kill = () => running?.kill('SIGKILL')
  process.once('exit', kill)
  await start()
  return {
    urlOf: user => `mqtt://${user}:${password}@127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM')
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
