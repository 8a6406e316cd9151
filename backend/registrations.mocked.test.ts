/** What a later wing was to do, and nobody registered, is an error by its name: never left out in silence. */
import { expect, test } from 'vitest'
import type { Db } from './platform/db/database'
import { writeSystemEvents } from './estate/config/system-events.service'
import { afterAnswer } from './estate/control/answered-commands.service'
import { archivedIn } from './telemetry/rawdata/archive-spans.service'
import { observers } from './telemetry/rawdata/observers.service'
import { importerOf } from './workflow/imports/importers'
import { meterSetups } from './workflow/imports/meter-setups.service'

const db = {} as Db

test('before anything is registered, whoever needs it is refused by name', async () => {
  expect(() => observers()).toThrow('observers of ingestion')
  expect(() => importerOf('slots')).toThrow('importer of slots')
  expect(() => meterSetups()).toThrow('mechanical counters')
  expect(() => writeSystemEvents(db, [], 0)).toThrow('events of the system')
  expect(() => archivedIn(db, { tenantId: null }, 'readings', { from: null, to: null, places: {} })).toThrow(
    'archives',
  )
  await expect(afterAnswer(db, {} as never, 0)).rejects.toThrow('answered commands')
})
