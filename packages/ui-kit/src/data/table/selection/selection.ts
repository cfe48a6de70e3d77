import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

type Chosen<Row> = ReadonlyMap<string, Row>

/** Rows chosen on whatever page; they stay chosen while others are shown, as they were when they were chosen. */
export type Selection<Row> = {
  chosen: StoreApi<Chosen<Row>>
  choose: (rows: readonly Row[], isChosen: boolean) => void
  clear: () => void
}

/** A store of its own, so that choosing a row draws its box and the bar below, not the whole list. */
export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const [selection] = useState(() => createSelection(rowKey))
  return selection
}

function createSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const chosen = createStore<Chosen<Row>>(() => new Map<string, Row>())
  return {
    chosen,
    choose: (rows, isChosen) => {
      const after = new Map(chosen.getState())
      for (const row of rows) {
        if (isChosen) after.set(rowKey(row), row)
        else after.delete(rowKey(row))
      }
      chosen.setState(after, true)
    },
    clear: () => chosen.setState(new Map<string, Row>(), true),
  }
}

/** @param read a plain value: what it answers is compared to know whether to draw again */
export const useChosen = <Row, T>({ chosen }: Selection<Row>, read: (chosen: Chosen<Row>) => T): T =>
  useStore(chosen, read)
