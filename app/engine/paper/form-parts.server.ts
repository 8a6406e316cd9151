/** What stands over and under a form's table. */
import { qrModules } from '../../ui/qr-modules'
import type { Block } from './flow'
import type { Spacing } from './spacing'
import type { PaperForm } from './paper'
import { leaf, LINE, MARGIN, type Part, type Pen } from './pen.server'

/** Points: 30 mm. */
const CODE = 85

/** Points: 12 mm high, or 45 mm wide. */
const LOGO = { height: 34, width: 128 }

export function logoBlocks({ logo }: PaperForm, pen: Pen, part: Part): Block[] {
  if (!logo) return []
  const scale = Math.min(LOGO.height / logo.height, LOGO.width / logo.width)
  const [width, height] = [logo.width * scale, logo.height * scale]
  return [
    {
      height: height + 6,
      draw: y =>
        part.add(
          pen.doc.struct('Figure', { alt: logo.alt }, () => {
            pen.doc.image(Buffer.from(logo.png), MARGIN, y, { width, height })
          }),
        ),
    },
  ]
}

/** Facts are set in two columns. */
export function factBlocks(
  { facts }: PaperForm,
  pen: Pen,
  part: Part,
  { width, spacing }: { width: number; spacing: Spacing },
): Block[] {
  const face = { size: spacing.around }
  const strong = { ...face, bold: true }
  const half = width / 2 - 10
  const name = Math.min(150, Math.max(0, ...facts.map(([one]) => pen.widthOf(one, face))) + 10)
  const rows = facts.flatMap((fact, at) => (at % 2 === 0 ? [[fact, facts[at + 1]]] : []))
  return rows.map((pair, nr): Block => {
    const written = pair.flatMap(one =>
      one ? [{ name: one[0], lines: pen.lines(one[1], half - name, strong) }] : [],
    )
    const height = Math.max(...written.map(({ lines }) => lines.length)) * face.size * LINE + 1
    return {
      height: height + (nr === rows.length - 1 ? 6 : 0),
      draw: y =>
        written.forEach((one, at) =>
          leaf(pen, part, 'P', () => {
            const x = MARGIN + at * (half + 20)
            pen.set([one.name], face, { x, y, width: name, goesOn: true })
            pen.set(one.lines, strong, { x: x + name, y, width: half - name })
          }),
        ),
    }
  })
}

/**
 * Lines to write on, in one row; the seal under them and its code to the right of both. The block stays whole
 * on one page, because a signature is of the figures that it stands under.
 */
export function signatureBlock(
  { signatures, seal }: PaperForm,
  pen: Pen,
  part: Part,
  { width, spacing }: { width: number; spacing: Spacing },
): Block[] {
  const face = { size: spacing.around }
  if (signatures.length === 0 && !seal) return []
  const code = seal?.code ?? null
  const room = width - (code ? CODE + 12 : 0)
  const each = room / Math.max(1, signatures.length)
  const step = spacing.signing
  const most = Math.max(0, ...signatures.map(({ lines }) => lines.length))
  const gap = step / 2
  const signed = signatures.length > 0 ? gap + (most + 1) * step + 4 : 6
  const written = (seal?.lines ?? []).map(one => pen.lines(one, room, face))
  const sealed = written.flat().length * face.size * LINE
  return [
    {
      height: Math.max(signed + sealed, code ? 4 + CODE : 0) + 4,
      draw: top => {
        signatures.forEach(({ key, lines }, at) => {
          const x = MARGIN + at * each
          const name = Math.max(...lines.map(one => pen.widthOf(one, face))) + 8
          leaf(pen, part, 'P', () =>
            pen.set([key], { ...face, bold: true }, { x, y: top + gap, width: each }),
          )
          lines.forEach((text, nr) => {
            const y = top + gap + (nr + 1) * step
            leaf(pen, part, 'P', () => pen.set([text], face, { x, y, width: name }))
            pen.rule(x + name, y + face.size + 2, x + each - 40, y + face.size + 2)
          })
        })
        let y = top + signed
        for (const one of written) {
          leaf(pen, part, 'P', () => pen.set(one, face, { x: MARGIN, y, width: room }))
          y += one.length * face.size * LINE
        }
        if (code) drawCode(pen, part, code, { x: MARGIN + width - CODE, y: top + 4 })
      },
    },
  ]
}

function drawCode(
  pen: Pen,
  part: Part,
  { text, label }: { text: string; label: string },
  { x, y }: { x: number; y: number },
) {
  const modules = qrModules(text)
  const side = CODE / modules.length
  const figure = pen.doc.struct('Figure', { alt: label }, () => {
    modules.forEach((row, down) =>
      row.forEach((isDark, across) => {
        if (isDark) pen.doc.rect(x + across * side, y + down * side, side, side)
      }),
    )
    pen.doc.fill('#000')
  })
  part.add(figure)
}
