import type { ReactNode } from 'react'
import { unassignRule, type SlotStatusAnswer } from '../../../backend/estate/orders/control.contract'
import { hasAft, isCommandable } from '../../../backend/estate/slots/protocols.contract'
import { useShell } from '../../console/shell-context'
import { actionButton, actionEffect, actionLabel } from '../../engine/render/labels'
import { resourcePaths } from '../../addresses/names'
import { LinkButton } from '../../ui/button'
import { Input, Select } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { Section } from '../../ui/page'
import { OrderForm, reasonField, type OrderField } from '../../engine/form/order-form'
import type { Answered } from '../../engine/form/orders.server'

/** One form with its reason for each order that this person may give. */
export function SlotForms({
  slot,
  here,
  formKey,
  answered,
}: {
  slot: SlotStatusAnswer
  here: string
  formKey: string
  answered: Answered | undefined
}) {
  const { t, can } = useShell()
  if (slot.archived_at !== null) return null
  const hears = isCommandable(slot.protocol)
  const aft = hears && hasAft(slot.protocol)
  const about = { answered, formKey, action: here, checkHref: here }
  const kind = slot.status === 'locked' ? ('unlock' as const) : ('lock' as const)
  const number: OrderField = {
    name: 'asset_number',
    label: t('control:fields.asset_number'),
    help: t('control:asset_number_help'),
    control: ({ name, typed, described }) => (
      <Input
        {...described}
        type="text"
        name={name}
        defaultValue={typed}
        inputMode="numeric"
        pattern="[0-9]{1,10}"
        required
        maxLength={10}
        autoComplete="off"
        className="font-mono"
      />
    ),
  }
  const rule: OrderField = {
    name: 'rule',
    label: t('control:fields.rule'),
    control: ({ name, typed, described }) => (
      <Select
        {...described}
        name={name}
        defaultValue={typed || slot.unassign_rule}
        options={unassignRule.options.map(value => ({ value, label: t(`control:rules.${value}`) }))}
      />
    ),
  }
  return (
    <>
      {hears && can(`slot::${kind}`) ? (
        <Section title={actionLabel(t, 'slots', kind)}>
          <p className="mb-2">{actionEffect(t, 'slots', kind)}</p>
          {/* The same page as from the list and the slot's own: one form, one set of reasons. */}
          <LinkButton
            tone={kind === 'lock' ? 'danger' : 'primary'}
            href={`${resourcePaths.slots}/${slot._id}/${kind}?back=${here}`}
          >
            {actionButton(t, 'slots', kind, 1)}
          </LinkButton>
        </Section>
      ) : null}
      {aft && can('slot::aft_refresh_registration') ? (
        <Folded title={t('control:forms.aft_refresh')} open={answered?.intent === 'aft_refresh'}>
          <OrderForm
            intent="aft_refresh"
            effect={t('control:effects.aft_refresh')}
            submit={t('control:submit.aft_refresh')}
            fields={[reasonField(t)]}
            {...about}
          />
        </Folded>
      ) : null}
      {aft && can('slot::aft_set_asset_number') ? (
        <Folded title={t('control:forms.aft_number')} open={answered?.intent === 'aft_number'}>
          <OrderForm
            intent="aft_number"
            effect={t('control:effects.aft_number')}
            submit={t('control:submit.aft_number')}
            danger
            fields={[number, reasonField(t)]}
            {...about}
          />
        </Folded>
      ) : null}
      <Folded title={t('control:forms.unassign_rule')} open={answered?.intent === 'unassign_rule'}>
        {can('slot::unassign_rule') ? (
          <OrderForm
            intent="unassign_rule"
            effect={t('control:effects.unassign_rule')}
            submit={t('control:submit.unassign_rule')}
            fields={[rule, reasonField(t)]}
            {...about}
          >
            <input type="hidden" name="version" value={slot.rule_version} />
          </OrderForm>
        ) : (
          <p>{t(`control:rules.${slot.unassign_rule}`)}</p>
        )}
      </Folded>
    </>
  )
}

/** Rarer than a lock, and so out of the way until it is opened. */
function Folded({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details className="section" open={open}>
      <summary className="section-head min-h-(--target) cursor-pointer list-none items-center">
        <h2>{title}</h2>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}
