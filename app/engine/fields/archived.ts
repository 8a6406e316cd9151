import { selectControl } from './control'
import type { Field } from './field'
import { flag } from './flag'

/** Lists show only current rows unless the address wants archived ones (ruling 26). */
export const archived = (): Field<boolean> => ({
  ...flag(),
  kind: 'archived',
  filter: (props, ctx) =>
    selectControl(
      { ...props, required: false },
      [{ value: '1', label: ctx.t('engine:archived') }],
      ctx.t('engine:filter.current'),
    ),
})
