import type { DisplayScreen } from '../../../backend/money/displays/displays.contract'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { regions } from '../../i18n/locales'
import type { DisplayView } from '../../islands/display-view'

export function viewOf({ language, time_zone, as_of, levels, ...screen }: DisplayScreen): DisplayView {
  const t = translator(language)
  const format = formatter(language, time_zone)
  const time = format.seconds(as_of)
  return {
    lang: regions[language],
    theme: screen.theme,
    resolution: screen.resolution,
    name: screen.name,
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
        where: t('display-screen:at', { slot: win.slot, location: win.location }),
      },
    })),
    asOf: t('display-screen:as_of', { time }),
    stale: t('display-screen:stale', { time }),
    words: {
      near: t('display-screen:near'),
      won: t('display-screen:won'),
      none: t('display-screen:none'),
      none_what: t('display-screen:none_what'),
    },
  }
}
