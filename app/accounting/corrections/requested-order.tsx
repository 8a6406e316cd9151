import type { ComponentProps } from 'react'
import type { WaitingRequest } from '../../../backend/workflow/second-person/waiting.contract'
import { useShell } from '../../console/shell-context'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { PendingRequest } from '../../workflow/second-person/pending-request'

interface RequestedOrderProps extends Omit<ComponentProps<typeof OrderForm>, 'fields' | 'danger'> {
  /** Null: one person is enough. */
  secondPerson: { waiting: WaitingRequest | null } | null
}

/** Orders a correction with a reason, or requests it from a second person; a request that waits stands in its place. */
export function RequestedOrder({ secondPerson, submit, effect, ...form }: RequestedOrderProps) {
  const { t } = useShell()
  if (secondPerson?.waiting) return <PendingRequest waiting={secondPerson.waiting} />
  return (
    <OrderForm
      {...form}
      danger
      submit={secondPerson ? t('approvals:ask.submit') : submit}
      effect={
        <>
          {effect}
          {secondPerson ? ` ${t('approvals:ask.effect')}` : null}
        </>
      }
      fields={[reasonField(t)]}
    />
  )
}
