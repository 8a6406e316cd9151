import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Check, Field, Input } from '../../ui/field'
import { EmptyState } from '../../ui/page'
import type { OrderField } from '../../engine/form/order-form'
import type { StepData } from './smib-step.server'

interface FreeSmibsProps {
  free: NonNullable<StepData['free']>
  smib: StepData['control']['smib']
  here: string
  back: string
  form: (fields: readonly OrderField[]) => ReactNode
}

/** SMIBs on the shelf to choose from; a search narrows them. */
export function FreeSmibs({ free, smib, here, back, form }: FreeSmibsProps) {
  const { t, format } = useShell()
  const board: OrderField = {
    name: 'to',
    label: t('smib-control:steps.replace.to'),
    group: true,
    help:
      free.total > free.rows.length
        ? t('smib-control:steps.replace.more', { count: free.total - free.rows.length })
        : undefined,
    control: ({ id, name, typed }) => (
      <>
        {free.rows.map((row, index) => {
          const facts = [
            row.location.name,
            row.firmware ?? '',
            t(`smibs:state.${row.state}`),
            row.test_mode ? t('smib-control:steps.replace.in_test') : '',
          ].filter(Boolean)
          return (
            <Check
              key={row._id}
              type="radio"
              id={index === 0 ? `${id}-first` : undefined}
              name={name}
              value={row._id}
              required
              defaultChecked={typed === row._id || free.rows.length === 1}
              label={
                <>
                  <span className="font-mono">{row.mac}</span> · {facts.join(' · ')}
                </>
              }
            />
          )
        })}
      </>
    ),
  }
  return (
    <>
      <search>
        <form method="get" action={here} className="mb-3 flex flex-wrap items-end gap-2">
          <Field id="find-board" label={t('smib-control:steps.replace.find')} className="w-72 max-sm:grow">
            <Input
              id="find-board"
              name="find"
              type="search"
              defaultValue={free.find}
              maxLength={100}
              autoComplete="off"
            />
          </Field>
          <Button icon="search">{t('smib-control:choose.search')}</Button>
        </form>
      </search>
      {free.rows.length > 0 ? (
        form([board])
      ) : (
        <EmptyState
          title={t(free.find ? 'smib-control:steps.replace.none_found' : 'smib-control:steps.replace.none', {
            tenant: smib.tenant.name,
            total: format.number(free.total),
          })}
          action={<LinkButton href={back}>{t('smib-control:back')}</LinkButton>}
        />
      )}
    </>
  )
}
