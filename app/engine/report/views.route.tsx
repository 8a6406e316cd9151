/** `/reports/questions/views?<a question>`: saves it under a name; below it, the views that there are. */
import { redirect } from '@remix-run/node'
import { useShell, useShown } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { intentIn } from '../../session/form.server'
import { LinkButton } from '../../ui/button'
import { Check, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { Notices } from '../components/list-notes'
import { OrderForm } from '../form/order-form'
import { RemoveView } from '../views/remove-view'
import { reportPermission } from './report.server'
import { loadReportViews, removeReportView, saveReportView } from './report-views.server'

export const loader = guarded(reportPermission, ctx => loadReportViews(ctx))

export const action = guarded(
  reportPermission,
  async ctx => {
    if (intentIn(ctx.form, ['save', 'remove']) === 'save') return saveReportView(ctx)
    return redirect((await removeReportView(ctx)).to, 303)
  },
  { keepsAnswer: 'each' },
)

type Shown = Awaited<ReturnType<typeof loadReportViews>>

export default function ReportViewsRoute() {
  const shown = useShown<typeof loader>()
  const { t } = useShell()
  return (
    <>
      <PageHeader
        title={shown.title}
        commands={<LinkButton href={shown.href}>{t('engine:report.back')}</LinkButton>}
      />
      <Notices notices={[...shown.notices]} />
      {shown.removing ? (
        <RemoveView
          name={shown.removing.name}
          effect={t(`engine:report.${shown.removing.shared ? 'removes_shared' : 'removes_view'}`)}
          idempotencyKey={shown.key}
          cancelHref={`${shown.path}/views#saved`}
        />
      ) : (
        <Save shown={shown} />
      )}
      <Section id="saved" title={t('views:saved')}>
        {shown.rows.length === 0 ? <p>{t('engine:report.no_views')}</p> : <Saved shown={shown} />}
      </Section>
    </>
  )
}

function Save({ shown }: { shown: Shown }) {
  const { t } = useShell()
  const here = `${shown.path}/views`
  return (
    <Section title={t('views:save_this')}>
      <OrderForm
        intent="save"
        answered={shown.answered}
        formKey={shown.key}
        action={shown.search === '' ? here : `${here}?${shown.search}`}
        checkHref={here}
        backHref={shown.href}
        submit={t('views:save')}
        effect={t('engine:report.view_means')}
        fields={[
          {
            name: 'name',
            label: t('views:fields.name'),
            control: ({ name, typed, described }) => (
              <Input {...described} type="text" name={name} defaultValue={typed} required maxLength={60} />
            ),
          },
        ]}
      >
        <Check
          name="shared"
          value="1"
          defaultChecked={shown.answered?.typed.shared === '1'}
          label={t('views:fields.shared')}
        />
      </OrderForm>
    </Section>
  )
}

function Saved({ shown }: { shown: Shown }) {
  const { t } = useShell()
  return (
    <DataTable
      caption={t('views:saved')}
      columns={[
        { key: 'name', label: t('views:fields.name') },
        { key: 'whose', label: t('views:fields.whose'), rank: 3 },
        { key: 'commands', label: t('views:fields.commands') },
      ]}
      rows={shown.rows.map(({ id, name, href, shared, owner, changeable }) => ({
        key: id,
        cells: [
          <a key="name" href={href}>
            {name}
          </a>,
          owner === null ? t(shared ? 'views:own_shared' : 'views:own') : t('views:of', { name: owner }),
          changeable ? (
            <a key="commands" className="link" href={`${shown.path}/views?remove=${id}`}>
              {t('views:remove_button')}
            </a>
          ) : (
            '–'
          ),
        ],
      }))}
    />
  )
}
