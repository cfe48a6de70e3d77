import { CFB } from 'xlsx'

/** What is used of the library's archive, which it does not type. */
type Entry = { content: Uint8Array; size: number }
type Archive = {
  read: (bytes: Uint8Array, options: { type: 'buffer' }) => object
  find: (archive: object, path: string) => Entry | null
  write: (archive: object, options: { type: 'array'; fileType: 'zip'; compression: true }) => ArrayLike<number>
}

const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

/** The same file with the first row always in view, which the library that made it cannot say. */
export function freezeHeader(bytes: ArrayBuffer): ArrayBuffer {
  const archives = CFB as Archive
  const archive = archives.read(new Uint8Array(bytes), { type: 'buffer' })
  const sheet = archives.find(archive, '/xl/worksheets/sheet1.xml')
  if (!sheet) return bytes
  const text = new TextDecoder().decode(Uint8Array.from(sheet.content))
  const frozen = text.replace(/<sheetView ([^>]*?)\/>/, `<sheetView $1>${pane}</sheetView>`)
  sheet.content = new TextEncoder().encode(frozen)
  sheet.size = sheet.content.length
  return Uint8Array.from(archives.write(archive, { type: 'array', fileType: 'zip', compression: true })).buffer
}
