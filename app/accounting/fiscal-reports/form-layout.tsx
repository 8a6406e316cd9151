/**
 * A tenant's own layout of its fiscal forms: a data file, typed as JSON, looked at before it is saved. Works without
 * scripts.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import {
  formColumns,
  LAYOUT_PERMISSION,
  MAX_LAYOUT,
  MAX_LOGO_UPLOAD,
  requiredColumns,
  type LayoutAnswer,
} from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { textIn } from '../../engine/form/text-in'
import { notFound } from '../../engine/data/resource-at.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/field'
import { Alert } from '../../ui/alert'
import { PageHeader, Section } from '../../ui/page'
import { WholeOnly } from '../../engine/components/whole-only'
import { OrderForm, reasonField, type OrderField } from '../../engine/form/order-form'
import { send, textOf, type Answered } from '../../engine/form/orders.server'
import { FiscalForm } from './form'
import { layoutIn, layoutPath, previewOf, readLayout, typedLayout } from './form-layout.server'
import { dailyReportsRule } from './fiscal.server'
import { useMarks } from './form-facts'
import { LogoSection } from './form-logo'
import { LOGO_MEGABYTES, removeLogo, setLogo } from './form-logo.server'

interface Shown {
  title: string
  crumbs: Record<string, string>
  own: LayoutAnswer
  typed: string
  key: string
  problems: string[]
  megabytes: number
  preview: Awaited<ReturnType<typeof previewOf>>
  answered?: Answered
}

async function shown(context: GuardedContext, sent?: string, answered?: Answered): Promise<Shown> {
  const own = await readLayout(context)
  const typed = sent ?? typedLayout(own)
  const read = layoutIn(typed, context.t)
  return {
    title: context.t('fiscal:layout.title', { tenant: own.tenant.name }),
    crumbs: { [own.tenant._id]: own.tenant.name },
    own,
    typed,
    key: randomUUID(),
    megabytes: LOGO_MEGABYTES,
    problems: 'problems' in read ? read.problems : [],
    preview: 'layout' in read ? await previewOf(context, own, read.layout) : null,
    ...(answered && { answered }),
  }
}

export const loader = guarded(dailyReportsRule, context => shown(context))

/** `save` and `reset`; the button `look` only shows what would be saved. */
export const action = guarded(
  { all: [...dailyReportsRule.all, LAYOUT_PERMISSION] },
  async (context: GuardedContext) => {
    const { form, t, params } = context
    const intent = textOf(form, 'intent')
    if (intent === 'logo' || intent === 'no-logo') {
      const refused = await (intent === 'logo' ? setLogo(context) : removeLogo(context))
      if (refused) return data(await shown(context, undefined, refused.answered), { status: refused.status })
      await context.toast('good', t(intent === 'logo' ? 'fiscal:logo.saved' : 'fiscal:logo.removed'))
      return redirect(`/tenants/${params.id}/fiscal-layout`, 303)
    }
    const typed = textIn(form, 'layout').slice(0, MAX_LAYOUT)
    const draft = { intent, typed: { reason: textOf(form, 'reason') }, problems: {}, failure: null }
    if (form.has('look')) return shown(context, typed, { ...draft, key: textOf(form, 'idempotency_key') })
    if (intent !== 'save' && intent !== 'reset') throw notFound()
    const read = intent === 'save' ? layoutIn(typed, t) : { layout: null }
    if ('problems' in read)
      return data(await shown(context, typed, { ...draft, key: textOf(form, 'idempotency_key') }), {
        status: 422,
      })
    const order = await send(context, intent, {
      path: layoutPath(context),
      body: { layout: read.layout, reason: textOf(form, 'reason') },
      fields: ['reason'],
    })
    if (order.refused)
      return data(await shown(context, typed || undefined, order.refused.data), {
        status: order.refused.status,
      })
    await context.toast('good', t('fiscal:layout.done'))
    return redirect(`/tenants/${params.id}/fiscal-layout`, 303)
  },
  { maxBodyBytes: 2 * MAX_LOGO_UPLOAD },
)

export default function FormLayoutPage() {
  const loaded = useLoaded<typeof loader>()
  const { title, own, typed, key, problems, preview, megabytes, answered } =
    (useActionData() as Shown | undefined) ?? loaded
  const { t, can, format, user } = useShell()
  const marks = useMarks()
  const here = `/tenants/${own.tenant._id}/fiscal-layout`
  const forms = { answered, formKey: key, action: here, checkHref: here }
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width">
        {own.set_by === null
          ? t('fiscal:layout.none')
          : t('fiscal:layout.set', { name: own.set_by, at: format.dateTime(own.set_at ?? 0) })}
      </p>
      {can(LAYOUT_PERMISSION) ? (
        <WholeOnly>
          {problems.length > 0 ? (
            <Alert tone="bad" title={t('fiscal:layout.wrong')}>
              <ul className="list-disc pl-5">
                {problems.map(problem => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Alert>
          ) : null}
          <OrderForm
            {...forms}
            intent="save"
            effect={t('fiscal:layout.effect')}
            submit={t('fiscal:layout.save')}
            fields={[layoutField(t, typed), reasonField(t)]}
          >
            <div>
              <Button name="look" value="1" formNoValidate>
                {t('fiscal:layout.preview')}
              </Button>
            </div>
          </OrderForm>
          {own.layout ? (
            <details className="no-print" open={answered?.intent === 'reset'}>
              <summary>{t('fiscal:layout.reset')}</summary>
              <OrderForm
                {...forms}
                intent="reset"
                effect={t('fiscal:layout.reset_effect')}
                submit={t('fiscal:layout.reset')}
                fields={[reasonField(t)]}
              />
            </details>
          ) : null}
        </WholeOnly>
      ) : null}
      <LogoSection
        {...{ own, answered, megabytes }}
        action={here}
        formKey={key}
        mayChange={can(LAYOUT_PERMISSION) && !user?.isNarrowed}
      />
      <Section title={t('fiscal:layout.shown')}>
        {preview ? (
          <FiscalForm shown={preview} marks={marks} />
        ) : problems.length === 0 ? (
          <Alert tone="info">{t('fiscal:layout.nothing')}</Alert>
        ) : null}
      </Section>
    </>
  )
}

const layoutField = (t: ReturnType<typeof useShell>['t'], typed: string): OrderField => ({
  name: 'layout',
  label: t('fiscal:layout.json'),
  help: t('fiscal:layout.help', { columns: formColumns.join(', '), required: requiredColumns.join(', ') }),
  control: ({ name, described }) => (
    <TextArea
      {...described}
      name={name}
      rows={16}
      defaultValue={typed}
      required
      maxLength={MAX_LAYOUT}
      spellCheck={false}
      className="font-mono"
    />
  ),
})
