import { useActor } from '@cascade/web-kit'
import { useMemo } from 'react'
import { type Links, linksOf } from './links'

export function useLinks(): Links {
  const { role } = useActor()
  return useMemo(() => linksOf(role), [role])
}
