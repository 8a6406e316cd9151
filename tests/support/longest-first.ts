/**
 * What takes longest begins first, so that no core waits for the other at the end. Vitest knows how long a file took
 * the last time, where there was one: in a clean clone it goes by sizes, and some of the longest files are small.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** On either engine some of the dearest, with no order among them. */
const longest = [
  'tests/pages/every-page.test.ts',
  'tests/pages/every-route.test.ts',
  'tests/pages/totals.test.ts',
  'tests/system/kill.test.ts',
  'tests/system/start.test.ts',
  'backend/demo/demo-history.test.ts',
  'backend/demo/demo-network.db.test.ts',
  'backend/accounting/backdating/backdating-in-any-order.test.ts',
  'backend/platform/request/limits.test.ts',
  'backend/platform/http/lists.test.ts',
  'backend/platform/http/names.test.ts',
  'backend/platform/http/openapi.test.ts',
  'backend/platform/http/put.test.ts',
  'backend/workflow/imports/hostile-files.test.ts',
  'backend/telemetry/streams/virtual-counters.test.ts',
  'backend/accounting/retention/retention-in-any-order.test.ts',
  'tests/architecture/endpoints.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some(name => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    // Projects stay together, and in their order: files of one share what they import.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap(name => {
      const own = sorted.filter(({ project }) => project.name === name)
      return [...own.filter(isLong), ...own.filter(file => !isLong(file))]
    })
  }
}
