import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Locks the data folder for this process. @throws Error if another running process has it */
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

/** The running process that holds the lock. Pids are reused, so its start time must match the recorded one. */
async function ownerOf(dataDir: string): Promise<number | undefined> {
  const content = await readFile(join(dataDir, 'in-use-by'), 'utf8').catch(() => '')
  const [id, start = ''] = content.split('\n')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const running = startOf(pid)
  if (running === undefined) return undefined
  return start === '' || Math.abs(Number(start) - running) <= clockJitterMs ? pid : undefined
}

/** Start times are derived from the boot time, and the clock may have been adjusted since. */
const clockJitterMs = 2_000

/** Start time of a process in ms; undefined if it does not run. */
function startOf(pid: number): number | undefined {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe', env })
    return Date.parse(`${started.trim()} UTC`)
  } catch {
    return undefined
  }
}
