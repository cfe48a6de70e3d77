import { useEffect, useState } from 'react'
import { type Drawings, drawingsOf, loadDrawings, type PictureSet } from './picture-set'

/** The drawings of a set; undefined until they are there, and for good where they cannot be had. */
export function useDrawings(name: PictureSet | undefined): Drawings | undefined {
  const [, setArrived] = useState<Drawings>()
  const drawings = name && drawingsOf(name)
  useEffect(() => {
    if (!name || drawingsOf(name)) return
    let left = false
    loadDrawings(name).then(
      arrived => {
        if (!left) setArrived(arrived)
      },
      // A picture is decoration: its place stays empty, and the page goes on.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [name])
  return drawings
}
