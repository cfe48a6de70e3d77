import { encryptedSuffix } from './encryption'

const pattern = /^installation-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz\.age$/

export const backupNameAt = (at: Date) =>
  `installation-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${encryptedSuffix}`

/** The time in the name of a backup, in whole seconds; undefined for any other name. */
export function timeOfBackup(name: string): Date | undefined {
  const [, day, ...time] = pattern.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${time.join(':')}Z`)
}
