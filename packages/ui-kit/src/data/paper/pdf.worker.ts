import type { Paper } from '@cascade/files'
import { writePdf } from '@cascade/files/pdf'
import { foreignText } from './foreign-text'

// `self` is typed as a window.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Paper>) => void
  postMessage: (message: ArrayBuffer | string, transfer?: Transferable[]) => void
}

const regular = new URL('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf', import.meta.url)
const bold = new URL('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf', import.meta.url)

async function bytesOf(url: URL): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function write(paper: Paper): Promise<void> {
  const [regularBytes, boldBytes] = await Promise.all([bytesOf(regular), bytesOf(bold)])
  const bytes = writePdf(paper, { regular: regularBytes, bold: boldBytes }, foreignText)
  scope.postMessage(bytes, [bytes])
}

scope.onmessage = ({ data }) => {
  // Unhandled rejections do not reach the page by themselves.
  write(data).catch(error => scope.postMessage(String(error)))
}
