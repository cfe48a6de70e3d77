import { useEffect } from 'react'

const product = 'Cascade'

/** Names the page in the browser's tab and history: its parts from the particular to the general. */
export function usePageTitle(parts: readonly string[]): void {
  const title = [...parts, product].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
