import { z } from 'zod'
import type { AnswerOf, AnyEndpoint, BodyInputOf, ParamsInputOf, QueryInputOf } from './endpoint'

/** One request and its answer, as they stand on the wire; an upload's files are left out of the description. */
export type CallExample<E extends AnyEndpoint = AnyEndpoint> = {
  params: ParamsInputOf<E>
  query: QueryInputOf<E>
  body: BodyInputOf<E>
  answer: AnswerOf<E>
}

/** By the endpoint's id. */
export type CallExamples = Readonly<Record<string, CallExample>>

type Fields = Readonly<Record<string, unknown>>
type Api = Readonly<Record<string, AnyEndpoint>>
type Shown<E extends AnyEndpoint> = { readonly [P in keyof CallExample<E>]?: Partial<CallExample<E>[P]> }

/**
 * What the calls of a thing show: values by the names of their fields, and of each call what is otherwise there. An
 * optional field of a request is shown where the call names it, one of an answer also where `fields` does. Made by a
 * function, which the bundle of a screen leaves out.
 */
export type ExamplesOf<A extends Api> = { readonly fields: Fields } & { readonly [K in keyof A]?: Shown<A[K]> }

/** The examples of all calls of a thing. @throws Error that names the first field without a value */
export function examplesOf(api: Api, examples: { readonly fields: Fields }): CallExamples {
  const fields = { total: 1, ...examples.fields }
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => {
      const shown = ((examples as Record<string, unknown>)[name] ?? {}) as Record<keyof CallExample, Fields | undefined>
      const partOf = (part: keyof CallExample) =>
        exampleFrom(endpoint[part] as z.ZodType, {
          fields,
          given: shown[part],
          isAnswer: part === 'answer',
          path: [endpoint.id, part],
        })
      const example = { params: partOf('params'), query: partOf('query'), body: partOf('body') }
      return [endpoint.id, { ...example, answer: partOf('answer') } as CallExample]
    }),
  )
}

type From = { fields: Fields; given?: Fields | undefined; isAnswer: boolean; path: readonly string[] }

/** What is given, if it is whole; else a value of the schema, field by field: as given, or as known by its name. */
function exampleFrom(schema: z.ZodType, from: From): unknown {
  const { fields, given, isAnswer, path } = from
  if (given && schema.safeParse(given).success) return given
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape
    return Object.fromEntries(
      Object.entries(shape).flatMap(([name, part]) => {
        if (given && name in given) return [[name, given[name]]]
        const isOptional = part.safeParse(undefined).success
        if (name in fields && (isAnswer || !isOptional)) return [[name, fields[name]]]
        return isOptional ? [] : [[name, exampleFrom(part, { fields, isAnswer, path: [...path, name] })]]
      }),
    )
  }
  const inside = (part: unknown) => exampleFrom(part as z.ZodType, from)
  if (schema instanceof z.ZodArray) return [inside(schema.element)]
  if (schema instanceof z.ZodUnion) return inside(schema.options[0])
  if (schema instanceof z.ZodPipe) return inside(isAnswer ? schema.out : schema.in)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodNullable) return null
  throw new Error(`No example of ${path.join('.')}`)
}
