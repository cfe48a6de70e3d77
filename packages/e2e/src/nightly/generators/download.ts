import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Downloads a file once. @returns its path @throws Error unless the server sends it */
export async function download(address: string, file: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, new Uint8Array(await response.arrayBuffer()))
  await rename(`${file}.part`, file)
  return file
}
