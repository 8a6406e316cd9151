import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import {
  inspectionsContract,
  inspectorAnswer,
  inspectorContract,
  inspectorRequest,
} from './inspections.contract'
import { rememberLook } from './inspections.service'
import { inspectionsStore } from './inspections.store'
import { inspectorView } from './inspector.queries'

export function register(api: Api): void {
  crud(api, inspectionsStore)
  api.endpoint(
    {
      method: 'POST',
      path: inspectorContract.path,
      family: inspectionsContract.family,
      permission: inspectorContract.permission,
      summary: 'Each slot as the regulator’s terminal shows it; who asks is remembered',
      body: inspectorRequest,
      response: inspectorAnswer,
      write: true,
    },
    async ({ db, scope, actor, body, now }) => {
      const { answer, shown } = await inspectorView(db, scope, body, now)
      await rememberLook(db, actor, body, shown, now)
      return answer
    },
  )
}
