/**
 * A tenant's own words for one kind of notification: per language, with the values that may be in braces and a
 * preview.
 */
import { z } from 'zod'
import {
  MOST_LETTERS,
  templateAnswer,
  templateName,
  type NotificationTemplate,
} from '../../../backend/workflow/notifications/subscriptions.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { notFound } from '../../engine/data/resource-at.server'
import { FormFrame } from '../../engine/form/form-frame'
import { problemTexts } from '../../engine/form/problem-texts'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { locales, localeNames } from '../../i18n/locales'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { describe, Field, TextArea } from '../../ui/field'
import { PageHeader } from '../../ui/page'

const rule = 'notification_template::update'

const wireOf = ({ params }: Pick<GuardedContext, 'params'>): string => {
  const name = templateName.safeParse(params.template)
  if (!name.success) throw notFound()
  return `/api/notifications/v1/template/${name.data}`
}

const templateForm = formPage<NotificationTemplate>({
  read: async context =>
    (await context.api.call('GET', wireOf(context), { schema: templateAnswer })).template,
  version: template => template.version,
  typed: ({ content }) => Object.fromEntries(locales.map(locale => [locale, content[locale] ?? ''])),
  problemsOf: found =>
    Object.fromEntries(
      Object.entries(found).map(([name, problems]) => [name.replace('content.', ''), problems]),
    ),
  send: async (context, { typed, version, key }) => {
    await context.api.call('PUT', wireOf(context), {
      body: {
        version,
        content: Object.fromEntries(locales.map(locale => [locale, typed[locale]?.trim() || null])),
      },
      schema: z.unknown(),
      idempotencyKey: key,
    })
    return { to: '/notifications/subscriptions', message: context.t('subscriptions:template.saved') }
  },
})

export const loader = guarded(rule, async context => {
  const { now: template, form } = await templateForm.load(context)
  const name = context.t(`subscriptions:templates.${template.name}`)
  return {
    title: context.t('subscriptions:template.title', { name }),
    crumbs: { [template.name]: name },
    template,
    form,
  }
})

export const action = guarded(rule, templateForm.perform, { keepsAnswer: true })

export default function TemplatePage() {
  const { title, template, ...loaded } = useLoaded<typeof loader>()
  const form = useAnswer<PageForm>() ?? loaded.form
  const { t } = useShell()
  const { errorOf, errorsOf } = problemTexts(t, form.problems)
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width">{t('subscriptions:template.about')}</p>
      <p className="prose-width mb-3">
        {t('subscriptions:template.placeholders', {
          names: template.placeholders.map(name => `{${name}}`).join(', '),
        })}
      </p>
      <FormFrame
        form={form}
        action={`/notifications/templates/${template.name}`}
        back="/notifications/subscriptions"
        submit={t('subscriptions:save')}
        errors={errorsOf(
          locales,
          locale => locale,
          locale => localeNames[locale as keyof typeof localeNames],
        )}
        rivals={locales.map(locale => ({ name: locale, label: localeNames[locale] }))}
      >
        {locales.map(locale => {
          const error = errorOf(locale)
          const words = form.typed[locale]?.trim() || template.inherited[locale]
          const help = (
            <>
              {t('subscriptions:template.inherited', { text: template.inherited[locale] })}
              <br />
              {t('subscriptions:template.reads', { text: sample(words, locale) })}
            </>
          )
          return (
            <Field key={locale} id={locale} label={localeNames[locale]} help={help} error={error}>
              <TextArea
                {...describe({ id: locale, help, error })}
                name={locale}
                lang={locale}
                rows={2}
                maxLength={MOST_LETTERS}
                defaultValue={form.typed[locale] ?? ''}
              />
            </Field>
          )
        })}
      </FormFrame>
    </>
  )
}

/** Believable values, so that one reads the sentence and not its braces. */
const sample = (text: string, locale: (typeof locales)[number]): string => {
  const values: Record<string, string> = {
    serial: 'EGT-00412',
    location: 'Cluj Central',
    mac: 'a0b1c2d3e401',
    count: '12',
    actor: { en: 'Ana Popescu', ro: 'Ana Popescu', pt: 'Paulo Ferreira' }[locale],
    reason: { en: 'service visit', ro: 'intervenție de service', pt: 'visita técnica' }[locale],
  }
  return text.replace(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced)
}
