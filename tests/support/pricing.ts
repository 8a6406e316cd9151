/** Bell Link's credits are worth something else from an instant on. */
import { expect } from 'vitest'
import { slots } from '../people'
import type { TestBackend } from './backend'

export const pricing =
  (of: () => TestBackend) =>
  async (at: number, minor: number): Promise<void> => {
    const backend = of()
    backend.clock.set(at)
    const path = `/api/configuration/v1/slot/${slots.bellLink.id}`
    const { body } = await backend.json<{ data: { slot: Record<string, never> } }>(path, { as: 'ana' })
    const { version, serial, manufacturer, location } = body.data.slot as unknown as {
      version: number
      serial: string
      manufacturer: { _id: string }
      location: { _id: string }
    }
    const answer = await backend.request(path, {
      as: 'ana',
      method: 'PUT',
      body: {
        serial,
        manufacturer: manufacturer._id,
        location: location._id,
        version,
        denomination: { minor, currency: 'RON' },
        reason: 'As agreed',
      },
    })
    expect(answer.status).toBe(200)
  }
