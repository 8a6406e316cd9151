/** API tokens, made and used as people and their programs do. */
import { tenants } from '../people'
import type { Ask, Envelope, TestBackend } from './backend'

const base = '/api/authorization/v1'

interface Made {
  api_token: { _id: string; version: number } & Record<string, unknown>
  secret: string
}
export function apiTokens(b: () => TestBackend) {
  let made = 0
  async function create(input: Record<string, unknown> = {}, ask: Ask = { as: 'ana' }) {
    const answer = await b().json(`${base}/api-token`, {
      ...ask,
      body: {
        name: `gateway ${++made}`,
        tenant: tenants.carpathia.id,
        rights: ['send_data'],
        ...input,
      },
    })
    return { ...answer, made: answer.body.data as unknown as Made }
  }
  const codeOf = ({ status, body }: { status: number; body: Envelope }) =>
    `${status} ${body.error?.code ?? 'ok'}`
  const problemsOf = ({ body }: { body: Envelope }) =>
    Object.fromEntries(
      Object.entries(body.error?.fields ?? {}).map(([name, found]) => [
        name,
        found.map(one => one.code).join(),
      ]),
    )
  let seq = 0
  /** What became of one message of each SMIB. */
  async function deliver(token: string, macs: readonly string[], ask: Ask = {}) {
    const answer = await b().json('/api/rawdata/v1/ingest', {
      token,
      ...ask,
      body: {
        messages: macs.map(smib_id => ({
          smib_id,
          message_seq_nr: ++seq,
          server_time_nano: `${b().clock()}000000`,
        })),
      },
    })
    const verdicts = (answer.body.data?.verdicts ?? []) as { verdict: string; code?: string }[]
    return answer.status === 200
      ? verdicts.map(({ verdict, code }) => code ?? verdict).join(' ')
      : codeOf(answer)
  }
  return { create, codeOf, problemsOf, deliver }
}
