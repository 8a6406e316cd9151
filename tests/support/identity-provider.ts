/**
 * The house's identity provider, a real one in this process: who asks is signed in there at once, as who they say in
 * `login_hint`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface HousePerson {
  email?: string
  email_verified?: boolean
  groups?: string[]
}

export interface IdentityProvider {
  issuer: string
  env: Record<string, string>
  /** By their name there; changed while it runs. */
  people: Record<string, HousePerson>
  /** By how many seconds its clock is ahead of everybody else's. */
  ahead: number
  /** Walks as a browser does, with cookies, until it is sent back to the console. */
  walk(location: string): Promise<URL>
  close(): Promise<void>
}

const client = { client_id: 'console', client_secret: 'a secret of the house and the console' }

/** It is one process with who asks: its own clock is known by who is at work. */
const there = new AsyncLocalStorage<true>()

export async function identityProvider(redirectUri: string): Promise<IdentityProvider> {
  let handle: (...request: Parameters<ReturnType<Provider['callback']>>) => void = () => {}
  const server: Server = createServer((request, response) => there.run(true, () => handle(request, response)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: Record<string, HousePerson> = {}
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: ['http://localhost:3000/auth/login'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['the house alone knows it'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...people[id] }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const signedIn = async () => {
      const { params } = await provider.interactionDetails(request, response)
      const accountId = String(params.login_hint)
      const result =
        accountId in people
          ? { login: { accountId } }
          : { error: 'access_denied', error_description: 'unknown' }
      await provider.interactionFinished(request, response, result)
    }
    signedIn().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  const everybodys = Date.now.bind(Date)
  const house: IdentityProvider = {
    issuer,
    people,
    ahead: 0,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_SCOPE: 'openid email groups',
      OIDC_ROLES: 'floor=operator;house=manager',
    },
    walk: location => walk(location, redirectUri),
    close: () => {
      Date.now = everybodys
      return new Promise(resolve => void server.close(() => resolve()))
    },
  }
  Date.now = () => everybodys() + (there.getStore() ? house.ahead * 1_000 : 0)
  return house
}

const MOST_STEPS = 10

async function walk(location: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(location)
  for (let step = 0; step < MOST_STEPS; step++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        connection: 'close',
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`the provider stays at ${at.pathname}: ${await response.text()}`)
    at = new URL(next, at)
    if (at.href.startsWith(until)) return at
  }
  throw new Error('the provider sends the browser in circles')
}
