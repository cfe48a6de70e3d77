import type { AnswerOf, AnyEndpoint, BodyInputOf, ParamsInputOf, QueryInputOf } from './endpoint'

/** One request and its answer, as they stand on the wire; an upload's files are left out of the description. */
export type CallExample<E extends AnyEndpoint = AnyEndpoint> = {
  params?: ParamsInputOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  answer: AnswerOf<E>
}

/** By the endpoint's id. */
export type CallExamples = Readonly<Record<string, CallExample>>

/** The example of one call, checked by the compiler against what it takes and answers. */
export const exampleOf = <E extends AnyEndpoint>({ id }: E, example: CallExample<E>): CallExamples => ({
  [id]: example,
})
