/** `/notifications/list/export.csv`: what this person was told, as a file. */
import { plainCsv } from '../engine/list/plain.server'
import { guarded } from '../session/guard.server'
import { notificationListing } from './notifications-listing'
import { askNotifications } from './notifications.server'

export const loader = guarded('signed-in', asked =>
  plainCsv(asked, notificationListing, askNotifications, asked.t('notifications:all')),
)
