/** Names of a file that are not in the lists they belong to: who may creates them, and the rows are checked again. */
import type {
  CreatedEntries,
  MissingList,
  NamedEntry,
} from '../../../backend/workflow/imports/entries.contract'
import { useShell } from '../../console/shell-context'
import { resourceOfList } from '../../engine/definition/registry'
import { permissionWords } from '../../i18n/permission-words'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Check, FormActions } from '../../ui/field'
import { Section } from '../../ui/page'
import { kindWord } from './import-row'
import { columnLabel, importPaths, type Import } from './importer'
import { tickName } from './entries-form'

interface MissingEntriesProps {
  found: Import
  lists: readonly MissingList[]
  /** What was ticked, where it was not created. */
  ticked: readonly NamedEntry[] | undefined
  formKey: string
}

export function MissingEntries({ found, lists, ticked, formKey }: MissingEntriesProps) {
  const { t, format } = useShell()
  if (lists.length === 0) return null
  const here = `${importPaths[found.entity]}/${found._id}`
  const own = lists.filter(({ by_hand, lacks }) => !by_hand && lacks.length === 0)
  const others = lists.filter(list => !own.includes(list))
  const count = lists.reduce((sum, { entries, more }) => sum + entries.length + more, 0)
  const hasSimilar = own.some(({ entries }) => entries.some(({ similar }) => similar.length > 0))
  return (
    <Section title={t('imports:entries.title', { count, names: format.number(count) })} className="mb-3">
      {own.length > 0 ? (
        <form method="post" action={here} className="fix-rows mb-3">
          <input type="hidden" name="idempotency_key" value={formKey} />
          <p className="prose-width">
            {t('imports:entries.hint')}{' '}
            {hasSimilar ? (
              <>
                {t('imports:entries.hint_similar')}{' '}
                <a className="link" href={`${here}/fix`}>
                  {t('imports:fix.title')}
                </a>
              </>
            ) : null}
          </p>
          {own.map(list => (
            <fieldset key={list.column} className="form-section">
              <legend>
                <ListName list={list} />
              </legend>
              <div className="fix-cells">
                {list.entries.map(entry => (
                  <Check
                    key={entry.name}
                    name={tickName(list.column)}
                    value={entry.name}
                    defaultChecked={
                      ticked?.some(one => one.column === list.column && one.name === entry.name) ??
                      entry.similar.length === 0
                    }
                    label={<Entry entry={entry} />}
                  />
                ))}
              </div>
              <More list={list} />
            </fieldset>
          ))}
          <FormActions>
            <Button tone="primary" name="intent" value="entries">
              {t('imports:entries.create')}
            </Button>
          </FormActions>
        </form>
      ) : null}
      {others.map(list => (
        <div key={list.column} className="mb-3">
          <h3 className="font-semibold">
            <ListName list={list} />
          </h3>
          {list.by_hand ? (
            <p className="prose-width">{t('imports:entries.by_hand')}</p>
          ) : (
            <LackingRights list={list} />
          )}
          <ul className="fix-cells">
            {list.entries.map(entry => (
              <li key={entry.name}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
          <More list={list} />
        </div>
      ))}
    </Section>
  )
}

function LackingRights({ list: { lacks, system_only } }: { list: MissingList }) {
  const { t } = useShell()
  return (
    <Alert tone="info" className="mb-2">
      <p>
        {t('imports:entries.lacks', { rights: lacks.map(name => permissionWords(name, t).whole).join(', ') })}{' '}
        {t(system_only ? 'imports:entries.system_only' : 'imports:entries.ask')}
      </p>
    </Alert>
  )
}

/** It leads to the list for who may see it. */
function ListName({ list: { column, list } }: { list: MissingList }) {
  const { t, can } = useShell()
  const resource = resourceOfList(list)
  const label = columnLabel(t, column)
  return resource && can(resource.contract.permissions.list) ? (
    <>
      {label} ·{' '}
      <a className="link" href={resource.path}>
        {t(`${resource.name}:title`)}
      </a>
    </>
  ) : (
    label
  )
}

function Entry({ entry: { name, rows, similar } }: { entry: MissingList['entries'][number] }) {
  const { t, format } = useShell()
  return (
    <>
      {name}{' '}
      <span className="field-note">
        {t('imports:entries.rows', { count: rows, rows: format.number(rows) })}
      </span>
      {similar.length > 0 ? (
        <span className="field-note block">
          {t('imports:entries.similar', { names: similar.join(', ') })}
        </span>
      ) : null}
    </>
  )
}

function More({ list: { more } }: { list: MissingList }) {
  const { t, format } = useShell()
  return more > 0 ? (
    <p className="field-help">{t('imports:entries.more', { count: more, names: format.number(more) })}</p>
  ) : null
}

/** What was created of it, and what was not. */
export function EntriesMade({ made: { created, refused } }: { made: CreatedEntries }) {
  const { t } = useShell()
  const columns = [...new Set(created.map(({ column }) => column))]
  return (
    <>
      {created.length > 0 ? (
        <Alert tone="good" className="mb-2" title={t('imports:entries.created', { count: created.length })}>
          <ul className="list-disc pl-5">
            {columns.map(column => (
              <li key={column}>
                {columnLabel(t, column)}:{' '}
                {created.flatMap(one => (one.column === column ? [one.name] : [])).join(', ')}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {refused.length > 0 ? (
        <Alert tone="warn" className="mb-2" title={t('imports:entries.refused', { count: refused.length })}>
          <ul className="list-disc pl-5">
            {refused.map(({ column, name, code }) => (
              <li key={`${column} ${name}`}>
                {t('imports:cell', { column: columnLabel(t, column), value: name, why: kindWord(t, code) })}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  )
}
