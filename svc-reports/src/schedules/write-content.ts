import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Paper, Sheet } from '@cascade/files'

const require = createRequire(import.meta.url)

export type FileContent = { sheet: Sheet } | { paper: Paper }

/** Writes XLSX or PDF; the libraries load with the first file. */
export async function writeContent(content: FileContent): Promise<Uint8Array> {
  if ('sheet' in content) {
    const { writeXlsx } = await import('@cascade/files/xlsx')
    return new Uint8Array(writeXlsx(content.sheet))
  }
  const [{ writePdf }, regular, bold] = await Promise.all([
    import('@cascade/files/pdf'),
    readFile(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
  ])
  return new Uint8Array(writePdf(content.paper, { regular, bold }))
}
