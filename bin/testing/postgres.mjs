/** A PostgreSQL for the tests: a cluster of their own in a temporary folder, gone afterwards. */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { aptInstall, which } from './install.mjs'

/**
 * `{ url, pid, binaries, restart, goAway, comeBack, promote, freeze, unfreeze, stop }`. The url's user may create
 * databases; `pid` is the server's until a restart; `binaries` is the folder of the programs. `restart` is PostgreSQL's
 * own, by pg_ctl: `fast` breaks every connection off and writes everything down, `immediate` is a crash, after which
 * the log is read again. `folderOfPrograms` has the `initdb` and `postgres` of another version. `copied`: a standby may
 * follow this server. `standbyOf`, the url of such a server: begins as its copy, follows it and takes no writes
 * until `promote`.
 */
export async function startPostgres(folderOfPrograms, { copied = false, standbyOf } = {}) {
  const binaries =
    folderOfPrograms ?? findBinaries() ?? (aptInstall('postgresql') ? findBinaries() : undefined)
  if (!binaries)
    throw new Error(
      'No PostgreSQL for the tests: install its server programs (initdb, postgres), or set TEST_DATABASE_URL',
    )

  const folder = mkdtempSync(path.join(tmpdir(), 'console-postgres-'))
  const data = path.join(folder, 'data')
  const owner = unprivilegedOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)

  const [program, args] = standbyOf
    ? ['pg_basebackup', ['-D', data, '-d', standbyOf, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']]
    : ['initdb', ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']]
  const initialised = spawnSync(path.join(binaries, program), args, {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (initialised.status !== 0) throw new Error(`${program} failed: ${initialised.stderr}`)

  const port = await freePort()
  // In the cluster's own file: whoever starts it again starts the same.
  const settings = {
    port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${folder}'`,
    max_connections: 200,
    shared_buffers: "'128MB'",
    fsync: 'off',
    full_page_writes: 'off',
    // Where nobody copies this server its log need not tell how.
    ...(copied || standbyOf
      ? { wal_level: 'replica', max_wal_senders: 4 }
      : { wal_level: 'minimal', max_wal_senders: 0 }),
    // A statement of a test is over before it would be translated.
    jit: 'off',
    log_min_messages: 'fatal',
  }
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  )
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', text => {
    said += text
  })

  const signal = name => {
    for (const pid of family(server.pid))
      try {
        process.kill(pid, name)
      } catch {
        /* it has ended meanwhile */
      }
  }
  const pidFile = path.join(data, 'postmaster.pid')
  const ended = new Promise(resolve => server.once('exit', resolve))
  const control = (...args) =>
    new Promise((resolve, reject) => {
      const pgCtl = spawn(
        path.join(binaries, 'pg_ctl'),
        [...args, '-D', data, '-w', '-s', '-l', path.join(folder, 'log')],
        { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let complaint = ''
      pgCtl.stderr.on('data', text => {
        complaint += text
      })
      pgCtl.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`pg_ctl ${args.join(' ')}: ${complaint}`)),
      )
    })
  // After a restart the server is no child of ours, but it still says who it is.
  const remove = () => {
    if (existsSync(pidFile)) {
      try {
        process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
      } catch {
        /* it has ended meanwhile */
      }
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  await Promise.race([
    answering(port, pidFile),
    ended.then(() => {
      throw new Error(`PostgreSQL did not start: ${said}`)
    }),
  ])
  return {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    binaries,
    restart: mode => control('restart', '-m', mode),
    goAway: () => control('stop', '-m', 'immediate'),
    comeBack: () => control('start'),
    promote: () => control('promote'),
    // Its children as well: connections stay open, and nobody answers.
    freeze: () => signal('SIGSTOP'),
    unfreeze: () => signal('SIGCONT'),
    async stop() {
      if (server.exitCode === null) signal('SIGCONT')
      await control('stop', '-m', 'fast').catch(() => {})
      process.off('exit', remove)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A program and those that it has started. */
function family(pid) {
  const children = readdirSync('/proc').filter(name => {
    try {
      // The second field after the name in brackets (proc(5)).
      return (
        /^\d+$/.test(name) &&
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === pid
      )
    } catch {
      return false // it has ended meanwhile
    }
  })
  return [pid, ...children.map(Number)]
}

/** In the PATH, or where Debian keeps them: newest first. */
function findBinaries() {
  const inPath = which('initdb') && which('postgres')
  if (inPath) return path.dirname(realpathSync(inPath))
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => path.join(versions, version, 'bin'))
    .find(folder => existsSync(path.join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .find(fields => fields[0] === name)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
}

/** The server writes "ready" on the pid file's eighth line; connecting alone may meet one that still starts. */
async function answering(port, pidFile) {
  for (;;) {
    const ready = existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready'
    if (ready && (await connects(port))) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function connects(port) {
  return new Promise(resolve => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
