import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { DataTable, type Column } from '../../ui/table'
import { withSearch } from '../export/file-links'
import type { Options } from '../fields/field'
import { fieldLabel } from '../render/labels'
import { Notices } from '../components/list-notes'
import { sortOf, type ListQuery } from '../address/list-query'
import { editedViewSpec, newViewSpec } from './views-form'
import { RemoveView } from './remove-view'
import type { ViewRow, ViewsData } from './views-page.server'
import { useFilterWords } from '../components/filter-bar'
import { ResourceForm } from '../form/resource-form'
import type { Resource } from '../definition/resource'

export function ViewsPage({ resource, data }: { resource: Resource; data: ViewsData }) {
  const { t } = useShell()
  const { editing, removing, rows } = data
  return (
    <>
      <PageHeader
        title={data.title}
        commands={
          <LinkButton href={data.search ? withSearch(data.home, data.search) : data.home}>
            {t('views:back')}
          </LinkButton>
        }
      />
      {data.lostDefault === null ? null : (
        <Alert tone="warn" className="mb-2" title={t('views:note.lost_default', { name: data.lostDefault })}>
          <DefaultForm label={t('views:give_up')} />
        </Alert>
      )}
      <Notices notices={data.notices} />
      {removing ? (
        <RemoveView
          name={removing.name}
          effect={t(removing.shared ? 'views:remove_shared' : 'views:remove_effect')}
          idempotencyKey={data.state.key}
          cancelHref={`${resource.path}/views#saved`}
        />
      ) : (
        <Save resource={resource} data={data} name={editing?.name} />
      )}
      <Section id="saved" title={t('views:saved')}>
        {rows.length === 0 ? <p>{t('views:none')}</p> : <Saved resource={resource} data={data} />}
      </Section>
    </>
  )
}

/** The list's state from which the page was opened, in words. */
function Save({ resource, data, name }: { resource: Resource; data: ViewsData; name: string | undefined }) {
  const { t } = useShell()
  const words = useViewWords(resource, data.query, data.options)
  const cancel =
    name !== undefined
      ? `${resource.path}/views`
      : data.search
        ? withSearch(data.home, data.search)
        : data.home
  return (
    <Section title={name === undefined ? t('views:save_this') : t('views:change', { name })}>
      <p className="prose-width mb-2">{t(name === undefined ? 'views:means' : 'views:here', { words })}</p>
      <ResourceForm
        spec={name === undefined ? newViewSpec : editedViewSpec}
        state={data.state}
        submit={name === undefined ? t('views:save') : t('views:save_changes')}
        cancelHref={cancel}
        checkHref={`${resource.path}/views`}
      />
    </Section>
  )
}

function Saved({ resource, data }: { resource: Resource; data: ViewsData }) {
  const { t } = useShell()
  const columns: Column[] = [
    { key: 'name', label: t('views:fields.name') },
    { key: 'means', label: t('views:fields.means'), rank: 2 },
    { key: 'whose', label: t('views:fields.whose'), rank: 3 },
    { key: 'default', label: t('views:fields.default') },
    { key: 'commands', label: t('views:fields.commands') },
  ]
  const at = (parameter: string, id: string) =>
    `${resource.path}/views?${new URLSearchParams([...new URLSearchParams(data.search), [parameter, id]]).toString()}`
  return (
    <DataTable
      caption={t('views:saved')}
      columns={columns}
      rows={data.rows.map(row => ({
        key: row.view._id,
        cells: [
          <a key="name" href={row.href}>
            {row.view.name}
          </a>,
          <Means key="means" resource={resource} row={row} options={data.options} />,
          row.view.own
            ? t(row.view.shared ? 'views:own_shared' : 'views:own')
            : t('views:of', { name: row.view.owner.name }),
          row.isDefault ? (
            <div key="default" className="flex items-center gap-3">
              <strong>{t('views:default')}</strong>
              <DefaultForm label={t('views:give_up')} />
            </div>
          ) : (
            <DefaultForm key="default" view={row.view._id} label={t('views:make_default')} />
          ),
          row.view.changeable ? (
            <span key="commands" className="flex gap-3">
              <a className="link" href={at('edit', row.view._id)}>
                {t('engine:detail.edit')}
              </a>
              <a className="link" href={at('remove', row.view._id)}>
                {t('views:remove_button')}
              </a>
            </span>
          ) : (
            '–'
          ),
        ],
      }))}
    />
  )
}

function Means({
  resource,
  row,
  options,
}: {
  resource: Resource
  row: ViewRow
  options: Record<string, Options>
}) {
  const { t } = useShell()
  const words = useViewWords(resource, row.query, options)
  return (
    <>
      {words}
      {row.trouble > 0 ? <strong> · {t('views:trouble', { count: row.trouble })}</strong> : null}
    </>
  )
}

function DefaultForm({ view = '', label }: { view?: string; label: string }) {
  return (
    <form method="post">
      <input type="hidden" name="view" value={view} />
      <Button size="sm" name="intent" value="default">
        {label}
      </Button>
    </form>
  )
}

function useViewWords(resource: Resource, query: ListQuery, options: Record<string, Options>): string {
  const { t } = useShell()
  const filters = useFilterWords({ resource, query, options }).map(chip => chip.words)
  const [by, direction] = sortOf(resource.list)
  const sorted =
    query.sortBy !== by || query.sortDirection !== direction
      ? [
          t(`views:sorted.${query.sortDirection}`, {
            field: query.sortBy === 'id' ? t('views:sorted.id') : fieldLabel(t, resource.name, query.sortBy),
          }),
        ]
      : []
  const all = [...filters, ...sorted]
  return all.length > 0 ? all.join(' · ') : t('views:whole')
}
