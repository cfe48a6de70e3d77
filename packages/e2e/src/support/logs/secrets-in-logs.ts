import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoPassword } from '@cascade/dev'

const shapes: Readonly<Record<string, RegExp>> = {
  token: /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/,
  'hash of a password': /\$argon2/,
  cookie: /session-token=/,
  'private key': /\bd\\*":\s*\\*"[\w-]{20,}/,
  'password in an address': /\/\/[^\s/:@"]+:[^\s/@"]+@/,
  'named secret':
    /"(?:\w*pass(?:word)?|opass|npass|cpass|pin|otp|token|tip|secret|authorization|cookie)\\*":(?!\s*\\*"(?:\[masked\]|\*\*\*)|null)/i,
}

/** Collects log lines with secrets, redacted. @param known secrets by display name */
export function createSecretSearch(secrets: Readonly<Record<string, string>>) {
  const found: string[] = []
  let lines = 0
  const seen = [
    ...Object.entries(secrets).map(([name, value]) => [name, (line: string) => line.includes(value)] as const),
    ...Object.entries(shapes).map(([name, shape]) => [name, (line: string) => shape.test(line)] as const),
  ]
  return {
    look(processName: string, line: string) {
      lines += 1
      const names = seen.flatMap(([name, holds]) => (holds(line) ? [name] : []))
      if (names.length > 0)
        found.push(`${processName}: ${names.join(', ')} in ${line.match(/"msg":"[^"]*"/)?.[0] ?? '…'}`)
    },
    /** @throws Error with the lines that contain secrets, or if no line was searched */
    requireNone() {
      if (lines === 0) throw new Error('No process has written a line.')
      if (found.length > 0)
        throw new Error(`Secrets in ${found.length} of ${lines} lines:\n${[...new Set(found)].join('\n')}`)
    },
  }
}

/** Secrets of a suite: the demo password and the secrets of its processes. */
export async function secretsOf(folder: string): Promise<Record<string, string>> {
  const names = ['keys.json', 'draw-keys.json', 'day-seeds.json']
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const values = texts.flatMap((text, file) =>
    [...text.matchAll(/"(?:d|tip|secret)":\s*"([^"]+)"/g)].map(([, value = ''], at) => [`${names[file]} ${at}`, value]),
  )
  return { 'the password of the tests': demoPassword, ...Object.fromEntries(values) }
}
