import type { AnswerOf, AnyEndpoint, CallExamples } from '@cascade/contracts'

/** What the contracts show as the answer of a call. */
export const exampleAnswer = <E extends AnyEndpoint>(examples: CallExamples, { id }: E) =>
  examples[id]?.answer as AnswerOf<E>
