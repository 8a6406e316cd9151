import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { columnsConfigs, demandPage, inheritedColumns, saveColumnsConfig } from './columns.service'
import { readChoice, saveChoice } from '../preferences/preferences.service'
import {
  columnsConfigInput,
  columnsConfigsAnswer,
  ownColumns,
  ownColumnsInput,
  pageName,
} from '../../platform/contract/settings.contract'

const family = 'settings'

export function registerColumns(api: Api): void {
  const page = z.object({ page: pageName })
  const own = (name: string) => `columns:${name}`
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/page-columns/:page',
      family,
      summary: 'The columns that this user chose for a page, and those that count without a choice',
      permission: 'signed-in',
      params: page,
      response: ownColumns,
    },
    async ({ db, actor, params }) => ({
      columns: null,
      ...(await readChoice(db, actor.id, own(params.page))),
      inherited: await inheritedColumns(db, actor.id, params.page),
    }),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/settings/v1/page-columns/:page',
      family,
      summary: 'Choose columns for a page; null takes the choice back',
      permission: 'signed-in',
      params: page,
      body: ownColumnsInput,
      response: ownColumns,
      write: true,
    },
    async ({ db, actor, params, body, now }) => {
      await saveChoice(db, actor.id, own(params.page), { columns: body.columns }, now)
      return { columns: body.columns, inherited: await inheritedColumns(db, actor.id, params.page) }
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/columns-configurations',
      family,
      summary: 'Columns of lists that are set for all users or for a role',
      permission: 'columns_configuration::get_system_all_columns',
      response: columnsConfigsAnswer,
    },
    async ({ db, scope }) => ({ columns_configs: await columnsConfigs(db, scope) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/columns-configuration/:page',
      family,
      summary: 'Columns of one list that are set for all users or for a role',
      permission: 'columns_configuration::get_system_all_columns',
      params: page,
      response: columnsConfigsAnswer,
    },
    async ({ db, scope, params }) => ({ columns_configs: await columnsConfigs(db, scope, params.page) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: '/api/settings/v1/columns-configuration/:page',
      family,
      summary: 'Set a list’s columns for all users (role null) or for a role; null resets them',
      permission: 'columns_configuration::update_system',
      params: page,
      body: columnsConfigInput,
      response: columnsConfigsAnswer,
      write: true,
    },
    async ({ db, scope, actor, params, body, now }) => {
      const { role, columns } = body
      demandPage(params.page, body)
      await saveColumnsConfig(db, actor, { page: params.page, role, columns }, now)
      return { columns_configs: await columnsConfigs(db, scope, params.page) }
    },
  )
}
