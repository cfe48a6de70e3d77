import type { Finding } from '@cascade/draw-rules/verify'
import { useEffect, useState } from 'react'
import { Findings } from './verification'

/** What is wrong with something that is no record at all. */
export function BrokenRecord({ document }: { document: unknown }) {
  const [findings, setFindings] = useState<Finding[]>()
  useEffect(() => {
    let left = false
    void import('@cascade/draw-rules/verify').then(({ verifyRecord }) => {
      if (!left) setFindings(verifyRecord(document))
    })
    return () => {
      left = true
    }
  }, [document])
  return findings && <Findings findings={findings} />
}
