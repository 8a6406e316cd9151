import { z } from 'zod'
import type { Api } from '../../api/client.server'

const answer = z.looseObject({
  rows: z.array(z.looseObject({ _id: z.string(), answer_code: z.string().nullish() })),
})

/** The commands that are still under way, and their answers so far. */
export async function openOf(api: Api, about: 'slot' | 'smib', id: string): Promise<{ open: string[] }> {
  const { rows } = await api.call('POST', '/api/slotcontrol/v1/commands', {
    body: { rowsPerPage: 50, exactFields: [about, 'state'], exactValues: [id, ['queued', 'sent']] },
    write: false,
    schema: answer,
  })
  return { open: rows.map(row => row._id) }
}
