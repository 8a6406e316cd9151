/** Judges documents for `html-validity.ts`, on a thread of its own: a journey goes on meanwhile. */
import { parentPort } from 'node:worker_threads'
import { HtmlValidate, Rule, StaticConfigLoader, definePlugin } from 'html-validate'

/** Two rules of the HTML standard that html-validate has not, and the W3C's validator has. */
class SelectPlaceholder extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const select of document.querySelectorAll('select[required]')) {
        if (select.hasAttribute('multiple') || Number(select.getAttributeValue('size') ?? 1) > 1) continue
        const first = select.querySelector('option')
        const isEmpty =
          first &&
          (first.hasAttribute('value')
            ? first.getAttributeValue('value') === ''
            : first.textContent === '') &&
          first.parent?.is('select')
        if (!isEmpty) this.report(select, 'A required select begins with an empty option')
      }
    })
  }
}
class LabelShown extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const label of document.querySelectorAll('label[aria-hidden]'))
        this.report(label, 'A label is not hidden from whom it labels for')
    })
  }
}
const standard = definePlugin({
  name: 'standard',
  rules: { 'standard/select-placeholder': SelectPlaceholder, 'standard/label-shown': LabelShown },
})

/** Settles the rules once: html-validate does so for each document, which is a third of its time. */
class OneConfig extends StaticConfigLoader {
  getConfigFor(...asked) {
    return (this.settled ??= super.getConfigFor(...asked))
  }
}

const config = {
  plugins: [standard],
  extends: ['html-validate:recommended'],
  rules: {
    'standard/select-placeholder': 'error',
    'standard/label-shown': 'error',
    // How React writes HTML: void elements closed, `open=""`, `charSet`. Browsers read all of it alike.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attr-case': 'off',
    // A text area shows what was typed, spaces at the ends of lines included.
    'no-trailing-whitespace': 'off',
    // A page is titled as its record is, and names may have a hundred characters.
    'long-title': 'off',
    // Telephone numbers are data, shown as they were written.
    'tel-non-breaking': 'off',
    // While the backend is away a page asks again after some seconds, without scripts too.
    'meta-refresh': 'off',
    // Ticked rows share a name, those of other pages as hidden fields: a form sends a list so.
    'form-dup-name': 'off',
    // Lists may be named; not every reader tells it.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Of two pagers CSS shows one. axe looks at what is shown, and refuses two landmarks of one name there.
    'unique-landmark': 'off',
    // A live region is a role on purpose.
    'prefer-native-element': ['error', { exclude: ['status', 'alert', 'region'] }],
  },
}
const validator = new HtmlValidate(new OneConfig(config))

parentPort.on('message', async ({ id, html }) => {
  try {
    const { results } = await validator.validateString(html)
    const problems = results
      .flatMap(result => result.messages)
      .filter(message => message.severity === 2)
      .map(
        message =>
          `${message.ruleId}: ${message.message} (${message.selector ?? `${message.line}:${message.column}`})`,
      )
    parentPort.postMessage({ id, problems })
  } catch (error) {
    parentPort.postMessage({ id, problems: [`not judged: ${error}`] })
  }
})
