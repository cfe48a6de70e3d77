import type { Paper } from '@cascade/files'
import { runWorker } from '../export/files'

/** Library and fonts load with the first document, in a worker: thousands of rows must not freeze the tab. */
export async function makePdf(paper: Paper, signal: AbortSignal): Promise<Blob> {
  const bytes = await runWorker(new Worker(new URL('./pdf.worker.ts', import.meta.url)), paper, signal)
  return new Blob([bytes], { type: 'application/pdf' })
}

/**
 * Opens the print dialog for a PDF in a hidden frame: a new tab would be blocked as a pop-up, as the click was long
 * ago. Browsers that cannot show PDFs, e.g. on some phones, open or save it.
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
