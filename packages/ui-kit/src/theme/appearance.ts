import { localStore } from '@cascade/web-kit/storage'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { appearanceName } from './paint'

export type Scheme = 'light' | 'dark'
export type SchemeChoice = Scheme | 'system'

type Appearance = { scheme: SchemeChoice }

export const useAppearance = create<Appearance>()(
  persist<Appearance>(() => ({ scheme: 'system' }), {
    name: appearanceName,
    storage: createJSONStorage(() => localStore),
  }),
)

export const chooseScheme = (scheme: SchemeChoice) => useAppearance.setState({ scheme })

const darkMedia = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(onChange: () => void) {
  const media = darkMedia()
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** The current scheme: the user's choice, or the system's. */
export function useScheme(): Scheme {
  const choice = useAppearance(state => state.scheme)
  const systemIsDark = useSyncExternalStore(subscribe, () => darkMedia().matches)
  if (choice !== 'system') return choice
  return systemIsDark ? 'dark' : 'light'
}
