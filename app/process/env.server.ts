/** The console's settings, checked once at start. A wrong one is one clear line and exit code 1. */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import path from 'node:path'
import { z } from 'zod'
import { installationSecret } from '../../backend/platform/contract/installation-secret'
import { databaseUrl } from '../../backend/platform/contract/database-url'
import { MOST_ABSOLUTE_HOURS, MOST_IDLE_MINUTES } from '../../backend/platform/contract/kiosks.contract'
import { metricsAddress, type MetricsAddress } from '../../backend/platform/contract/metrics-address'
import { MOST_NAME_LETTERS } from '../../backend/platform/process/installation-name'

const httpUrl = z.url({ protocol: /^https?$/ })
// Zod refines also what has failed the check before.
const origin = httpUrl.refine(
  value => URL.canParse(value) && new URL(value).pathname === '/',
  'must be an origin: scheme and host only',
)

const settings = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Where the console listens; on all addresses when left out. */
  HOST: z.string().optional(),
  BACKEND_PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  API_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  /** Where Prometheus reads the console's metrics; off unless it is set. */
  CONSOLE_METRICS: metricsAddress.optional(),
  DATABASE_URL: databaseUrl.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** A session without a request for this long has ended; a kiosk may have its own. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(MOST_IDLE_MINUTES).default(15),
  /** However busy, one signs in again after this. */
  SESSION_ABSOLUTE_HOURS: z.coerce.number().int().min(1).max(MOST_ABSOLUTE_HOURS).default(12),
  /** The public address when a proxy stands before the console, such as https://console.example.com. */
  ORIGIN: origin.optional(),
  /** How many proxies stand before the console and add to X-Forwarded-For. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(8).default(0),
  /** Hosts on whose sign-in page the SSO button shows (ruling 13). */
  SSO_HOSTS: z
    .string()
    .default('localhost')
    .transform(list =>
      list
        .split(',')
        .map(host => host.trim())
        .filter(Boolean),
    ),
  /** Shown instead of the product's name, on pages here and in the backend's e-mails. */
  INSTALLATION_NAME: z.string().trim().max(MOST_NAME_LETTERS).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export interface Env {
  port: number
  host: string | undefined
  apiUrl: string
  dataDir: string
  databaseUrl: string | undefined
  metrics: MetricsAddress | undefined
  /**
   * Signs the cookie, seals what the session store holds, and signs for the backend whose address a request came from.
   */
  sessionSecret: string
  sessionIdleMs: number
  sessionAbsoluteMs: number
  origin: string | undefined
  /** Behind HTTPS: Secure and __Host- cookies, HSTS. */
  https: boolean
  trustedProxies: number
  ssoHosts: string[]
  logLevel: string
}

/** Throws an Error whose message is the one line to print. An empty setting counts as left out. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'invalid'}`)
  }
  const env = parsed.data
  const dataDir = path.resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    apiUrl: (env.API_URL ?? `http://127.0.0.1:${env.BACKEND_PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    metrics: env.CONSOLE_METRICS,
    sessionSecret: env.SESSION_SECRET ?? installationSecret(dataDir),
    sessionIdleMs: env.SESSION_IDLE_MINUTES * MINUTE_MS,
    sessionAbsoluteMs: env.SESSION_ABSOLUTE_HOURS * HOUR_MS,
    origin: env.ORIGIN && new URL(env.ORIGIN).origin,
    https: env.ORIGIN?.startsWith('https:') ?? false,
    trustedProxies: env.TRUST_PROXY,
    ssoHosts: env.SSO_HOSTS,
    logLevel: env.LOG_LEVEL,
  }
}

function envOrExit(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    process.stderr.write(`console: ${(error as Error).message}\n`)
    process.exit(1)
  }
}

let known: Env | undefined
/** Settings are read at their first use, because unit tests import modules without having any. */
export const env = (): Env => (known ??= envOrExit())
