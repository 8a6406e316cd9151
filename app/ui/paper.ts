/**
 * Which way a page lies on paper. What is drawn says so while it is drawn, and `entry.server.tsx` puts the
 * rule into the head: a named page chosen by `body:has(…)` makes Chromium 109 give each block a sheet of its
 * own, still upright, so that a form's last columns run off the paper.
 */
import { createContext, useContext } from 'react'

/** The content policy names its hash (`session/document-headers.server.ts`). */
export const acrossPaper = '@page{size:A4 landscape;margin:11mm 12mm 13mm}'

/** Of one page while it is drawn. */
export interface Paper {
  isAcross: boolean
}

export const PaperContext = createContext<Paper | null>(null)

/** Called by whatever is too wide for an upright sheet. */
export function useAcrossPaper(isWide = true): void {
  const paper = useContext(PaperContext)
  if (paper && isWide) paper.isAcross = true
}

/** Behind the stylesheets, whose own size of paper it replaces. */
export const onItsPaper = (html: string, { isAcross }: Paper): string =>
  isAcross ? html.replace('</head>', `<style media="print">${acrossPaper}</style></head>`) : html
