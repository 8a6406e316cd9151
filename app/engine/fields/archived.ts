import { selectControl } from './control'
import type { Field } from './field'
import { flag } from './flag'

/** Lists show what is current unless asked for what is archived (ruling 26). */
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
