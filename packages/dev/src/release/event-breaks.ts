type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemaOf = (value: unknown): Schema => (isSchema(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const combined = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf'] as const
const fixed = ['type', 'format', 'pattern', 'const', ...bounds] as const

/**
 * Compares two JSON schemas of an event and returns one sentence for each change that breaks its consumers. New fields
 * pass. Own code: oasdiff compares OpenAPI documents, not the schema of one message.
 */
export function findBreaks(subject: string, before: Schema, after: Schema): string[] {
  const sentence = (what: string) => `Consumers of ${subject} break: ${what}.`
  return compare(before, after, 'event').map(sentence)
}

function compare(before: Schema, after: Schema, path: string): string[] {
  const described = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
  const changed = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const breaks = fixed
    .filter(changed)
    .map(name => `the ${name} of ${path} changed from ${described(before[name])} to ${described(after[name])}`)
  if (changed('enum')) breaks.push(...compareValues(before.enum, after.enum, path))
  breaks.push(...compareFields(before, after, path))
  for (const name of ['items', 'additionalProperties', 'propertyNames'] as const) {
    if (isSchema(before[name]))
      breaks.push(...compare(before[name], schemaOf(after[name]), `${path}${name === 'items' ? '[]' : '.*'}`))
  }
  for (const name of combined) {
    const all = [listOf(before[name]), listOf(after[name])] as const
    const [old, now] = name === 'anyOf' || name === 'oneOf' ? dropMatching(...all) : all
    if (old.length !== now.length)
      breaks.push(`${path} had ${all[0].length} alternatives in ${name} and has ${all[1].length}`)
    else breaks.push(...old.flatMap((each, at) => compare(schemaOf(each), schemaOf(now[at]), path)))
  }
  return breaks
}

/** Drops alternatives, in any order, that fit one of the other list. */
function dropMatching(before: readonly unknown[], after: readonly unknown[]) {
  const fits = (old: unknown, now: unknown) => compare(schemaOf(old), schemaOf(now), '').length === 0
  return [
    before.filter(old => !after.some(now => fits(old, now))),
    after.filter(now => !before.some(old => fits(old, now))),
  ] as const
}

function compareValues(before: unknown, after: unknown, path: string): string[] {
  const [old, now] = [listOf(before), listOf(after)]
  const removed = old
    .filter(value => !now.includes(value))
    .map(value => `${path} is never ${JSON.stringify(value)} now`)
  const added = now.filter(value => !old.includes(value)).map(value => `${path} may be ${JSON.stringify(value)} now`)
  return [...removed, ...added]
}

function compareFields(before: Schema, after: Schema, path: string): string[] {
  const now = schemaOf(after.properties)
  return Object.entries(schemaOf(before.properties)).flatMap(([name, old]) => {
    const field = `${path}.${name}`
    if (!(name in now)) return [`the field ${field} was removed`]
    const mayMiss = listOf(before.required).includes(name) && !listOf(after.required).includes(name)
    return [
      ...(mayMiss ? [`the field ${field} may be absent now`] : []),
      ...compare(schemaOf(old), schemaOf(now[name]), field),
    ]
  })
}
