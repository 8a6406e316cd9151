import type { Kiosk } from '../../backend/platform/contract/kiosks.contract'
import { MOST_ABSOLUTE_HOURS, MOST_IDLE_MINUTES } from '../../backend/platform/contract/kiosks.contract'
import { Button } from '../ui/button'
import { Field, FormActions, Input } from '../ui/field'
import { Section } from '../ui/page'
import { useShell } from './shell-context'

export interface KioskPanelProps {
  /** This device, if it is one. */
  here: { id: string; name: string } | null
  /** All that the person may see. */
  kiosks: Kiosk[]
  /** What holds elsewhere. */
  usual: { idle_minutes: number; absolute_hours: number }
}

/** An administrator makes the device that they sit at a kiosk, with limits of its own for the sessions on it. */
export function PanelKiosk({ here, kiosks, usual }: KioskPanelProps) {
  const { t, path } = useShell()
  const current = kiosks.find(one => one._id === here?.id)
  const { idle_minutes, absolute_hours } = current ?? usual
  const number = (name: 'idle_minutes' | 'absolute_hours', value: number, max: number) => (
    <Field id={name} label={t(`console:kiosk.${name}`)}>
      <Input id={name} name={name} type="number" min={1} max={max} required defaultValue={value} />
    </Field>
  )
  return (
    <Section title={t('console:kiosk.title')}>
      <p>
        {current
          ? t('console:kiosk.is', { name: current.name })
          : t('console:kiosk.isNot', { idle: usual.idle_minutes, absolute: usual.absolute_hours })}
      </p>
      <form method="post" action="/kiosk" className="form">
        <input type="hidden" name="redirectTo" value={path} />
        <Field id="kiosk-name" label={t('console:kiosk.name')}>
          <Input
            id="kiosk-name"
            name="name"
            type="text"
            maxLength={60}
            required
            defaultValue={current?.name ?? ''}
            autoComplete="off"
          />
        </Field>
        {number('idle_minutes', idle_minutes, MOST_IDLE_MINUTES)}
        {number('absolute_hours', absolute_hours, MOST_ABSOLUTE_HOURS)}
        <p className="field-help">{t('console:kiosk.help')}</p>
        <FormActions>
          <Button name="intent" value={current ? 'change' : 'make'}>
            {t(current ? 'console:kiosk.change' : 'console:kiosk.make')}
          </Button>
        </FormActions>
      </form>
      {kiosks.length > 0 && <Known kiosks={kiosks} here={current?._id} />}
    </Section>
  )
}

function Known({ kiosks, here }: { kiosks: Kiosk[]; here: string | undefined }) {
  const { t, path } = useShell()
  return (
    <ul className="mt-3">
      {kiosks.map(({ _id, name, idle_minutes, absolute_hours }) => (
        <li key={_id} className="mb-2">
          <form method="post" action="/kiosk" className="flex flex-wrap items-center gap-2">
            <input type="hidden" name="redirectTo" value={path} />
            <input type="hidden" name="id" value={_id} />
            <span>
              {t(_id === here ? 'console:kiosk.hereRow' : 'console:kiosk.row', {
                name,
                idle: idle_minutes,
                absolute: absolute_hours,
              })}
            </span>
            <Button
              name="intent"
              value="remove"
              size="sm"
              aria-label={t('console:kiosk.removeOne', { name })}
            >
              {t('console:kiosk.remove')}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  )
}
