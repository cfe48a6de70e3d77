import { type ReactNode, useCallback, useState } from 'react'
import { ReviewChanges } from './components/review-changes'
import type { DescriptionChange } from './description-changes'

type Question = { game: string; version: number; changes: readonly DescriptionChange[] }

/** Shows what would change and waits for the answer; `element` is where the question appears. */
export function useReview(): { ask: (question: Question) => Promise<boolean>; element: ReactNode } {
  const [asked, setAsked] = useState<Question & { answer: (save: boolean) => void }>()
  const ask = useCallback(
    (question: Question) => new Promise<boolean>(resolve => setAsked({ ...question, answer: resolve })),
    [],
  )
  const onAnswer = (save: boolean) => {
    asked?.answer(save)
    setAsked(undefined)
  }
  const element = asked && (
    <ReviewChanges game={asked.game} version={asked.version} changes={asked.changes} onAnswer={onAnswer} />
  )
  return { ask, element }
}
