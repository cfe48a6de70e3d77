import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SMTPServer } from 'smtp-server'

/** Starts a mail server on loopback that accepts every mail and stores it in `folder`. */
export async function startMailServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { id, envelope }, done) {
      const receiver = envelope.rcptTo.map(({ address }) => address).join()
      void pipeline(stream, createWriteStream(join(folder, `${receiver} ${id}`))).then(() => done(), done)
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, stop }
}

/** The mails to an address in the folder of the mail server, in their source form. */
export async function readMails(folder: string, address: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => name.startsWith(`${address} `))
  return Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
}
