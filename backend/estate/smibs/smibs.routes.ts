import type { Api } from '../../platform/http/api'
import { command } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { registerControl } from './smib-control.routes'
import { setMode } from './smib-control.service'
import { smibsContract } from './smibs.contract'
import { smibsStore } from './smibs.store'

export function register(api: Api): void {
  crud(api, smibsStore)
  const { toggle_test, toggle_log } = smibsContract.actions
  command(api, smibsStore, toggle_test, 'Turn test mode on or off', (context, rows) =>
    setMode(context, rows, 'test_mode'),
  )
  command(api, smibsStore, toggle_log, 'Turn log mode on or off', (context, rows) =>
    setMode(context, rows, 'log_mode'),
  )
  registerControl(api)
}
