/** Notifications of one person's own, in each language. */
export interface Template {
  en: string
  ro: string
  pt: string
  severity: 'info' | 'warning' | 'alarm'
}

export const personalTemplates = {
  mentioned: {
    severity: 'info',
    en: '{actor} mentioned you in a comment on {serial}, {location}',
    ro: '{actor} v-a menționat într-un comentariu despre {serial}, {location}',
    pt: 'Menção de {actor} num comentário sobre {serial}, {location}',
  },
  assigned: {
    severity: 'info',
    en: '{actor} assigned to you: {serial}, {location}',
    ro: '{actor} v-a atribuit: {serial}, {location}',
    pt: '{actor} atribuiu-lhe: {serial}, {location}',
  },
  assigned_many: {
    severity: 'info',
    en: '{actor} assigned {count} findings to you, among them: {serial}, {location}',
    ro: '{actor} v-a atribuit mai multe constatări, între care: {serial}, {location}. Număr: {count}',
    pt: '{actor} atribuiu-lhe {count} ocorrências, entre elas: {serial}, {location}',
  },
} as const satisfies Record<string, Template>
