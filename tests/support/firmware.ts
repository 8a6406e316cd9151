/** SMIBs that load firmware, and the people who order it. */
import { expect } from 'vitest'
import { lookAtRollouts } from '../../backend/estate/firmware/rollout-turns.service'
import { expireCommands } from '../../backend/estate/control/expiry.service'
import type { DownlinkCommand } from '../../backend/estate/control/downlink.contract'
import type { Person } from '../people'
import type { TestBackend } from './backend'

const conf = '/api/configuration/v1'
interface Row {
  _id: string
  [name: string]: unknown
}
interface Answer {
  data: Record<string, Row> & { rows: Row[]; results: { outcome: string; reason?: string }[] }
  error: { code: string; fields?: object }
}

export function firmwareOf(backend: () => TestBackend) {
  const post = (path: string, body: object, as: Person = 'mihai') =>
    backend().json<Answer>(`${conf}/${path}`, { as, body })
  const token = () => backend().ingestTokens.carpathia
  return {
    post,
    async upload(name: string, bytes: string | Uint8Array, as: Person = 'mihai', more = '') {
      const response = await backend().app.request(`${conf}/firmware-version?name=${name}${more}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await backend().login(as)}` },
        body: Buffer.from(bytes as string),
      })
      return { status: response.status, body: (await response.json()) as Answer }
    },
    async draft(input: object): Promise<string> {
      const { status, body } = await post('firmware-rollout', { name: 'A rollout', gap: 0, ...input })
      expect([status, body.error?.fields]).toEqual([200, undefined])
      return body.data['firmware-rollout']?._id ?? ''
    },
    async act(action: string, id: string) {
      const { body } = await post(`firmware-rollout-${action}`, {
        ids: [id],
        reason: 'Tried in one location',
      })
      return body.data.results[0]
    },
    async rollout(id: string) {
      const { body } = await backend().json<Answer>(`${conf}/firmware-rollout/${id}`, { as: 'mihai' })
      return body.data['firmware-rollout'] as Row
    },
    /** By MAC address. */
    async results(id: string): Promise<Record<string, string>> {
      const body = { exactFields: ['rollout'], exactValues: [id] }
      const { rows } = (await post('firmware-boards', body)).body.data
      return Object.fromEntries(rows.map(row => [(row.smib as { name: string }).name, String(row.result)]))
    },
    async turn() {
      await expireCommands(backend().deps)
      await lookAtRollouts(backend().deps)
    },
    async fetch(...smib_ids: string[]): Promise<DownlinkCommand[]> {
      const { body } = await backend().json<{ data: { commands: DownlinkCommand[] } }>(
        '/api/rawdata/v1/commands/fetch',
        { token: token(), body: { smib_ids } },
      )
      return body.data.commands
    },
    answer: (command: DownlinkCommand | undefined, answer: object) =>
      backend().json('/api/rawdata/v1/commands/answers', {
        token: token(),
        body: { answers: [{ command_id: command?.command_id, ...answer }] },
      }),
    /** As SMIBs do when they ask for their settings. */
    report: (smib_id: string, firmware: string) =>
      backend().json(`${conf}/board-config`, { token: token(), body: { boards: [{ smib_id, firmware }] } }),
    load: (command: DownlinkCommand | undefined, range?: string, as = token()) =>
      backend().app.request(String(command?.input.url), {
        headers: { authorization: `Bearer ${as}`, ...(range && { range }) },
      }),
  }
}
