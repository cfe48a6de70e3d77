import { createTransport } from 'nodemailer'

export type Mail = { id: string; to: string; subject: string; text: string; file?: { name: string; content: Buffer } }
export type Mailer = ReturnType<typeof createMailer>

/** For each step of a session: connect, greeting, and silence. */
const stepTimeoutMs = 20_000

/**
 * @param url `smtp://` or `smtps://`, with user and password if the server wants them
 * @param from sender, e.g. `Cascade <office@example.com>`
 */
export function createMailer({ url, from, host }: { url: string; from: string; host: string }) {
  const transport = createTransport({
    url,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
  })
  return {
    /** A repeated mail has the same Message-ID, by which mailboxes recognise it. @throws Error with the server's answer */
    async send({ id, to, subject, text, file }: Mail): Promise<void> {
      const attachments = file ? [{ filename: file.name, content: file.content }] : []
      const address = { name: '', address: to }
      await transport.sendMail({ from, to: address, subject, text, attachments, messageId: `<${id}@${host}>` })
    },
    close: () => transport.close(),
  }
}
