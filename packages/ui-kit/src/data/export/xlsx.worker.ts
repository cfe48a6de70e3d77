import type { Sheet } from './sheet'
import { writeXlsx } from './write-xlsx'

// `self` is typed as a window.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Sheet>) => void
  postMessage: (message: ArrayBuffer, transfer: Transferable[]) => void
}

scope.onmessage = event => {
  const bytes = writeXlsx(event.data)
  scope.postMessage(bytes, [bytes])
}
