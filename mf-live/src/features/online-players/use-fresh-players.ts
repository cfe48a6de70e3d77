import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onlinePlayersSource } from './api/online-players-source'

/** Presence and points of the shown page are read again this often. */
const everyMs = 5_000

/** Keeps the shown players up to date while the page is in use; a hidden page asks for nothing. */
export function useFreshPlayers(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return
      void queryClient.invalidateQueries({ queryKey: onlinePlayersSource().key, refetchType: 'active' })
    }, everyMs)
    return () => clearInterval(timer)
  }, [queryClient])
}
