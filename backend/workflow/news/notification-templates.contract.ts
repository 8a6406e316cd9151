/**
 * The text of each kind of notification, in each language (ruling 27), with values in {braces}. Romanian counts 20 and
 * more with “de”, so its counts come at the end. Codes of alarms: domain notes, section 3.
 */
import type { NotificationCategory } from './notifications.contract'
import { personalTemplates, type Template } from './personal-templates.contract'
import { stepTemplates } from './step-templates.contract'

export type { Template }

const alarm = (en: string, ro: string, pt: string): Template => ({ en, ro, pt, severity: 'alarm' })

export const templates = {
  handpay_pending: alarm(
    'Handpay pending on {serial}, {location}',
    'Plată manuală în așteptare la {serial}, {location}',
    'Pagamento manual pendente em {serial}, {location}',
  ),
  sas_level_hit: alarm(
    'Jackpot level hit on {serial}, {location}',
    'Nivel de jackpot câștigat la {serial}, {location}',
    'Nível de jackpot ganho em {serial}, {location}',
  ),
  ram_clear: alarm(
    'Memory of {serial}, {location} was cleared (RAM clear)',
    'Memoria aparatului {serial}, {location} a fost ștearsă (RAM clear)',
    'A memória de {serial}, {location} foi apagada (RAM clear)',
  ),
  counterfeit_bill: alarm(
    'Counterfeit bill at {serial}, {location}',
    'Bancnotă falsă la {serial}, {location}',
    'Nota falsa em {serial}, {location}',
  ),
  memory_error: alarm(
    'Memory error of {serial}, {location}',
    'Eroare de memorie la {serial}, {location}',
    'Erro de memória em {serial}, {location}',
  ),
  components_changed: alarm(
    'Component list of {serial}, {location} changed',
    'Lista de componente de la {serial}, {location} s-a schimbat',
    'A lista de componentes de {serial}, {location} mudou',
  ),
  opened_unpowered: alarm(
    '{serial}, {location} was opened while switched off',
    '{serial}, {location} a fost deschis cât era oprit',
    '{serial}, {location} foi aberta enquanto estava desligada',
  ),
  door_open: alarm(
    'Door of {serial}, {location} opened',
    'Ușa de la {serial}, {location} a fost deschisă',
    'A porta de {serial}, {location} foi aberta',
  ),
  slot_locked: {
    severity: 'warning',
    en: '{serial}, {location}: lock ordered by {actor}: {reason}',
    ro: '{serial}, {location}: blocare cerută de {actor}: {reason}',
    pt: '{serial}, {location}: bloqueio pedido por {actor}: {reason}',
  },
  slot_unlocked: {
    severity: 'info',
    en: '{serial}, {location}: unlock ordered by {actor}: {reason}',
    ro: '{serial}, {location}: deblocare cerută de {actor}: {reason}',
    pt: '{serial}, {location}: desbloqueio pedido por {actor}: {reason}',
  },
  slots_locked: {
    severity: 'warning',
    en: 'Lock of {count} slots of {location} ordered by {actor}: {reason}',
    ro: 'Blocare cerută de {actor} în {location}, aparate: {count}. Motiv: {reason}',
    pt: 'Bloqueio de {count} máquinas de {location} pedido por {actor}: {reason}',
  },
  slots_unlocked: {
    severity: 'info',
    en: 'Unlock of {count} slots of {location} ordered by {actor}: {reason}',
    ro: 'Deblocare cerută de {actor} în {location}, aparate: {count}. Motiv: {reason}',
    pt: 'Desbloqueio de {count} máquinas de {location} pedido por {actor}: {reason}',
  },
  lock_refused: {
    severity: 'warning',
    en: '{serial}, {location} refused to be locked',
    ro: '{serial}, {location} a refuzat blocarea',
    pt: '{serial}, {location} recusou o bloqueio',
  },
  locks_refused: {
    severity: 'warning',
    en: '{count} slots of {location} refused to be locked',
    ro: 'Aparate din {location} care au refuzat blocarea: {count}',
    pt: '{count} máquinas de {location} recusaram o bloqueio',
  },
  unlock_refused: {
    severity: 'warning',
    en: '{serial}, {location} refused to be unlocked',
    ro: '{serial}, {location} a refuzat deblocarea',
    pt: '{serial}, {location} recusou o desbloqueio',
  },
  unlocks_refused: {
    severity: 'warning',
    en: '{count} slots of {location} refused to be unlocked',
    ro: 'Aparate din {location} care au refuzat deblocarea: {count}',
    pt: '{count} máquinas de {location} recusaram o desbloqueio',
  },
  smib_offline: {
    severity: 'warning',
    en: 'SMIB {mac} of {serial}, {location} is offline',
    ro: 'SMIB {mac} de la {serial}, {location} este offline',
    pt: 'A placa SMIB {mac} de {serial}, {location} está offline',
  },
  smib_online: {
    severity: 'info',
    en: 'SMIB {mac} of {serial}, {location} is online again',
    ro: 'SMIB {mac} de la {serial}, {location} este din nou online',
    pt: 'A placa SMIB {mac} de {serial}, {location} está novamente online',
  },
  smibs_offline: {
    severity: 'alarm',
    en: '{count} SMIBs of {location} are offline',
    ro: 'Plăci SMIB offline din {location}: {count}',
    pt: '{count} placas SMIB de {location} estão offline',
  },
  smibs_online: {
    severity: 'info',
    en: '{count} SMIBs of {location} are online again',
    ro: 'Plăci SMIB din nou online din {location}: {count}',
    pt: '{count} placas SMIB de {location} estão novamente online',
  },
  firmware_paused: {
    severity: 'alarm',
    en: 'Rollout “{rollout}” is paused: of {count} SMIBs in wave {wave}, {failed} failed or are silent',
    ro: 'Distribuirea „{rollout}” este în pauză. În tranșa {wave} au eșuat sau nu răspund: {failed} din {count}',
    pt: 'A distribuição «{rollout}» está em pausa: das {count} placas do lote {wave}, {failed} falharam ou não respondem',
  },
  anomaly_machine: {
    severity: 'warning',
    en: '{serial}, {location}: a door, the power or the SMIB is out of the ordinary',
    ro: '{serial}, {location}: o ușă, alimentarea sau placa SMIB este în afara obișnuitului',
    pt: '{serial}, {location}: uma porta, a energia ou a placa SMIB está fora do habitual',
  },
  anomaly_bills: {
    severity: 'warning',
    en: '{serial}, {location}: bills or tickets are out of the ordinary',
    ro: '{serial}, {location}: bancnote sau tichete în afara obișnuitului',
    pt: '{serial}, {location}: notas ou talões fora do habitual',
  },
  anomaly_payouts: {
    severity: 'warning',
    en: '{serial}, {location}: payouts are out of the ordinary',
    ro: '{serial}, {location}: plăți în afara obișnuitului',
    pt: '{serial}, {location}: pagamentos fora do habitual',
  },
  anomaly_play: {
    severity: 'warning',
    en: '{serial}, {location}: play is out of the ordinary',
    ro: '{serial}, {location}: joc în afara obișnuitului',
    pt: '{serial}, {location}: jogo fora do habitual',
  },
  rule_alarm: {
    severity: 'warning',
    en: '{rule}: {serial}, {location} ({value})',
    ro: '{rule}: {serial}, {location} ({value})',
    pt: '{rule}: {serial}, {location} ({value})',
  },
  rule_alarm_many: {
    severity: 'warning',
    en: '{rule}: {location}, slots: {count}',
    ro: '{rule}: {location}, aparate: {count}',
    pt: '{rule}: {location}, máquinas: {count}',
  },
  rule_alarm_everywhere: {
    severity: 'warning',
    en: '{rule}: slots: {count}, locations: {locations}',
    ro: '{rule}: aparate: {count}, locații: {locations}',
    pt: '{rule}: máquinas: {count}, locais: {locations}',
  },
  excluded_at_door: alarm(
    '{document} was let into {location} at {let_in}, is not allowed in since {since}, and was denied at the door at {found}: may still be inside',
    '{document} a intrat în {location} la {let_in}, nu mai are acces din {since} și a fost oprit la intrare la {found}: se poate afla încă înăuntru',
    '{document} entrou em {location} às {let_in}, não tem acesso desde {since} e foi recusado à entrada às {found}: pode ainda estar lá dentro',
  ),
  excluded_in_payment: alarm(
    '{document} was let into {location} at {let_in}, is not allowed in since {since}, and has a payment on {serial} at {found}',
    '{document} a intrat în {location} la {let_in}, nu mai are acces din {since} și are o plată la {serial}, ora {found}',
    '{document} entrou em {location} às {let_in}, não tem acesso desde {since} e tem um pagamento em {serial} às {found}',
  ),
  approval_repair: {
    severity: 'warning',
    en: '{about}: a decision about meter readings waits for approval, asked for by {actor}: {reason}',
    ro: '{about}: o decizie despre citirile contoarelor așteaptă aprobarea, cerută de {actor}: {reason}',
    pt: '{about}: uma decisão sobre leituras de contadores aguarda aprovação, pedida por {actor}: {reason}',
  },
  approval_edit: {
    severity: 'warning',
    en: '{about}: an edit of meters waits for approval, asked for by {actor}: {reason}',
    ro: '{about}: o modificare a contoarelor așteaptă aprobarea, cerută de {actor}: {reason}',
    pt: '{about}: uma alteração de contadores aguarda aprovação, pedida por {actor}: {reason}',
  },
  approval_seal: {
    severity: 'warning',
    en: '{about}: sealing waits for approval, asked for by {actor}: {reason}',
    ro: '{about}: o sigilare așteaptă aprobarea, cerută de {actor}: {reason}',
    pt: '{about}: uma selagem aguarda aprovação, pedida por {actor}: {reason}',
  },
  approval_reopening: {
    severity: 'warning',
    en: '{about}: opening sealed days again waits for approval, asked for by {actor}: {reason}',
    ro: '{about}: redeschiderea unor zile sigilate așteaptă aprobarea, cerută de {actor}: {reason}',
    pt: '{about}: a reabertura de dias selados aguarda aprovação, pedida por {actor}: {reason}',
  },
  approval_jackpot: {
    severity: 'warning',
    en: '{about}: a change of a jackpot level waits for approval, asked for by {actor}: {reason}',
    ro: '{about}: o intervenție la un nivel de jackpot așteaptă aprobarea, cerută de {actor}: {reason}',
    pt: '{about}: uma intervenção num nível de jackpot aguarda aprovação, pedida por {actor}: {reason}',
  },
  ...stepTemplates,
  ...personalTemplates,
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

/** Templates that are not named here are `other`. */
const byCategory: Partial<Record<NotificationCategory, readonly TemplateName[]>> = {
  door: ['door_open', 'opened_unpowered'],
  handpay: ['handpay_pending'],
  jackpot: ['sas_level_hit'],
  bill: ['counterfeit_bill'],
  memory: ['memory_error'],
  meters: ['ram_clear'],
  configuration: ['components_changed'],
  anomaly: [
    'anomaly_machine',
    'anomaly_bills',
    'anomaly_payouts',
    'anomaly_play',
    'rule_alarm',
    'rule_alarm_many',
    'rule_alarm_everywhere',
    'rule_alarm_step',
    'rule_alarm_steps',
  ],
  exclusion: ['excluded_at_door', 'excluded_in_payment'],
  approval: ['approval_repair', 'approval_edit', 'approval_seal', 'approval_reopening', 'approval_jackpot'],
  comment: Object.keys(personalTemplates) as (keyof typeof personalTemplates)[],
  connection: ['smib_offline', 'smib_online', 'smibs_offline', 'smibs_online'],
  lock: [
    'slot_locked',
    'slot_unlocked',
    'slots_locked',
    'slots_unlocked',
    'lock_refused',
    'locks_refused',
    'unlock_refused',
    'unlocks_refused',
  ],
}
const categorised = new Map(
  Object.entries(byCategory).flatMap(([category, names]) =>
    names.map(name => [name as string, category as NotificationCategory] as const),
  ),
)

export const categoryOf = (template: string): NotificationCategory => categorised.get(template) ?? 'other'

/** Of these categories; `others`: whatever has none as well. */
export const templatesOf = (
  categories: readonly NotificationCategory[],
): { names: string[]; others: boolean; all: string[] } => ({
  names: categories.flatMap(category => byCategory[category] ?? []),
  others: categories.includes('other'),
  all: [...categorised.keys()],
})

const memory = Object.fromEntries(
  ['31', '32', '33', '34', '35', '36', '37', '38', '39'].map(code => [code, 'memory_error' as const]),
)
const doors = Object.fromEntries(
  ['11', '13', '15', '19', '1B', '1D'].map(code => [code, 'door_open' as const]),
)
const unpowered = Object.fromEntries(
  ['98', '99', '9A', '9B'].map(code => [code, 'opened_unpowered' as const]),
)

/** The template of each SAS exception code whose severity is alarm. */
export const alarmTemplates: Readonly<Record<string, TemplateName>> = {
  ...memory,
  ...doors,
  ...unpowered,
  '51': 'handpay_pending',
  '56': 'sas_level_hit',
  '7A': 'ram_clear',
  '2C': 'counterfeit_bill',
  '8E': 'components_changed',
}
