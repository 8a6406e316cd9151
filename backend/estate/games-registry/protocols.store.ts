import type { Faults } from '../../platform/contract/across'
import { isSpoken } from '../slots/protocols.contract'
import { derived } from '../../platform/store/columns'
import { protocolsContract } from './protocols.contract'
import { registryStore } from './registry-store'

export const store = registryStore(protocolsContract, {
  table: 'protocols',
  columns: {
    spoken: derived(['name'], row => isSpoken(String(row.name))),
  },
  // The commands that a slot understands are looked up by this name.
  faults: ({ before, input }) =>
    Promise.resolve<Faults>(
      before && before.name !== input.name && isSpoken(String(before.name))
        ? { name: [{ code: 'fixed' }] }
        : {},
    ),
  archiveBlockers: async (db, ids) => {
    const rows = await db.selectFrom('protocols').select(['id', 'name']).where('id', 'in', ids).execute()
    return new Map(
      rows
        .filter(({ name }) => isSpoken(name))
        .map(({ id }) => [id, { code: 'protocol_spoken', message: 'The SMIBs of this system speak it' }]),
    )
  },
})
