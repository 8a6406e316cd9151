/** What is wrong with a form, in words: at a field, and above the form with the field's name. */
import type { Translate } from '../../i18n/locales'
import { problemText } from '../render/labels'
import type { Problems } from './form'

export const problemTexts = (t: Translate, problems: Problems) => ({
  errorOf: (name: string): string | undefined =>
    (problems[name] ?? []).map(problem => problemText(t, problem)).join(' ') || undefined,
  errorsOf: (names: readonly string[], idOf: (name: string) => string, labelOf: (name: string) => string) =>
    names.flatMap(name =>
      (problems[name] ?? []).map(problem => ({
        id: idOf(name),
        text: `${labelOf(name)}: ${problemText(t, problem)}`,
      })),
    ),
})
