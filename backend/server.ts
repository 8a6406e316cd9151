/** Listens. Whatever keeps it from starting is told in one line, and it ends with code 1. */
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { createApp } from './app'
import { openAudit, startAuditKeeper } from './platform/audit/audit-keeper'
import { startRefusalSweep } from './platform/http/refusals.service'
import { startCheckpoints } from './accounting/checkpoints/checkpoints.service'
import { startAlarmsWatch } from './accounting/alarms/alarms-watch.service'
import { startAnomaliesWatch } from './accounting/anomalies/anomalies-watch.service'
import { startDaysWatch } from './accounting/closing/days-watch.service'
import { startSpansWatch } from './accounting/days/span-sums.service'
import { startJackpotWatch } from './money/jackpots/jackpot-watch.service'
import { bootstrapAdmin } from './identity/auth/users.service'
import { seedRoles } from './identity/auth/roles'
import { startFirmwareWatch } from './estate/firmware/rollout-turns.service'
import { startExpiry } from './estate/control/expiry.service'
import { zoneData } from './platform/contract/time-zone'
import { openDatabase, type Database } from './platform/db/database'
import { warnOfPooler } from './platform/db/pooler'
import { migrate } from './schema/migrate'
import { seedNetwork } from './demo/seed'
import { fetchOverMqtt } from './demo/fetch-over-mqtt'
import { startSimulator } from './demo/simulator'
import type { Deps } from './platform/deps'
import { readEnv, type BackendEnv } from './platform/env'
import { startExportSweep } from './workflow/exports/exports.service'
import { startImportSweep } from './workflow/imports/import-sweep.service'
import { startReportSchedules } from './accounting/report-schedules/schedule-watch.service'
import { startRetention } from './players/player-exclusion/retention.service'
import { startSnapshotSweep } from './accounting/share-links/snapshots.service'
import { startRawRetention } from './accounting/retention/retention-watch.service'
import { startStorageReserve } from './platform/http/storage-room'
import { unreadProblem } from './platform/http/unread'
import { holdDataDir } from './platform/instance-lock'
import { startMonthsWatch } from './accounting/figures/months-watch.service'
import { startMail } from './identity/mail/mail-worker'
import { startMqtt } from './workflow/mqtt/mqtt-bridge'
import { mayStillSee } from './workflow/notifications/push-plan.service'
import { startWebhooks } from './workflow/webhooks/deliver.service'
import { startRequestNotifications } from './workflow/notifications/request-notifications.service'
import { startNoticeMails } from './workflow/notifications/notice-watch.service'
import { smtpTransport } from './identity/mail/transport'
import { startMeterComparisons } from './accounting/meters/meter-comparisons.service'
import { startPresenceWatch } from './telemetry/presence/presence-watch'
import { consoleIntoLog } from './platform/patches/console-into-log'
import { readersOf } from './gauges'
import { programMetrics } from './platform/process/program-metrics'
import { programLog } from './platform/process/log'
import { KEEP_ALIVE_MS, MOST_WAITING } from './platform/process/keep-alive'
import { plainRequestLine } from './platform/process/request-line'
import { stayUp } from './platform/process/stay-up'
import { openTraces } from './platform/process/traces'
import { answerUnread } from './platform/process/unread-requests'
import { attachRealtime } from './workflow/realtime/websocket'
import { openBus } from './workflow/realtime/open-bus'
import { endLeases } from './platform/tasks/claim'
import { startRunner } from './platform/tasks/runner'
import { mailComposers, tasksOf } from './work'

/** The launcher allows 5 s; this leaves it one to see that we are gone. */
const GRACE_MS = 3_500

const FIRST_PAGE_MS = 2_000

interface Stoppable {
  stop(): Promise<void> | void
}

let log = programLog('backend', 'info')
const up = stayUp(() => log, refuse)
consoleIntoLog(() => log)
await main().catch(refuse)

