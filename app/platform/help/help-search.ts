import type { Topic } from '../../console/help-topics'
import type { Translate } from '../../i18n/locales'

export const steps = ['1', '2', '3', '4'] as const

/** The topics that have every word, whatever its case and accents: who looks for "blocare" rarely types them. */
export function found(topics: readonly Topic[], query: string, t: Translate): Topic[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  return topics.filter(topic => {
    const text = folded(
      [
        t(`help:topics.${topic}.title`),
        t(`help:topics.${topic}.what`),
        ...steps.map(step => t(`help:topics.${topic}.steps.${step}`)),
        t(`help:topics.${topic}.trouble`),
      ].join(' '),
    )
    return words.every(word => text.includes(word))
  })
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
