import './run-tray.css'
import { activeRunsMax, type Run, runApi } from '@cascade/contracts/accounts'
import { Button, formatCount } from '@cascade/ui-kit'
import { domainKey, readQuery, useActor, useRunWatch } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'

const pollMs = 1_000
const isRunning = ({ state }: Run) => state === 'running'

const staleAfterMs = 30_000

/**
 * Progress of the newest run on every page until its end has been seen. Runs started in another browser are found by
 * one request and shown while they run.
 */
export function RunTray() {
  const text = shellTexts.useText()
  const { role } = useActor()
  const [{ isWatched }, watch] = useRunWatch()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...readQuery(runApi.list, { query: { page: 1, size: activeRunsMax } }),
    staleTime: staleAfterMs,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
  })
  // Follow one run to its end, even if a newer one ended before it.
  const followedId = useRef<string>(undefined)
  const run = data?.find(isRunning) ?? data?.find(({ _id }) => _id === followedId.current) ?? data?.[0]
  const isEnded = isWatched && run !== undefined && !isRunning(run)
  const isFound = !isWatched && run !== undefined && isRunning(run)
  useEffect(() => {
    followedId.current = run?._id
    if (isFound) watch({ isWatched: true })
  }, [isFound, watch, run?._id])
  useEffect(() => {
    // The page may show data from before the run.
    if (!isEnded) return
    for (const domain of ['accounts', 'reports'] as const) {
      void queryClient.invalidateQueries({ queryKey: domainKey(domain) })
    }
  }, [isEnded, queryClient])
  if (!run || !isWatched) return null
  const { _id, state, total, done, refused } = run
  const over = formatCount(done + refused)
  return (
    <div className="shell-run" data-state={refused > 0 || state === 'stopped' ? 'warning' : state} role="status">
      <Link to={`/${role}/runs/${_id}`} onClick={() => isEnded && watch({ isWatched: false })}>
        <progress max={total} value={done + refused} aria-label={text('run')} />
        <span className="shell-run-word">{text(`run_${state}`)}</span>
        <span className="kit-tabular">{text('runOf', { done: over, total: formatCount(total) })}</span>
        {refused > 0 && (
          <span className="shell-run-refused">{text('runRefused', { count: formatCount(refused) })}</span>
        )}
      </Link>
      {isEnded && (
        <Button
          type="text"
          size="small"
          icon={<span aria-hidden="true">×</span>}
          aria-label={text('runSeen')}
          onClick={() => watch({ isWatched: false })}
        />
      )}
    </div>
  )
}
