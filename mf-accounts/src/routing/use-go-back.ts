import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** One step back, or to `fallback` where the page was opened by its address. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return useCallback(() => {
    if (isFirst) void navigate(fallback, { replace: true })
    else void navigate(-1)
  }, [navigate, isFirst, fallback])
}
