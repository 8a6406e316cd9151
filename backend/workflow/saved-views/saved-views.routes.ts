import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { demandSame } from '../../platform/http/written'
import { pageName } from '../../platform/contract/settings.contract'
import {
  changedView,
  chosenDefault,
  newView,
  savedView,
  viewsOfPage,
} from '../../platform/contract/saved-views'
import { changeView, chooseDefault, createView, deleteView, viewsOn } from './saved-views.service'

const family = 'settings'
const permission = 'signed-in'

export function register(api: Api): void {
  const page = z.object({ page: pageName })
  const one = z.object({ id })
  const answer = z.object({ view: savedView })
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/views/:page',
      family,
      permission,
      summary: 'Saved views of a list: one’s own, and those shared in the tenant',
      params: page,
      response: viewsOfPage,
    },
    ({ db, actor, params }) => viewsOn(db, actor, params.page),
  )
  api.endpoint(
    {
      method: 'POST',
      path: '/api/settings/v1/views',
      family,
      permission,
      summary: 'Save a view of a list',
      body: newView,
      response: answer,
      write: true,
    },
    async ({ db, actor, body, now }) => ({ view: await createView(db, actor, body, now) }),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/settings/v1/view/:id',
      family,
      permission,
      summary: 'Rename, share or redefine a view; its owner may, and who may change the system’s columns',
      params: one,
      body: changedView,
      response: answer,
      write: true,
      versioned: 'view',
    },
    async ({ db, actor, params, body, version, now }) => {
      demandSame(params, body)
      const { name, search, shared } = body
      return {
        view: await changeView(
          db,
          actor,
          params.id,
          {
            version,
            ...(name !== undefined && { name }),
            ...(search !== undefined && { search }),
            ...(shared !== undefined && { shared }),
          },
          now,
        ),
      }
    },
  )
  api.endpoint(
    {
      method: 'DELETE',
      path: '/api/settings/v1/view/:id',
      family,
      permission,
      summary: 'Delete a view',
      params: one,
      write: true,
    },
    async ({ db, actor, params, now }) => {
      await deleteView(db, actor, params.id, now)
    },
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/settings/v1/views/:page/default',
      family,
      permission,
      summary: 'The view that a list opens with for this user; null for none',
      params: page,
      body: chosenDefault,
      write: true,
    },
    async ({ db, actor, params, body }) => {
      await chooseDefault(db, actor, params.page, body.view)
    },
  )
}
