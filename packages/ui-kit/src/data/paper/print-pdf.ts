import { localStore } from '@cascade/web-kit'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { viewerLanguages } from '../../format/languages'
import { runWorker } from '../export/files'
import type { Paper, PaperFormat } from './paper'

/** The library and its letters come with the first paper; thousands of rows must not freeze the tab. */
export async function makePdf(paper: Paper, signal: AbortSignal): Promise<Blob> {
  const bytes = await runWorker(new Worker(new URL('./pdf.worker.ts', import.meta.url)), paper, signal)
  return new Blob([bytes], { type: 'application/pdf' })
}

/**
 * Opens the browser's print dialog for a PDF, in a frame that nobody sees: a tab of its own would be held back as a
 * pop-up, since the click is long ago. Where the browser shows no PDF, e.g. on some phones, it is opened or saved.
 */
export function printPdf(pdf: Blob): void {
  document.querySelector('.kit-paper-frame')?.remove()
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(pdf)
  frame.className = 'kit-paper-frame'
  frame.title = 'PDF'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.onload = () => {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
  }
  frame.src = address
  document.body.append(frame)
}

/** Countries whose offices have Letter in their printers. */
const letterCountries = 'US CA MX PH CL CO VE CR GT SV HN NI PA PR DO'.split(' ')

type Choice = { format?: PaperFormat }

/** Kept in this browser, once somebody chose. */
export const usePaperFormat = create<Choice>()(
  persist<Choice>(() => ({}), { name: 'cascade.paper', storage: createJSONStorage(() => localStore) }),
)

export const choosePaperFormat = (format: PaperFormat) => usePaperFormat.setState({ format })

/** What was chosen, or what is usual where the reader is. */
export const paperFormat = (): PaperFormat =>
  usePaperFormat.getState().format ?? (letterCountries.includes(viewerLanguages()[0]?.region ?? '') ? 'letter' : 'a4')
