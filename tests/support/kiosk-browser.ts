/**
 * The oldest Chromium that the console promises, of 2023, for what Playwright's of today cannot show: its screens and
 * its paper.
 */
import packed from '@sparticuz/chromium'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { readPdf } from './pdf-text'

/**
 * Unpacked into the folder for what a run throws away. The package's own settings are for a program without pages of
 * others, such as no protection between sites.
 */
export async function startKiosk(): Promise<Browser> {
  const browser = await launch({
    executablePath: await packed.executablePath(),
    headless: 'new',
    defaultViewport: { width: 1280, height: 900 },
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--no-zygote',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--lang=en-GB',
    ],
  })
  const version = await browser.version()
  if (!/Chrome\/109\./.test(version)) throw new Error(`the kiosk's browser is ${version}`)
  return browser
}

interface Sheet {
  wide: boolean
  texts: string[]
  /** Texts that begin or end beside the paper: nobody can read them. */
  lost: string[]
}

/** What the page is on paper, as the browser prints it and another program reads it. */
export async function paperOf(page: Page): Promise<Sheet[]> {
  const { pdf } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const sheet = await pdf.getPage(at + 1)
      const [, , width = 0, height = 0] = sheet.view
      const { items } = await sheet.getTextContent()
      const all = items.flatMap(one => ('str' in one && one.str.trim() ? [one] : []))
      const isLost = ({ transform, width: length }: { transform: number[]; width: number }) => {
        const [, , , , x = 0, y = 0] = transform
        return x < 0 || x + length > width + 1 || y < 0 || y > height
      }
      return {
        wide: width > height,
        texts: all.map(({ str }) => str.trim()),
        lost: all.filter(one => isLost(one as { transform: number[]; width: number })).map(({ str }) => str),
      }
    }),
  )
}

/** Relative luminance contrast of WCAG between two colours as a browser computes them. Runs in the page. */
export function paleTexts(selector: string): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour)
      .slice(0, 3)
      .map(value => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
  }
  return [...document.querySelectorAll(selector)].flatMap(element => {
    const [light = 0, dark = 0] = [getComputedStyle(element).color, groundOf(element)]
      .map(luminance)
      .sort((one, other) => other - one)
    const contrast = (light + 0.05) / (dark + 0.05)
    return contrast < 4.5 ? [`${element.className} "${element.textContent}" ${contrast.toFixed(1)}`] : []
  })
}
