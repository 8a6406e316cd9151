import { useShell } from '../../console/shell-context'
import { Island } from '../../islands/island'
import { PageHeader } from '../../ui/page'
import { Notices } from '../components/list-notes'
import { editSpecOf, specOf } from './form'
import type { FormState } from './form.server'
import { ResourceForm } from './resource-form'
import type { Resource } from '../definition/resource'

interface FormPageProps {
  resource: Resource
  title: string
  state: FormState
}

export function CreatePage({ resource, title, state }: FormPageProps) {
  const { t, user } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={state.notices} />
      <ResourceForm
        spec={specOf(resource)}
        sections={resource.form?.sections}
        state={state}
        submit={t(`${resource.name}:create`)}
        cancelHref={resource.path}
        checkHref={resource.path}
        preview={resource.form?.preview}
      >
        {resource.form?.keepsDraft ? (
          <Island
            name="draft"
            props={{
              who: user?.username ?? '',
              words: { back: t('engine:form.draft_back'), away: t('engine:form.draft_away') },
            }}
          />
        ) : null}
      </ResourceForm>
    </>
  )
}

export function EditPage({
  resource,
  id,
  title,
  subject,
  state,
}: FormPageProps & { id: string; subject: string }) {
  const { t } = useShell()
  const back = `${resource.path}/${id}`
  return (
    <>
      <PageHeader title={title} />
      <ResourceForm
        spec={editSpecOf(resource)}
        sections={resource.form?.sections}
        state={state}
        submit={t('engine:form.save', { thing: t(`${resource.name}:one`) })}
        subject={subject}
        cancelHref={back}
        checkHref={back}
        preview={resource.form?.preview}
      />
    </>
  )
}
