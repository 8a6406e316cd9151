import { z } from 'zod'
import { useShell } from '../../console/shell-context'
import type { ResourceName } from '../../addresses/names'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import type { FormSpec } from '../form/form'
import { ResourceForm } from '../form/resource-form'
import type { DeleteData } from './delete.server'
import type { Resource } from '../definition/resource'

const noFields = z.object({})

interface DeletePageProps {
  resource: Resource
  data: DeleteData
  used: (name: ResourceName) => Resource
}

/** What stands in the way, with links to it; without that, the button. */
export function DeletePage({ resource, data, used }: DeletePageProps) {
  const { t } = useShell()
  const { uses, forbiddenBy, back, state } = data
  const spec: FormSpec = { entity: resource.name, fields: {}, names: [], schema: noFields }
  if (forbiddenBy !== null || uses.length > 0)
    return (
      <>
        <PageHeader title={data.title} />
        <Alert tone="warn" className="mb-2" title={t(forbiddenBy ?? 'engine:delete.in_use')}>
          {uses.length > 0 ? (
            <ul className="list-disc pl-5">
              {uses.map(use => (
                <li key={use.name + use.filter}>
                  <Use use={use} id={data.id} other={used(use.name)} />
                </li>
              ))}
            </ul>
          ) : null}
        </Alert>
        <LinkButton href={back}>{t('engine:command.back')}</LinkButton>
      </>
    )
  return (
    <>
      <PageHeader title={data.title} />
      <p className="prose-width mb-3">{t('engine:delete.effect')}</p>
      <ResourceForm
        spec={spec}
        state={state}
        danger
        submit={t('engine:delete.do')}
        cancelHref={back}
        checkHref={resource.path}
      />
    </>
  )
}

/** "42 slots, 3 of them archived": lists show what is archived apart, so it has a link of its own. */
function Use({ use, id, other }: { use: DeleteData['uses'][number]; id: string; other: Resource }) {
  const { t } = useShell()
  const { count, archived, filter, shown } = use
  const words = t(`${other.name}:counted`, { count })
  const href = (more: Record<string, string> = {}) =>
    `${other.path}?${new URLSearchParams({ [filter]: id, ...more }).toString()}`
  const ofThem = archived > 0 ? t('engine:delete.archived', { count: archived }) : null
  if (!shown) return <>{[words, ofThem].filter(Boolean).join(', ')}</>
  return (
    <>
      <a className="link" href={href(archived === count ? { archived: '1' } : {})}>
        {words}
      </a>
      {ofThem ? (
        <>
          {', '}
          <a className="link" href={href({ archived: '1' })}>
            {ofThem}
          </a>
        </>
      ) : null}
    </>
  )
}
