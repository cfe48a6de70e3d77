import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { BrokenArchiveError } from '@cascade/service-kit/archive'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { z } from 'zod'

export const encryptedSuffix = '.age'

export const encryptionEnv = {
  /** An age identity, which encrypts and decrypts backups: `AGE-SECRET-KEY-1…`. */
  BACKUP_KEY: z.string().regex(/^AGE-SECRET-KEY-/, 'is not an age identity: AGE-SECRET-KEY-1…'),
}

/** Encrypts in the age format, so that `age -d` can decrypt the file too. */
export async function encrypt(bytes: Readable, key: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

/** @throws BrokenArchiveError for another key, and for changed or missing bytes */
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