function refuse(error: unknown): void {
  process.stderr.write(
    `Backend cannot start: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
  )
  process.exit(1)
}

async function main(): Promise<void> {
  const env = readEnv(process.env)
  log = programLog('backend', env.logLevel)
  if (!zoneData.isPinned)
    log.warn(
      { ...zoneData },
      'the platform has newer zone data than this version of the product: they are used',
    )
  // On PostgreSQL several backends may share everything, this folder's default included.
  const release = env.databaseUrl ? () => {} : holdDataDir(env.dataDir)
  const traces = env.tracesEndpoint === undefined ? undefined : await openTraces('backend', log)
  const database = await open(env)
  const bus = await openBus(env, log)
  const replica = env.databaseReadUrl ? database.openReplica(env.databaseReadUrl, log) : undefined
  const deps: Deps = {
    db: database.db,
    engine: database.engine,
    replica,
    traces,
    env,
    log,
    clock: Date.now,
    bus,
  }
  await openAudit(deps, env.auditAdopt)
  await seedRoles(deps.db, deps.clock())
  if (!env.databaseUrl) await endLeases(deps.db, deps.clock())
  // Whoever finds the door open must be able to sign in.
  if (env.demo) await seedNetwork(deps)
  // Also where a demo was asked for and not made, since somebody's tenants were there: a system without users is a
  // locked one.
  await bootstrapAdmin(deps)
  const metrics = env.metrics && (await programMetrics(readersOf(deps, database), log))
  const app = createApp({ ...deps, requestDone: metrics?.requestDone })
  const server = await listen(app.fetch, env)
  const running: Stoppable[] = [
    ...(traces ? [traces] : []),
    ...(metrics && env.metrics ? [await metrics.listen(env.metrics, 'BACKEND_METRICS')] : []),
    attachRealtime(server as Server, deps),
    ...(env.mqttUrl
      ? [await startMqtt(deps, env.mqttUrl, (path, init, sender) => app.request(path, init, { sender }))]
      : []),
    startAuditKeeper(deps),
    startRefusalSweep(deps),
    soon(() => [
      startStorageReserve(deps),
      startRunner(deps, tasksOf(app)),
      startPresenceWatch(deps),
      startExpiry(deps),
      startFirmwareWatch(deps),
      startMeterComparisons(deps),
      startCheckpoints(deps),
      startMail(deps, mailComposers, smtpTransport(env)),
      startDaysWatch(deps),
      startSpansWatch(deps),
      startMonthsWatch(deps),
      startJackpotWatch(deps),
      startAnomaliesWatch(deps),
      startAlarmsWatch(deps),
      startRequestNotifications(deps),
      startNoticeMails(deps),
      startWebhooks(deps, mayStillSee),
      startReportSchedules(deps),
      startExportSweep(deps),
      startImportSweep(deps),
      startRetention(deps),
      startSnapshotSweep(deps),
      startRawRetention(deps),
      ...(env.demo
        ? [
            startSimulator(deps, {
              baseUrl: `http://${reachable(env.host)}:${env.port}`,
              ...(env.mqttUrl && { fetch: fetchOverMqtt(env.mqttUrl) }),
            }),
          ]
        : []),
    ]),
  ]
  log.info({ port: env.port, engine: database.engine, zone_data: zoneData.version }, 'backend ready')
  up.started()
  if (env.databaseUrl) void warnOfPooler(env.databaseUrl, log)
  stopOnSignal(log, async () => {
    await Promise.all(running.map(part => part.stop()))
    await close(server)
    await bus.close()
    await database.close()
    release()
  })
}

/** Who waits for the first page comes before work in the background, which would take both processors from it. */
function soon(start: () => Stoppable[]): Stoppable {
  let started: Stoppable[] = []
  const timer = setTimeout(() => {
    started = start()
  }, FIRST_PAGE_MS)
  return {
    stop: async () => {
      clearTimeout(timer)
      await Promise.all(started.map(part => part.stop()))
    },
  }
}

async function open(env: BackendEnv): Promise<Database> {
  const database = openDatabase({
    url: env.databaseUrl,
    file: env.databaseFile,
    secret: env.sessionSecret,
    isTraced: env.tracesEndpoint !== undefined,
  })
  try {
    const { searchIndex } = await migrate(database.db)
    if (searchIndex !== null) log.warn({ why: searchIndex }, 'slots are searched without an index')
    return database
  } catch (error) {
    const why =
      error instanceof Error
        ? error.message || String((error as { code?: string }).code ?? error.name)
        : String(error)
    throw new Error(
      env.databaseUrl
        ? `DATABASE_URL cannot be used: ${why}`
        : `the database in DATA_DIR cannot be used: ${why}`,
    )
  }
}

function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { port, host }: BackendEnv,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS }
    const server = createAdaptorServer({ fetch, hostname: host, serverOptions })
    ;(server as Server).prependListener('request', plainRequestLine)
    answerUnread(server as Server, unreadProblem)
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `port ${port} is taken (BACKEND_PORT)`
            : `cannot listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    )
    ;(server as Server).listen({ port, host, backlog: MOST_WAITING }, () => resolve(server))
  })
}

/** Where this computer finds a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function close(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    // Requests under way are answered; connections that only wait are not worth waiting for.
    ;(server as Server).closeIdleConnections()
    setTimeout(() => (server as Server).closeAllConnections(), GRACE_MS / 2).unref()
  })
}

function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    stop().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
