import { describe, expect, it } from 'vitest'
import { validityOf } from '../support/html-validity'

const document = (main: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${main}</main></body></html>`
const rulesBroken = async (main: string) =>
  (await validityOf(document(main), 'page')).map(problem => problem.split(': ')[1])

describe('what html-validate does not know of the standard', () => {
  it('a required select begins with an empty option', async () => {
    const select = (attributes: string, options: string) =>
      rulesBroken(
        `<form><label for="a">A</label><select id="a" name="a" ${attributes}>${options}</select><button type="submit">Go</button></form>`,
      )
    expect(await select('required', '<option value="x">X</option>')).toEqual(['standard/select-placeholder'])
    expect(await select('required', '<option value="">Choose</option><option value="x">X</option>')).toEqual(
      [],
    )
    expect(await select('', '<option value="x">X</option>')).toEqual([])
  })

  it('a label is not hidden from those whom it is for', async () => {
    expect(
      await rulesBroken(
        '<form><input type="checkbox" id="b"><label for="b" aria-hidden="true">B</label><button type="submit">Go</button></form>',
      ),
    ).toContain('standard/label-shown')
  })
})
