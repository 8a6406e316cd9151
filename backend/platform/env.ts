/** The backend's settings, checked once at start. docs/operations.md says what each means. */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrl, replicaUrl } from './contract/database-url'
import { MOST_ABSOLUTE_HOURS, MOST_IDLE_MINUTES } from './contract/kiosks.contract'
import { metricsAddress, type MetricsAddress } from './contract/metrics-address'
import { mqttUrl } from './contract/mqtt-url'
import { tracesEndpoint } from './contract/traces-endpoint'
import { MOST_NAME_LETTERS } from './process/installation-name'

const blank = (value: unknown) => (value === '' ? undefined : value)
const port = (fallback: number) =>
  z.preprocess(blank, z.coerce.number().int().min(1).max(65_535).default(fallback))

const schema = z
  .object({
    BACKEND_PORT: port(4000),
    /** Loopback by default: SMIBs and integrators reach a backend through a proxy, or where an operator opens it. */
    BACKEND_HOST: z.preprocess(blank, z.string().default('127.0.0.1')),
    /**
     * How many proxies stand before the backend itself: TRUST_PROXY is the console's, whose callers come another way.
     */
    BACKEND_TRUST_PROXY: z.preprocess(blank, z.coerce.number().int().min(0).max(8).default(0)),
    DATA_DIR: z.preprocess(blank, z.string().default('./data')),
    /** Where Prometheus reads the backend's metrics; off unless it is set. */
    BACKEND_METRICS: z.preprocess(blank, metricsAddress.optional()),
    /** Where traces go; its exporter reads OpenTelemetry's other settings itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(blank, tracesEndpoint.optional()),
    DATABASE_URL: z.preprocess(blank, databaseUrl.optional()),
    /** A replica of it, for what may be some seconds old. */
    DATABASE_READ_URL: z.preprocess(blank, replicaUrl.optional()),
    /** A broker through which SMIBs send as well as over HTTP. */
    MQTT_URL: z.preprocess(blank, mqttUrl.optional()),
    SESSION_SECRET: z.preprocess(blank, z.string().min(32, 'must have at least 32 characters').optional()),
    /**
     * Also the console's: there it ends what nobody uses; here it bounds what a tenant's kiosk may grant to others'
     * people.
     */
    SESSION_IDLE_MINUTES: z.preprocess(
      blank,
      z.coerce.number().int().min(1).max(MOST_IDLE_MINUTES).default(15),
    ),
    SESSION_ABSOLUTE_HOURS: z.preprocess(
      blank,
      z.coerce.number().int().min(1).max(MOST_ABSOLUTE_HOURS).default(12),
    ),
    /** Shown instead of the product's name; the console reads it, too. */
    INSTALLATION_NAME: z.preprocess(blank, z.string().trim().max(MOST_NAME_LETTERS).optional()),
    DEMO: z.preprocess(blank, z.enum(['on', 'off']).default('on')),
    AUDIT_ADOPT: z.preprocess(blank, z.enum(['on', 'off']).default('off')),
    SMTP_URL: z.preprocess(
      blank,
      z
        .string()
        .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
        .optional(),
    ),
    /** Who e-mail comes from; the console's host by default. */
    MAIL_FROM: z.preprocess(blank, z.email().max(254).optional()),
    /** Also the console's: links in e-mails lead there. Never taken from a request, whose headers a stranger writes. */
    ORIGIN: z.preprocess(blank, z.url({ protocol: /^https?$/ }).optional()),
    PORT: port(3000),
    /** A standard OpenID Connect provider (ruling 13). */
    OIDC_ISSUER: z.preprocess(blank, z.url({ protocol: /^https?$/ }).optional()),
    OIDC_CLIENT_ID: z.preprocess(blank, z.string().optional()),
    OIDC_CLIENT_SECRET: z.preprocess(blank, z.string().optional()),
    OIDC_SCOPE: z.preprocess(blank, z.string().max(500).default('openid email profile')),
    /**
     * Which of the provider's claims names a person's groups, and which role each of them is:
     * `floor=operator;house=manager`.
     */
    OIDC_GROUPS_CLAIM: z.preprocess(blank, z.string().max(100).default('groups')),
    OIDC_ROLES: z.preprocess(
      blank,
      z
        .string()
        .regex(/^[^=;]+=[^=;]+(?:;[^=;]+=[^=;]+)*;?$/, 'must be like group=role;group=role')
        .optional(),
    ),
    /**
     * Of tests: where webhooks may lead although it is http or within a private network. Whole origins, so that a port
     * says which program.
     */
    WEBHOOK_TEST_ORIGINS: z.preprocess(
      blank,
      z
        .string()
        .max(2_000)
        .transform(text =>
          text
            .split(',')
            .map(one => one.trim())
            .filter(Boolean),
        )
        .refine(
          list => list.every(one => URL.canParse(one) && new URL(one).origin === one && one !== 'null'),
          'must be origins such as http://127.0.0.1:8080, separated by commas',
        )
        .optional(),
    ),
    /** Push services of browsers besides the well-known ones: `push.example.com`, `*.push.example.com`. */
    PUSH_SERVICES: z.preprocess(
      blank,
      z
        .string()
        .max(2_000)
        .transform(text =>
          text
            .split(',')
            .map(one => one.trim().toLowerCase())
            .filter(Boolean),
        )
        .refine(
          list => list.every(one => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(one)),
          'must be hosts such as push.example.com or *.push.example.com, separated by commas',
        )
        .optional(),
    ),
    LOG_LEVEL: z.preprocess(
      blank,
      z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    ),
  })
  .superRefine((env, refuse) => {
    if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined)
      refuse.addIssue({
        code: 'custom',
        path: ['DATABASE_READ_URL'],
        message: 'is for a replica of DATABASE_URL, which is not set',
      })
    const missing = (['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter(
      name => env[name] === undefined,
    )
    if (missing.length < 3)
      for (const name of missing)
        refuse.addIssue({
          code: 'custom',
          path: [name],
          message: 'is missing: a provider has an issuer, a client id and a client secret',
        })
  })

