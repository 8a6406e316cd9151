import type { Topic } from '../../console/help-topics'
import type { Named } from '../../i18n/found-words'

export const steps = ['1', '2', '3', '4'] as const

/** What a topic is found by. */
export const helpTexts = (topic: Topic): Named => ({
  name: t => t(`help:topics.${topic}.title`),
  about: t => [
    t(`help:topics.${topic}.what`),
    ...steps.map(step => t(`help:topics.${topic}.steps.${step}`)),
    t(`help:topics.${topic}.trouble`),
  ],
})
