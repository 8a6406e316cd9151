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

describe('a document whose frame and main part were both judged before', () => {
  const page = (frame: string, main: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body><nav aria-label="Menu">${frame}</nav><main>${main}</main></body></html>`
  const broken = async (frame: string, main: string) =>
    (await validityOf(page(frame, main), 'page')).map(problem => problem.split(': ')[1])

  it('is what they are', async () => {
    expect(await broken('<p id="a">A</p>', '<h1>B</h1>')).toEqual([])
    expect(await broken('<p>A</p>', '<h1>B</h1><p><div>C</div></p>')).not.toEqual([])
    expect(await broken('<p id="a">A</p>', '<h1>B</h1><p><div>C</div></p>')).not.toEqual([])
  })

  it('may have a main part whose form is sent by a button of its frame, and none without a button', async () => {
    const form = (id: string) => `<h1>B</h1><form id="${id}"><p>C</p></form>`
    const frame = '<button type="submit" form="one">Go</button>'
    expect(await broken(frame, '<h1>B</h1>')).toEqual([])
    expect(await broken(frame, form('one'))).toEqual([])
    expect(await broken(frame, form('other'))).toEqual(['wcag/h32'])
  })

  it('still gives no id twice', async () => {
    expect(await broken('<p id="one">A</p>', '<h1>B</h1>')).toEqual([])
    expect(await broken('<p>A</p>', '<h1>B</h1><p id="one">C</p>')).toEqual([])
    expect(await broken('<p id="one">A</p>', '<h1>B</h1><p id="one">C</p>')).toEqual(['no-dup-id'])
  })
})
