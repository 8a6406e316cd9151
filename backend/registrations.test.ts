/** What a later wing was to do, and nobody registered, is an error by its name: never left out in silence. */
import { expect, test } from 'vitest'

/** Of each a second one beside the one that other tests have filled. */
const asks: [file: string, ask: string, given: unknown[], refusal: string][] = [
  ['identity/auth/demo-sign-ins', 'namedShare', [{}, 0], 'share link of the demo'],
  ['telemetry/readings/observers.service', 'observers', [], 'observers of ingestion'],
  ['telemetry/streams/archive-spans.service', 'archivedIn', [], 'archives'],
  ['estate/config/system-events.service', 'writeSystemEvents', [], 'events of the system'],
  ['estate/control/answered-commands.service', 'afterAnswer', [{}, {}, 0], 'answered commands'],
  ['workflow/imports/importers', 'importerOf', ['slots'], 'importer of slots'],
  ['workflow/imports/meter-setups.service', 'meterSetups', [], 'mechanical counters'],
]

test.each(asks)('%s refuses by name while nothing is registered', async (file, ask, given, refusal) => {
  const empty = (await import(/* @vite-ignore */ `./${file}.ts?empty`)) as Record<
    string,
    (...given: unknown[]) => unknown
  >
  await expect(Promise.resolve().then(() => empty[ask]?.(...given))).rejects.toThrow(refusal)
})
