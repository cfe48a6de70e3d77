import './export.css'
import { messageOf } from '@cascade/web-kit'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatCount } from '../../format/format'
import { commonTexts } from '../../i18n/texts'
import type { CollectRowsProgress } from './collect-rows'

type Progress = { loaded: number; total: number }

/** Runs one long job at a time, with progress and cancellation. */
export function useLongJob(failed: string) {
  const toasts = useToasts()
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => () => running.current?.abort(), [])

  const run = useCallback(
    async (job: (signal: AbortSignal, onProgress: CollectRowsProgress) => Promise<void>) => {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      setProgress({ loaded: 0, total: 0 })
      try {
        await job(controller.signal, (loaded, total) => setProgress({ loaded, total }))
      } catch (error) {
        if (!controller.signal.aborted) toasts.error(messageOf(error, failed))
      } finally {
        running.current = undefined
        setProgress(undefined)
      }
    },
    [toasts, failed],
  )
  return { run, cancel: () => running.current?.abort(), progress }
}

type JobProgressProps = { label: string; progress: Progress; onCancel: () => void }

export function JobProgress({ label, progress: { loaded, total }, onCancel }: JobProgressProps) {
  const text = commonTexts.useText()
  return (
    <span className="kit-export" role="status">
      <progress max={100} value={total > 0 ? Math.round((loaded / total) * 100) : 0} aria-label={label} />
      <span className="kit-tabular">
        {formatCount(loaded)} / {total > 0 ? formatCount(total) : '…'}
      </span>
      <Button size="small" onClick={onCancel}>
        {text('cancel')}
      </Button>
    </span>
  )
}
