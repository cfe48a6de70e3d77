import { processRooms } from '../rooms'
import { makeKey } from '../suite/keys'

export const rotationSteps = ['begin', 'switch', 'finish'] as const
export type RotationStep = (typeof rotationSteps)[number]
type Jwk = { kid: string }

/** What the operator does after each step, in words. */
export const afterStep: Readonly<Record<RotationStep, (room: string) => string>> = {
  begin: () => 'Restart every process, one after another: all of them know both keys then.',
  switch: room => `Restart ${room}: it signs with the new key, and the old one is still believed.`,
  finish: () => 'Restart every process, one after another: the old key is worth nothing then.',
}

/**
 * One step of a key's rotation, in the text of an `.env` file. Between `switch` and `finish` pass half an hour for the
 * gateway, whose key signs sessions, and a minute for a service.
 * @throws Error with a sentence for people when the step does not fit what the file holds
 */
export async function rotateKeys(text: string, step: RotationStep, room: string, name: string): Promise<string> {
  if (!processRooms.includes(room)) throw new Error(`${room} has no key: ${processRooms.join(', ')}.`)
  const variables = readVariables(text)
  const current = `${room.replace('-', '_').toUpperCase()}_PRIVATE_JWK`
  const next = current.replace('_PRIVATE_JWK', '_NEXT_PRIVATE_JWK')
  const { keys } = jsonIn<{ keys: Jwk[] }>(variables, 'CASCADE_JWKS')
  if (step === 'begin') {
    if (variables.has(next)) throw new Error(`A rotation of ${room} has begun already: switch comes next.`)
    const made = await makeKey(`${room}.${name}`)
    const { d: _secret, ...publicPart } = made
    return withVariables(text, { CASCADE_JWKS: json({ keys: [...keys, publicPart] }), [next]: json(made) })
  }
  if (step === 'switch') {
    const made = variables.get(next)
    if (made === undefined) throw new Error(`No rotation of ${room} has begun.`)
    return withVariables(text, { [current]: made, [next]: undefined })
  }
  if (variables.has(next)) throw new Error(`${room} does not sign with its new key yet: switch comes first.`)
  const { kid } = jsonIn<Jwk>(variables, current)
  const left = keys.filter(key => key.kid === kid || key.kid.split('.')[0] !== room)
  return withVariables(text, { CASCADE_JWKS: json({ keys: left }) })
}

const json = (value: unknown) => JSON.stringify(value)

function jsonIn<T>(variables: ReadonlyMap<string, string>, name: string): T {
  const value = variables.get(name)
  if (value === undefined) throw new Error(`The file has no ${name}.`)
  return JSON.parse(value) as T
}

const variableLine = /^([A-Z][A-Z0-9_]*)=(?:'(.*)'|(.*))$/

/** The variables of an `.env` file as `compose:env` writes it: one a line, values in single quotes. */
export function readVariables(text: string): Map<string, string> {
  const found = text.split('\n').flatMap(each => {
    const [, name, quoted, plain] = variableLine.exec(each.trim()) ?? []
    return name === undefined ? [] : [[name, quoted ?? plain ?? ''] as const]
  })
  return new Map(found)
}

/** The same file with some variables set, or taken away where the value is undefined; other lines stay as they are. */
function withVariables(text: string, changes: Readonly<Record<string, string | undefined>>): string {
  const known = readVariables(text)
  const kept = text.split('\n').flatMap(each => {
    const name = variableLine.exec(each.trim())?.[1]
    if (name === undefined || !(name in changes)) return [each]
    const value = changes[name]
    return value === undefined ? [] : [`${name}='${value}'`]
  })
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined || known.has(name) ? [] : [`${name}='${value}'`],
  )
  return `${[...kept.join('\n').trimEnd().split('\n'), ...added].join('\n')}\n`
}
