import { useCallback, useMemo, useState } from 'react'

/** Rows chosen on whatever page; they stay chosen while others are shown, as they were when they were chosen. */
export type Selection<Row> = {
  rows: readonly Row[]
  keys: string[]
  choose: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const choose = useCallback(
    (rows: readonly Row[], isChosen: boolean) =>
      setChosen(before => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(rowKey(row), row)
          else after.delete(rowKey(row))
        }
        return after
      }),
    [rowKey],
  )
  const clear = useCallback(() => setChosen(new Map()), [])
  return useMemo(
    () => ({ rows: [...chosen.values()], keys: [...chosen.keys()], choose, clear }),
    [chosen, choose, clear],
  )
}
