import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes the data folder for this process. Throws one sentence when another running process has it. */
export async function lockData(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'in-use-by')
  const acquire = () => writeFile(file, `${process.pid}\n${startOf(process.pid) ?? ''}`, { flag: 'wx' })
  try {
    await acquire()
  } catch {
    const owner = await ownerOf(dataDir)
    if (owner !== undefined) {
      throw new Error(
        `Cascade already runs on the data folder ${dataDir} (process ${owner}). ` +
          'Stop it, or set CASCADE_DATA_DIR to another folder.',
      )
    }
    await rm(file, { force: true })
    await acquire()
  }
  return { release: () => rm(file, { force: true }) }
}

/** The running process that has the folder: ids are given again, so its start must be the one that was written down. */
async function ownerOf(dataDir: string): Promise<number | undefined> {
  const content = await readFile(join(dataDir, 'in-use-by'), 'utf8').catch(() => '')
  const [id, start = ''] = content.split('\n')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const running = startOf(pid)
  if (running === undefined) return undefined
  return start === '' || Math.abs(Number(start) - running) <= clockJitterMs ? pid : undefined
}

/** The system counts a start from its own, and the clock may be set meanwhile. */
const clockJitterMs = 2_000

/** When a process was started; undefined for one that does not run. */
function startOf(pid: number): number | undefined {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe', env })
    return Date.parse(`${started.trim()} UTC`)
  } catch {
    return undefined
  }
}
