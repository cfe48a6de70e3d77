import { processNames } from '../build/packages'
import { generateKey } from '../suite/keys'

export const rotationSteps = ['begin', 'switch', 'finish'] as const
export type RotationStep = (typeof rotationSteps)[number]
type Jwk = { kid: string }

export const afterStep: Readonly<Record<RotationStep, (processName: string) => string>> = {
  begin: () => 'Restart every process, one after another; then all accept both keys.',
  switch: processName => `Restart ${processName}; it then signs with the new key, and the old one is still accepted.`,
  finish: () => 'Restart every process, one after another; then the old key is rejected.',
}

/**
 * One step of a key rotation, applied to the text of an `.env` file. Wait between `switch` and `finish`: 30 minutes for
 * the gateway, whose key signs sessions, a minute for a service.
 * @throws Error if the step is out of order or the file is incomplete
 */
export async function rotateKeys(text: string, step: RotationStep, processName: string, name: string): Promise<string> {
  if (!processNames.includes(processName)) throw new Error(`${processName} has no key: ${processNames.join(', ')}.`)
  const variables = readVariables(text)
  const current = `${processName.replace('-', '_').toUpperCase()}_PRIVATE_JWK`
  const next = current.replace('_PRIVATE_JWK', '_NEXT_PRIVATE_JWK')
  const { keys } = jsonIn<{ keys: Jwk[] }>(variables, 'CASCADE_JWKS')
  if (step === 'begin') {
    if (variables.has(next)) throw new Error(`A rotation of ${processName} has begun already: switch comes next.`)
    const key = await generateKey(`${processName}.${name}`)
    const { d: _secret, ...publicPart } = key
    return withVariables(text, { CASCADE_JWKS: json({ keys: [...keys, publicPart] }), [next]: json(key) })
  }
  if (step === 'switch') {
    const key = variables.get(next)
    if (key === undefined) throw new Error(`No rotation of ${processName} has begun.`)
    return withVariables(text, { [current]: key, [next]: undefined })
  }
  if (variables.has(next)) throw new Error(`${processName} does not sign with its new key yet: switch comes first.`)
  const { kid } = jsonIn<Jwk>(variables, current)
  const remaining = keys.filter(key => key.kid === kid || key.kid.split('.')[0] !== processName)
  return withVariables(text, { CASCADE_JWKS: json({ keys: remaining }) })
}

const json = (value: unknown) => JSON.stringify(value)

function jsonIn<T>(variables: ReadonlyMap<string, string>, name: string): T {
  const value = variables.get(name)
  if (value === undefined) throw new Error(`The file has no ${name}.`)
  return JSON.parse(value) as T
}

const variableLine = /^([A-Z][A-Z0-9_]*)=(?:'(.*)'|(.*))$/

/** Variables of an `.env` file written by `compose:env`: one per line, values in single quotes. */
export function readVariables(text: string): Map<string, string> {
  const found = text.split('\n').flatMap(each => {
    const [, name, quoted, plain] = variableLine.exec(each.trim()) ?? []
    return name === undefined ? [] : [[name, quoted ?? plain ?? ''] as const]
  })
  return new Map(found)
}

/** Sets variables, or removes them if undefined; other lines are unchanged. */
function withVariables(text: string, changes: Readonly<Record<string, string | undefined>>): string {
  const variables = readVariables(text)
  const lines = text.split('\n').flatMap(each => {
    const name = variableLine.exec(each.trim())?.[1]
    if (name === undefined || !(name in changes)) return [each]
    const value = changes[name]
    return value === undefined ? [] : [`${name}='${value}'`]
  })
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined || variables.has(name) ? [] : [`${name}='${value}'`],
  )
  return `${[...lines.join('\n').trimEnd().split('\n'), ...added].join('\n')}\n`
}
