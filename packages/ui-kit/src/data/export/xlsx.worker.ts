import type { Sheet } from '@cascade/files'
import { writeXlsx } from '@cascade/files/xlsx'

// `self` is typed as a window.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Sheet>) => void
  postMessage: (message: ArrayBuffer, transfer: Transferable[]) => void
}

scope.onmessage = event => {
  const bytes = writeXlsx(event.data)
  scope.postMessage(bytes, [bytes])
}
