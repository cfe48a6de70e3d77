import { PassThrough } from 'node:stream'
import type { StorageTarget } from '@cascade/service-kit/storage'
import { checkInstallation, type Figures } from '../installation/check'
import { loadInstallation } from '../installation/restore'
import { checksumFileOf, type Saved, writeInstallation } from '../installation/save'
import type { InstallationStore } from '../installation/store'
import { backupNameAt, timeOfBackup } from './backup-name'
import { decrypt, encrypt } from './encryption'

type BackupOptions = {
  store: InstallationStore
  /** Scratch databases to restore into; cleared before and afterwards. */
  proof: InstallationStore
  target: StorageTarget
  key: string
  zone: string
  backupsMax: number
  now?: () => Date
}

export type BackupResult = Figures & { name: string; rows: number }

/**
 * Saves a snapshot of the whole installation while it runs, then restores it from the target into empty databases.
 * Only if that proves equal, its checksum is stored next to it, without which nothing is restored, and older backups
 * are removed.
 * @throws Error with a sentence for the operator when the backup cannot be made or proven
 */
export async function backUp({
  store,
  proof,
  target,
  key,
  zone,
  backupsMax,
  now = () => new Date(),
}: BackupOptions): Promise<BackupResult> {
  const at = now()
  const name = backupNameAt(at)
  const { checksum, rows, contents } = await store.readSnapshot(async reader => {
    const archive = new PassThrough()
    const written = writeInstallation(reader, archive, { zone, now: at })
    const stored = encrypt(archive, key).then(encrypted => target.write(name, encrypted))
    stored.catch(error => archive.destroy(error))
    // Wait for both before a retry. The writer knows the reason, even when the upload fails first.
    const [saved, put] = await Promise.allSettled([written, stored])
    if (saved.status === 'rejected') throw saved.reason
    if (put.status === 'rejected') throw put.reason
    return saved.value
  })
  const figures = await prove({ proof, target, key, name, checksum, contents })
  await target.writeText(checksumFileOf(name), `${checksum}\n`)
  await removeOldest(target, { backupsMax, now: at })
  return { name, rows, ...figures }
}

type ProofOptions = Pick<BackupOptions, 'proof' | 'target' | 'key'> &
  Pick<Saved, 'checksum' | 'contents'> & { name: string }

async function prove({ proof, target, key, name, checksum, contents }: ProofOptions): Promise<Figures> {
  try {
    await loadInstallation(proof, { name, checksum, bytes: () => decrypt(target.read(name), key) })
    const { figures, faults } = await checkInstallation(proof, contents)
    if (faults.length > 0) throw new Error(faults.join(' '))
    return figures
  } catch (error) {
    throw new Error(`${name} is not proven: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    await proof.clear()
  }
}

/**
 * Proven backups with the time in their names, newest first. Ignores backups dated in the future (forged, or a wrong
 * clock).
 */
export async function listProvenBackups(
  target: StorageTarget,
  now = new Date(),
): Promise<{ name: string; at: Date }[]> {
  const names = new Set(await target.names())
  return [...names]
    .filter(name => names.has(checksumFileOf(name)))
    .flatMap(name => {
      const at = timeOfBackup(name)
      return at && at <= now ? [{ name, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

type Retention = { backupsMax: number; now: Date }

/** Keeps the newest proven backups and names of the future, and removes all others, including unproven ones. */
async function removeOldest(target: StorageTarget, { backupsMax, now }: Retention): Promise<void> {
  const retainedNames = new Set((await listProvenBackups(target, now)).slice(0, backupsMax).map(({ name }) => name))
  const isOld = (name: string) => {
    const at = timeOfBackup(name)
    return at !== undefined && at <= now && !retainedNames.has(name)
  }
  const old = (await target.names()).filter(isOld)
  for (const name of old) {
    await target.remove(checksumFileOf(name))
    await target.remove(name)
  }
}
