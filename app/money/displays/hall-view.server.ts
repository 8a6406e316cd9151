import type { Hall } from '../../../backend/money/displays/displays.contract'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { regions } from '../../i18n/locales'
import type { HallView } from '../../islands/hall-view'

export function viewOf({ language, time_zone, as_of, levels, ...hall }: Hall): HallView {
  const t = translator(language)
  const format = formatter(language, time_zone)
  const time = format.seconds(as_of)
  return {
    lang: regions[language],
    theme: hall.theme,
    resolution: hall.resolution,
    name: hall.name,
    levels: levels.map(({ _id, name, run, value, is_near, is_held, win }) => ({
      id: _id,
      name,
      run,
      ...value,
      text: format.money(value),
      isNear: is_near,
      isHeld: is_held,
      win: win && {
        amount: format.money(win.amount),
        where: t('hall:at', { slot: win.slot, location: win.location }),
      },
    })),
    asOf: t('hall:as_of', { time }),
    stale: t('hall:stale', { time }),
    words: {
      near: t('hall:near'),
      won: t('hall:won'),
      none: t('hall:none'),
      none_what: t('hall:none_what'),
    },
  }
}