export interface BackendEnv {
  port: number
  host: string
  trustedProxies: number
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  databaseReadUrl: string | undefined
  /** With the broker's user and password: never in a log. */
  mqttUrl: string | undefined
  metrics: MetricsAddress | undefined
  tracesEndpoint: string | undefined
  /** Absolute path of the embedded database. */
  databaseFile: string
  sessionSecret: string | undefined
  /** Take the audit log as it is, once: after the secret was changed, or a copy restored. */
  auditAdopt: boolean
  sessionIdleMinutes: number
  /** However busy, one signs in again after this. */
  sessionAbsoluteHours: number
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Where people find the console, without a slash at the end. */
  consoleOrigin: string
  oidc:
    | {
        issuer: string
        clientId: string
        clientSecret: string
        scope: string
        groupsClaim: string
        roles: { group: string; role: string }[]
      }
    | undefined
  /** Origins that webhooks may reach although they are http or private. */
  webhookTestOrigins: readonly string[]
  /** Hosts, `*.` for any name under one. */
  pushServices: readonly string[]
  logLevel: string
}

/**
 * Throws an Error whose message is one line that names every unusable setting; values are not repeated, some are
 * secret.
 */
export function readEnv(source: Record<string, string | undefined>): BackendEnv {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    throw new Error(
      `Invalid settings: ${parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  }
  const env = parsed.data
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env
  const dataDir = resolve(env.DATA_DIR)
  const console = new URL(env.ORIGIN ?? `http://localhost:${env.PORT}`)
  return {
    port: env.BACKEND_PORT,
    host: env.BACKEND_HOST,
    trustedProxies: env.BACKEND_TRUST_PROXY,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    mqttUrl: env.MQTT_URL,
    metrics: env.BACKEND_METRICS,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    databaseFile: join(dataDir, 'backend.db'),
    sessionSecret: env.SESSION_SECRET,
    auditAdopt: env.AUDIT_ADOPT === 'on',
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    sessionAbsoluteHours: env.SESSION_ABSOLUTE_HOURS,
    demo: env.DEMO === 'on',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${console.hostname}`,
    consoleOrigin: console.origin,
    webhookTestOrigins: env.WEBHOOK_TEST_ORIGINS ?? [],
    pushServices: env.PUSH_SERVICES ?? [],
    logLevel: env.LOG_LEVEL,
    oidc:
      OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
        ? {
            issuer: OIDC_ISSUER,
            clientId: OIDC_CLIENT_ID,
            clientSecret: OIDC_CLIENT_SECRET,
            scope: env.OIDC_SCOPE,
            groupsClaim: env.OIDC_GROUPS_CLAIM,
            roles: rolesIn(env.OIDC_ROLES ?? ''),
          }
        : undefined,
  }
}

const rolesIn = (text: string): { group: string; role: string }[] =>
  text
    .split(';')
    .map(pair => pair.split('='))
    .flatMap(([group = '', role = '']) => (role ? [{ group: group.trim(), role: role.trim() }] : []))
