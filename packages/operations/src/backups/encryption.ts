import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { BrokenArchiveError } from '@cascade/service-kit/archive'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { z } from 'zod'

export const encryptedSuffix = '.age'

export const encryptionEnv = {
  /** An age identity, which seals backups and opens them again: `AGE-SECRET-KEY-1…`. */
  BACKUP_KEY: z.string().regex(/^AGE-SECRET-KEY-/, 'is no age identity: AGE-SECRET-KEY-1…'),
}

/** Encrypts as age does: whoever has the key can open the file with `age -d` too. */
export async function encrypt(bytes: Readable, key: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

/** @throws BrokenArchive where the key is another one, and where anything was changed or is missing */
export async function* decrypt(bytes: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  try {
    const source = Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>
    const plain = await decrypter.decrypt(source)
    for await (const piece of Readable.fromWeb(plain as NodeStream)) yield Buffer.from(piece)
  } catch (error) {
    throw new BrokenArchiveError(
      'BACKUP_KEY does not open this backup: it is another one, or the file was changed or cut.',
      {
        cause: error,
      },
    )
  }
}
