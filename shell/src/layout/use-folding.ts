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
  /** `open` and `folded` are next to the page, `drawer` overlays it. */
  shape: 'open' | 'folded' | 'drawer'
  choosable: boolean
  toggle: () => void
}

/** The sidebar folds below 900 px and becomes a drawer below 600 px; above, the user chooses. */
export function useFolding(): Folding {
  const narrow = useNarrow(900)
  const phone = useNarrow(600)
  const { folded } = useFolded()
  const toggle = () => useFolded.setState({ folded: !folded })
  if (phone) return { shape: 'drawer', choosable: false, toggle }
  return { shape: narrow || folded ? 'folded' : 'open', choosable: !narrow, toggle }
}
