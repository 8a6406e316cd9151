import type { Api } from '../../platform/http/api'
import {
  dashboard,
  dashboardChoice,
  dashboardInput,
  dashboardPaths,
  dashboardRule,
} from './dashboard.contract'
import { dashboardOf } from './dashboard.queries'
import { choiceOf, saveChoiceOf } from './dashboard.service'

const family = 'dashboard'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: dashboardPaths.read,
      family,
      permission: dashboardRule,
      summary: 'Every widget of this user’s dashboard with its figures, without those they may not see',
      response: dashboard,
    },
    context => dashboardOf(context, api.stores),
  )
  api.endpoint(
    {
      method: 'GET',
      path: dashboardPaths.settings,
      family,
      permission: dashboardRule,
      summary: 'Which widgets this user chose, and which are shown',
      response: dashboardChoice,
    },
    ({ db, actor }) => choiceOf(db, actor),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: dashboardPaths.settings,
      family,
      permission: dashboardRule,
      summary: 'Choose widgets; null resets the choice to the role’s default',
      body: dashboardInput,
      response: dashboardChoice,
      write: true,
    },
    ({ db, actor, scope, body, now }) => saveChoiceOf(db, actor, scope, body.widgets, now),
  )
}
