import { PassThrough } from 'node:stream'
import { type Figures, provenFigures } from '../installation/check'
import { putInstallation } from '../installation/restore'
import { checksumFileOf, type Saved, writeInstallation } from '../installation/save'
import type { InstallationStore } from '../installation/store'
import { seal, sealedEnding, unseal } from './encryption'
import type { BackupTarget } from './target'

type BackUp = {
  store: InstallationStore
  /** Where it is restored into: databases of nobody, emptied before and afterwards. */
  proof: InstallationStore
  target: BackupTarget
  key: string
  zone: string
  /** Proven ones. */
  kept: number
  now?: () => Date
}

const nameForm = /^installation-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz\.age$/
const nameAt = (at: Date) => `installation-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${sealedEnding}`

export type BackedUp = Figures & { name: string; rows: number }

/**
 * Saves the whole installation as it is at this moment while everything works, and restores it from where it was put
 * into empty databases. Only when everything is the same there it counts: then its checksum is put beside it, without
 * which nothing is restored, and older ones go.
 * @throws Error with a sentence where it cannot be made or proven
 */
export async function backUp({
  store,
  proof,
  target,
  key,
  zone,
  kept,
  now = () => new Date(),
}: BackUp): Promise<BackedUp> {
  const at = now()
  const name = nameAt(at)
  const { checksum, rows, contents } = await store.ofOneMoment(async reader => {
    const archive = new PassThrough()
    const written = writeInstallation(reader, archive, { zone, now: at })
    const stored = seal(archive, key).then(sealed => target.write(name, sealed))
    stored.catch(error => archive.destroy(error))
    // Both have ended before it is tried anew; the first knows why, also when it is the other that fails.
    const [saved, put] = await Promise.allSettled([written, stored])
    if (saved.status === 'rejected') throw saved.reason
    if (put.status === 'rejected') throw put.reason
    return saved.value
  })
  const figures = await prove({ proof, target, key, name, checksum, contents })
  await target.writeText(checksumFileOf(name), `${checksum}\n`)
  await removeOldest(target, kept)
  return { name, rows, ...figures }
}

type Prove = Pick<BackUp, 'proof' | 'target' | 'key'> & Pick<Saved, 'checksum' | 'contents'> & { name: string }

async function prove({ proof, target, key, name, checksum, contents }: Prove): Promise<Figures> {
  try {
    await putInstallation(proof, { name, checksum, bytes: () => unseal(target.read(name), key) })
    const { figures, faults } = await provenFigures(proof, contents)
    if (faults.length > 0) throw new Error(faults.join(' '))
    return figures
  } catch (error) {
    throw new Error(`${name} is not proven: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    await proof.clear()
  }
}

/** Of which moment the backups are that were proven, by their names, the newest first. */
export async function provenBackups(target: BackupTarget): Promise<{ name: string; at: Date }[]> {
  const names = new Set(await target.names())
  return [...names]
    .filter(name => names.has(checksumFileOf(name)))
    .flatMap(name => {
      const [, day, ...time] = nameForm.exec(name) ?? []
      return day ? [{ name, at: new Date(`${day}T${time.join(':')}Z`) }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

/** What was not proven goes when a newer one is. */
async function removeOldest(target: BackupTarget, kept: number): Promise<void> {
  const stay = new Set((await provenBackups(target)).slice(0, kept).map(({ name }) => name))
  const old = (await target.names()).filter(name => nameForm.test(name) && !stay.has(name))
  for (const name of old) {
    await target.remove(checksumFileOf(name))
    await target.remove(name)
  }
}
