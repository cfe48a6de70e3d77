import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes the data folder for this process. Throws one sentence when another running process has it. */
export async function lockData(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'in-use-by')
  const take = () => writeFile(file, String(process.pid), { flag: 'wx' })
  try {
    await take()
  } catch {
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
    if (holder !== process.pid && isAlive(holder)) {
      throw new Error(
        `Cascade already runs on the data folder ${dataDir} (process ${holder}). ` +
          'Stop it, or set CASCADE_DATA_DIR to another folder.',
      )
    }
    await rm(file, { force: true })
    await take()
  }
  return { release: () => rm(file, { force: true }) }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
