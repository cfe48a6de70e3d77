import { z } from 'zod'
import type { AnyEndpoint, BodyInputOf, ParamsInputOf, QueryInputOf, ResponseOf } from './endpoint'

/** One request and its response as sent over HTTP. Files of uploads are omitted. */
export type CallExample<E extends AnyEndpoint = AnyEndpoint> = {
  params: ParamsInputOf<E>
  query: QueryInputOf<E>
  body: BodyInputOf<E>
  response: ResponseOf<E>
}

/** Keyed by endpoint id. */
export type CallExamples = Readonly<Record<string, CallExample>>

type Fields = Readonly<Record<string, unknown>>
type Api = Readonly<Record<string, AnyEndpoint>>
type Override<E extends AnyEndpoint> = { readonly [P in keyof CallExample<E>]?: Partial<CallExample<E>[P]> }

/**
 * Examples of the calls of one resource: `fields` has default values by field name, each call overrides what differs.
 * An optional field of a request appears only if the call names it, one of a response also if `fields` does. Exported
 * as a function so that bundlers can drop it from screens.
 */
export type ExamplesOf<A extends Api> = { readonly fields: Fields } & { readonly [K in keyof A]?: Override<A[K]> }

/**
 * The examples of all calls of a resource.
 * @throws Error that names the first field without a value
 */
export function buildExamples(api: Api, examples: { readonly fields: Fields }): CallExamples {
  const fields = { total: 1, ...examples.fields }
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => {
      const overrides = ((examples as Record<string, unknown>)[name] ?? {}) as Record<
        keyof CallExample,
        Fields | undefined
      >
      const partOf = (part: keyof CallExample) =>
        buildExample(endpoint[part] as z.ZodType, {
          fields,
          override: overrides[part],
          isResponse: part === 'response',
          path: [endpoint.id, part],
        })
      const example = { params: partOf('params'), query: partOf('query'), body: partOf('body') }
      return [endpoint.id, { ...example, response: partOf('response') } as CallExample]
    }),
  )
}

/**
 * A value of a schema, with `fields` by name for what only an example can say.
 * @throws Error that names the first field without a value
 */
export const exampleValue = (schema: z.ZodType, fields: Fields, name: string): unknown =>
  buildExample(schema, { fields, isResponse: true, path: [name] })

type Source = { fields: Fields; override?: Fields | undefined; isResponse: boolean; path: readonly string[] }

/**
 * `override` if it is complete; otherwise a value of the schema, field by field, from `override` or the default fields.
 */
function buildExample(schema: z.ZodType, from: Source): unknown {
  const { fields, override, isResponse, path } = from
  if (override && schema.safeParse(override).success) return override
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape
    return Object.fromEntries(
      Object.entries(shape).flatMap(([name, part]) => {
        if (override && name in override) return [[name, override[name]]]
        const isOptional = part.safeParse(undefined).success
        const fits = name in fields && part.safeParse(fields[name]).success
        if (fits && (isResponse || !isOptional)) return [[name, fields[name]]]
        return isOptional ? [] : [[name, buildExample(part, { fields, isResponse, path: [...path, name] })]]
      }),
    )
  }
  const inside = (part: unknown) => buildExample(part as z.ZodType, from)
  if (schema instanceof z.ZodArray) return [inside(schema.element)]
  if (schema instanceof z.ZodUnion) return inside(schema.options[0])
  if (schema instanceof z.ZodPipe) return inside(isResponse ? schema.out : schema.in)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodNullable) return null
  throw new Error(`No example of ${path.join('.')}`)
}
