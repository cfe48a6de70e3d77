import { z } from 'zod'
import { calendarDay, dayOrMoment, pastDate, pastDatePattern, pastMoment, pastMomentPattern } from '../values/days'
import { freeText } from '../values/text'

export type Json = Record<string, unknown>
/** Direction of the schema: sent by callers or received by them. They differ for schemas with a transform. */
export type Direction = 'input' | 'output'
/** Schemas that have a name of their own in the components of a document. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>
export type WriteSchema = (schema: z.ZodType, io: Direction) => Json

/** The JSON schema of what callers send or receive, without its dialect and without references. */
export const toJsonSchema: WriteSchema = (schema, io) => convert(schema, io).own

/**
 * Writes schemas with references to the named ones, which are collected in `schemas`. Where a name of a response stands
 * for something else in a request, that is `<name>Input`.
 * @param responses all schemas that will be written as output
 * @throws Error if two different schemas have the same name
 */
export function createSchemaWriter(names: SchemaNames, responses: readonly z.ZodType[]) {
  const schemas: Record<string, Json> = {}
  const texts = new Map<string, string>()
  const finish = (part: Json) =>
    finishForClients(part, name => {
      schemas[name] ??= commonValues[name] ?? {}
    })

  const outputs = new NameRegistry(schema => names.get(schema))
  const written = new Map(responses.map(schema => [schema, convert(schema, 'output', outputs)]))
  const inResponses = new Set([...written.values()].flatMap(({ named }) => Object.keys(named)))
  const inputNames = new Map<z.ZodType, string>()
  const inputs = new NameRegistry(schema => {
    const name = names.get(schema)
    if (name === undefined || !inResponses.has(name)) return name
    const inputName = inputNames.get(schema) ?? (differsByDirection(schema) ? `${name}Input` : name)
    inputNames.set(schema, inputName)
    return inputName
  })

  const write: WriteSchema = (schema, io) => {
    const stored = io === 'output' ? written.get(schema) : undefined
    const converted = stored ?? convert(schema, io, io === 'output' ? outputs : inputs)
    for (const [name, body] of Object.entries(converted.named)) {
      const text = JSON.stringify(body)
      if (texts.has(name) && texts.get(name) !== text) throw new Error(`Two schemas have the name ${name}`)
      if (!texts.has(name)) schemas[name] = finish(body)
      texts.set(name, text)
    }
    return finish(converted.own)
  }
  const namesByText = new Map<string, string>()
  /** Like `write`, for a body: it gets the first free name if it has none. */
  const writeBody = (schema: z.ZodType, io: Direction, namesOf: (written: Json) => readonly string[]): Json => {
    const written = write(schema, io)
    if ('$ref' in written) return written
    const text = JSON.stringify(written)
    const name = namesByText.get(text) ?? namesOf(written).find(each => !(each in schemas))
    if (name === undefined) return written
    namesByText.set(text, name)
    schemas[name] = written
    return refTo('schemas', name)
  }
  return { write, writeBody, schemas }
}

const differsByDirection = (schema: z.ZodType) =>
  JSON.stringify(toJsonSchema(schema, 'input')) !== JSON.stringify(toJsonSchema(schema, 'output'))

export type SchemaWriter = ReturnType<typeof createSchemaWriter>

export const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
/** The name that a schema refers to. */
export const refName = ({ $ref }: Json): string | undefined =>
  $ref === undefined ? undefined : String($ref).split('/').at(-1)

/** Adds names to the metadata of schemas, outside of the registry that bundles for browsers share. */
class NameRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #nameOf: (schema: z.ZodType) => string | undefined
  constructor(nameOf: (schema: z.ZodType) => string | undefined) {
    super()
    this.#nameOf = nameOf
  }
  override get(schema: z.core.$ZodType) {
    const meta = z.globalRegistry.get(schema)
    const id = this.#nameOf(schema as z.ZodType)
    return id === undefined ? meta : { ...meta, id }
  }
}

function convert(schema: z.ZodType, io: Direction, registry?: NameRegistry) {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(registry ? { metadata: registry } : {}),
    override: ({ jsonSchema }) => describePast(jsonSchema, io),
  })
  return { own: own as Json, named: $defs as Record<string, Json> }
}

type Schema = z.core.JSONSchema.BaseSchema

function describePast(schema: Schema, io: Direction): void {
  if (schema.format === pastDate) Object.assign(schema, { format: 'date', pattern: pastDatePattern() })
  if (schema.format !== pastMoment) return
  // Seconds are optional here, unlike in the format `date-time`.
  delete schema.format
  // The service also accepts moments of today before now; a static document cannot express that.
  if (io === 'input') schema.pattern = pastMomentPattern()
}

/** Values of many fields, which get a name without a schema of their own in the contracts. */
const commonValues: Readonly<Record<string, Json>> = {
  CalendarDay: toJsonSchema(calendarDay(), 'output'),
  Day: toJsonSchema(z.iso.date(), 'output'),
  DayOrMoment: toJsonSchema(dayOrMoment(), 'output'),
  FreeText: toJsonSchema(freeText(), 'input'),
  SafeInteger: toJsonSchema(z.number().int(), 'output'),
  Timestamp: toJsonSchema(z.iso.datetime(), 'output'),
}

/**
 * For generators of clients: references into the components, lists instead of tuples, and alternatives instead of lists
 * of types.
 */
const finishForClients = (schema: Json, onCommon: (name: string) => void) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'), (_, part) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const common = Object.entries(commonValues).find(([, value]) => hasAll(part, value))
    if (common) {
      onCommon(common[0])
      return { ...omit(part, Object.keys(common[1])), ...refTo('schemas', common[0]) }
    }
    if (Array.isArray(part.type) && part.type.length > 2)
      return { ...omit(part, ['type']), anyOf: part.type.map((type: string) => ({ type })) }
    if (!Array.isArray(part.prefixItems)) return part
    const size = part.prefixItems.length
    return { ...omit(part, ['prefixItems']), items: { anyOf: part.prefixItems }, minItems: size, maxItems: size }
  }) as Json

const hasAll = (part: Json, value: Json) => Object.entries(value).every(([name, each]) => part[name] === each)
const omit = (part: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))
