/** Every table, by module. */
import type { SettingsTables } from '../settings/settings.table'
import type { AuditTables } from '../audit/audit.table'
import type { AuthTables } from '../auth/auth.table'
import type { CoreTables } from './core.table'
import type { DemoTables } from '../demo/demo.table'
import type { NotificationTables } from '../notifications/notifications.table'
import type { PresenceTables } from '../presence/presence.table'
import type { RawdataTables } from '../rawdata/rawdata.table'
import type { TaskTables } from '../tasks/tasks.table'

export interface Tables extends CoreTables, AuthTables, AuditTables, TaskTables, DemoTables, SettingsTables, RawdataTables, NotificationTables, PresenceTables {}
