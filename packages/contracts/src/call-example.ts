import type { AnyEndpoint } from './endpoint'
import type { CallExample, CallExamples } from './example'

export type { CallExamples } from './example'

type Whole<E extends AnyEndpoint> = Partial<CallExample<E>> & Pick<CallExample<E>, 'answer'>

/** The whole example of one call, checked by the compiler against what it takes and answers. */
export const exampleOf = <E extends AnyEndpoint>({ id }: E, example: Whole<E>): CallExamples => ({
  [id]: { params: {}, query: {}, body: {}, ...example } as CallExample,
})
