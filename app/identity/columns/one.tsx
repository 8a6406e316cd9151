/** One list's columns: for everybody, or for those who have a role. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { rolesContract } from '../../../backend/identity/auth/roles.contract'
import { columnsConfigsAnswer } from '../../../backend/platform/contract/settings.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { chosenColumns, offeredColumns } from '../../engine/definition/columns'
import { ColumnsPage } from '../../engine/list/columns-page'
import { fieldLabel } from '../../engine/render/labels'
import { firstByName } from '../../engine/data/first-by-name.server'
import { notFound } from '../../engine/data/resource-at.server'
import { resources } from '../../engine/definition/registry'
import { roleName } from '../../i18n/role-name'
import { intentIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { columnsPath, configurableNamed } from './configurable'

/** More roles than a person finds their way in. */
const MOST_ROLES = 200

/** A name of no list, or a role that is none, is an address of nothing. */
function placeOf({ params, url }: Pick<GuardedContext, 'params' | 'url'>) {
  const page = configurableNamed(params.id)
  const role = url.searchParams.get('role') ?? ''
  if (!page || (role !== '' && !/^[0-9a-f]{24}$/.test(role))) throw notFound()
  return {
    page,
    role: role === '' ? null : role,
    wire: `/api/settings/v1/columns-configuration/${page.name}`,
  }
}

export const loader = guarded('columns_configuration::get_system_all_columns', async context => {
  const { api, t, can } = context
  const { page, role, wire } = placeOf(context)
  const [{ columns_configs: configs }, roles] = await Promise.all([
    api.call('GET', wire, { schema: columnsConfigsAnswer }),
    can('acl_role::list') ? rolesOf(context) : [],
  ])
  const title = t(`${page.name}:title`)
  return {
    name: page.name,
    title: t('columns:of', { list: title }),
    crumbs: { [page.name]: title },
    configs,
    roles,
    role,
    mayChange: can('columns_configuration::update_system'),
  }
})

const rolesOf = async ({ api }: GuardedContext) =>
  (await firstByName(api, rolesContract, MOST_ROLES)).rows.map(({ _id, name }) => ({ _id, name }))

export const action = guarded('columns_configuration::update_system', async context => {
  const { api, form, t, toast } = context
  const { page, role, wire } = placeOf(context)
  const { resource } = page
  const offered = offeredColumns(resource)
  const order = (name: string) => Number(form.get(`order.${name}`)) || offered.length
  const chosen = form
    .getAll('columns')
    .map(String)
    .filter(name => offered.includes(name) && name !== resource.title)
    .sort((a, b) => order(a) - order(b))
  const columns = intentIn(form, ['save', 'reset']) === 'reset' ? null : [resource.title, ...chosen]
  await api.call('POST', wire, { body: { role, columns }, schema: z.unknown() })
  await toast('good', t(columns === null ? 'columns:taken_back' : 'columns:saved'))
  return redirect(`${columnsPath(page.name)}${role ? `?role=${role}` : ''}`, 303)
})

export default function ColumnsConfigurationPage() {
  const { name, title, configs, roles, role, mayChange } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const resource = resources[name]
  const offered = offeredColumns(resource)
  const labelOf = (column: string) => fieldLabel(t, name, column)
  const of = (id: string | null) => configs.find(one => (one.role?._id ?? null) === id)?.columns
  const counts = of(role) ?? of(null)
  const chosen = chosenColumns(resource, counts)
  const note = of(role)
    ? t('columns:counts_here')
    : role !== null && of(null)
      ? t('columns:counts_everybody')
      : t('columns:counts_released')
  const scope = (
    <>
      <form method="get" action={columnsPath(name)} className="mb-3 flex flex-wrap items-end gap-2 no-print">
        <Field id="role" label={t('columns:for_whom')}>
          <Select
            id="role"
            name="role"
            defaultValue={role ?? ''}
            blank={t('columns:everybody')}
            options={roles.map(one => ({ value: one._id, label: roleName(one, t) }))}
          />
        </Field>
        <Button>{t('columns:show')}</Button>
      </form>
      <p className="prose-width mb-3">{note}</p>
    </>
  )
  if (!mayChange)
    return (
      <>
        <PageHeader title={title} />
        {scope}
        <p>{format.list(chosen.map(labelOf))}</p>
      </>
    )
  return (
    <ColumnsPage
      title={title}
      fixed={labelOf(resource.title)}
      labels={Object.fromEntries(
        offered.filter(column => column !== resource.title).map(column => [column, labelOf(column)]),
      )}
      chosen={chosen}
      back={columnsPath()}
    >
      {scope}
    </ColumnsPage>
  )
}
