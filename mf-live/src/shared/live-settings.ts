import { createUserSettings } from '@cascade/web-kit'
import { z } from 'zod'

const Settings = z.object({ keys: z.boolean() })

const useSettings = createUserSettings('cascade.live', { keys: true }, stored => Settings.safeParse(stored).data)

export function useLiveSettings() {
  const [settings, change] = useSettings()
  return {
    ...settings,
    setKeys: (keys: boolean) => change({ keys }),
  }
}
