import { useContext } from 'react'
import { Button, LinkButton } from '../ui/button'
import type { MissingRecord } from './error-data'
import { SavedFields } from './saved-fields'
import { isTyped } from './saved-values'
import { ShellContext, useTranslate } from './shell-context'

/** There is no such record (any more): when it was deleted, the way to its list, and what somebody had typed for it. */
export function MissingRecordPage({ gone: { list, entity, deleted, typed, anew } }: { gone: MissingRecord }) {
  const t = useTranslate()
  // Also where the frame could not be had.
  const format = useContext(ShellContext)?.format
  const fields = typed?.fields.filter(([name]) => isTyped(name)) ?? []
  const hasTyped = fields.some(([, value]) => value.trim() !== '')
  const toList = (
    <LinkButton href={list} tone={hasTyped && anew ? 'neutral' : 'primary'}>
      {t('errors:gone.list', { list: t(`${entity}:title`) })}
    </LinkButton>
  )
  return (
    <>
      <p>
        {deleted && format
          ? t(deleted.name === null ? 'errors:gone.deleted' : 'errors:gone.deleted_named', {
              when: format.dateTime(deleted.at),
              ...(deleted.name !== null && { name: deleted.name }),
            })
          : t('errors:gone.unknown')}
      </p>
      {typed && hasTyped ? (
        <>
          <p>{t(anew ? 'errors:gone.kept_anew' : 'errors:gone.kept')}</p>
          <SavedFields form={typed} />
        </>
      ) : null}
      {hasTyped && anew ? (
        <form method="post" action={anew}>
          {fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <div className="form-actions">
            {/* A form that was sent to find something is shown again with what was typed: nothing is saved by it. */}
            <Button name="intent" value="find." tone="primary">
              {t('errors:gone.anew')}
            </Button>
            {toList}
          </div>
        </form>
      ) : (
        <div className="form-actions">
          {toList}
          <LinkButton href="/access" icon="home">
            {t('errors:home')}
          </LinkButton>
        </div>
      )}
    </>
  )
}
