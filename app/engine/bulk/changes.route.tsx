/** `/slots/changes`: what was edited and archived in bulk, newest first, each with its outcome and its way back. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import type { ManyJob } from '../../../backend/contract/many'
import { useShell } from '../../console/shell-context'
import { resources } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import type { Resource } from '../define-resource'
import { changesAt } from './many'
import { pastListing } from './many-listing'
import { askPast, mayReadPast } from './many-past.server'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../list/paging.server'
import { PlainList } from '../list/plain-list'
import { plainPage } from '../list/plain.server'
import { resourceAt } from '../resource-at.server'

interface Loaded extends Page<ListAnswer<ManyJob>> {
  name: Resource['name']
  title: string
}

export const loader = guarded(mayReadPast, async asked => {
  const resource = resourceAt(asked)
  const { name } = resource
  const loaded: Loaded = {
    name,
    title: asked.t('engine:many.past.title', { list: asked.t(`${name}:title`) }),
    ...(await plainPage(asked, pastListing(resource), askPast)),
  }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(mayReadPast, asked =>
  choosePageSize(asked, pastListing(resourceAt(asked)).spec),
)

export default function Changes() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const resource = resources[page.name]
  const back = (
    <LinkButton href={resource.path}>
      {t('engine:many.back', { list: t(`${resource.name}:title`) })}
    </LinkButton>
  )
  return (
    <PlainList
      title={page.title}
      page={page}
      path={changesAt(resource)}
      listing={pastListing(resource)}
      refresh={t('engine:many.refresh')}
      commands={back}
      empty={
        <EmptyState title={t('engine:many.past.empty')} action={back}>
          {t('engine:many.past.hint')}
        </EmptyState>
      }
    />
  )
}
