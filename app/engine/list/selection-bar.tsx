import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Check } from '../../ui/field'
import { Menu, MenuButton } from '../../ui/menu'
import { commandPath } from '../definition/command-path'
import { actionLabel } from '../render/labels'
import { bulkEditFields } from '../definition/bulk-edit'
import { MATCHING, TICK } from '../address/list-parameters'
import type { Resource, ResourceAction } from '../definition/resource'

interface SelectionBarProps {
  resource: Resource
  form: string
  actions: readonly ResourceAction[]
  total: number
  /** More match than were counted: what is done to all of them counts them first. */
  capped?: boolean | undefined
  /** Ticked on other pages. */
  elsewhere: number
  page: number
  isMatching: boolean
  /** The same page with none ticked anywhere; null when none is. */
  clearHref: string | null
}

/**
 * What can be done to the ticked rows: each button opens the command's page with them. Harm stands last. The commands
 * are drawn when something is ticked, which CSS sees and counts (list.css); a browser that cannot draws them always.
 */
export function SelectionBar({
  resource,
  form,
  actions,
  total,
  capped,
  elsewhere,
  page,
  isMatching,
  clearHref,
}: SelectionBarProps) {
  const { t, format, can } = useShell()
  const { update } = resource.contract.permissions
  // What the entity is about as buttons, what can be done to any record in the menu.
  const buttons = actions.filter(action => action.contract)
  const others = actions.filter(action => !buttons.includes(action))
  const commands = [
    ...buttons.map(action => ({
      path: commandPath(resource, action.name),
      label: actionLabel(t, resource.name, action.name),
    })),
    ...resource.list.selected
      .filter(({ rule }) => can(rule))
      .map(({ href, label }) => ({ path: href, label: t(label) })),
    ...(update && can(update) && bulkEditFields(resource).length > 0
      ? [{ path: `${resource.path}/edit-many`, label: t('engine:many.button') }]
      : []),
  ]
  const onPhone = fittingOnPhone(commands.map(({ label }) => label))
  const further = commands.slice(onPhone)
  return (
    <div className="pick-group no-print" role="group" aria-label={t('engine:select.label')}>
      <span className="pick-count" data-all={format.count(total, capped)}>
        {t('engine:select.ticked')}
      </span>
      {elsewhere > 0 ? (
        <span className="pick-elsewhere">{t('engine:select.elsewhere', { count: elsewhere })}</span>
      ) : null}
      <Button tone="quiet" size="sm" form={form} name={TICK} value={page}>
        {t('engine:select.page')}
      </Button>
      {clearHref ? (
        <LinkButton tone="quiet" size="sm" href={clearHref}>
          {t('engine:select.clear')}
        </LinkButton>
      ) : null}
      <Check
        form={form}
        name={MATCHING}
        value="1"
        defaultChecked={isMatching}
        label={t('engine:select.matching', { count: total, total: format.count(total, capped) })}
      />
      <div className="pick-some">
        {commands.map(({ path, label }, at) => (
          <Button key={path} form={form} formAction={path} className={at < onPhone ? undefined : 'wide-only'}>
            {label}
          </Button>
        ))}
        {others.length + further.length > 0 ? (
          <Menu
            label={t('engine:more')}
            icon="more"
            align="end"
            className={others.length > 0 ? undefined : 'phone-only'}
          >
            {further.map(({ path, label }) => (
              <MenuButton key={path} form={form} formAction={path} className="phone-only">
                {label}
              </MenuButton>
            ))}
            {others.map(action => (
              <MenuButton
                key={action.name}
                form={form}
                formAction={commandPath(resource, action.name)}
                danger={action.tone === 'danger'}
              >
                {actionLabel(t, resource.name, action.name)}
              </MenuButton>
            ))}
          </Menu>
        ) : null}
      </div>
    </div>
  )
}

/** What a phone's row of commands next to its menu has room for, in letters. */
const ROW_LETTERS = 38
/** What is around each command's words. */
const AROUND_LETTERS = 4

/** How many of these commands, in their order, stand in one row on a phone; the menu has the others. At least one. */
function fittingOnPhone(labels: readonly string[]): number {
  let letters = 0
  const fitting = labels.findIndex((label, at) => {
    letters += label.length + AROUND_LETTERS
    return at > 0 && letters > ROW_LETTERS
  })
  return fitting < 0 ? labels.length : fitting
}
