import type { Sheet } from './sheet'
import { writeCsv } from './write-csv'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file of a sheet; its kind follows from the name's ending, `.csv` or `.xlsx`. */
export async function makeFile(name: string, sheet: Sheet, signal: AbortSignal): Promise<Blob> {
  if (name.endsWith('.csv')) return new Blob([writeCsv(sheet)], { type: 'text/csv;charset=utf-8' })
  const bytes = typeof Worker === 'undefined' ? await writeHere(sheet) : await writeInWorker(sheet, signal)
  return new Blob([bytes], { type: xlsxType })
}

async function writeHere(sheet: Sheet): Promise<ArrayBuffer> {
  const { writeXlsx } = await import('./write-xlsx')
  return writeXlsx(sheet)
}

/** Zipping 50 000 rows takes seconds, which must not freeze the tab. */
function writeInWorker(sheet: Sheet, signal: AbortSignal): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url))
  const done = new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<ArrayBuffer>) => resolve(event.data)
    worker.onerror = event => reject(new Error(event.message || 'The file could not be written'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(sheet)
  })
  return done.finally(() => worker.terminate())
}

export function download(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
