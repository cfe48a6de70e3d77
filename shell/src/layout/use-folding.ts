import { useNarrow } from '@cascade/ui-kit'
import { localStore } from '@cascade/web-kit'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

const useFolded = create<{ folded: boolean }>()(
  persist<{ folded: boolean }>(() => ({ folded: false }), {
    name: 'cascade.sidebar',
    storage: createJSONStorage(() => localStore),
  }),
)

export type Folding = {
  /** `open` and `folded` stand beside the page, `drawer` lies over it when opened. */
  shape: 'open' | 'folded' | 'drawer'
  /** Whether the user may choose: only where there is room for both. */
  choosable: boolean
  toggle: () => void
}

/** Below 900 px the sidebar folds, below 600 it becomes a drawer; above, the user's choice counts. */
export function useFolding(): Folding {
  const narrow = useNarrow(900)
  const phone = useNarrow(600)
  const { folded } = useFolded()
  const toggle = () => useFolded.setState({ folded: !folded })
  if (phone) return { shape: 'drawer', choosable: false, toggle }
  return { shape: narrow || folded ? 'folded' : 'open', choosable: !narrow, toggle }
}
