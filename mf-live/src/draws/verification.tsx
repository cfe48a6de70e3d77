import './draws.css'
import type { DrawDocument, PublicJwk, SealedRecord, SeedChain } from '@cascade/contracts/live'
import type { Finding } from '@cascade/draw-rules/verify'
import { Alert, Button, ConservationIcon } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { useState } from 'react'
import { texts } from '../texts'

type Props = {
  document: DrawDocument
  /** The previous version, if this one is a correction. */
  earlier?: DrawDocument | undefined
  previous?: SealedRecord | null
  keys: readonly PublicJwk[]
  seeds: readonly SeedChain[]
}

/** Recomputes a draw in this browser and reports whether its record matches. */
export function Verification({ document, earlier, previous, keys, seeds }: Props) {
  const text = texts.useText()
  const [outcome, setOutcome] = useState<{ of: DrawDocument; findings: Finding[] }>()
  const [fault, setFault] = useState<string>()
  const verify = async () => {
    setFault(undefined)
    try {
      // Load the crypto code on demand.
      const { verifyRecord } = await import('@cascade/draw-rules/verify')
      const options = { publicKeys: keys, seeds, ...(previous && { previous }), ...(earlier && { earlier }) }
      const findings = verifyRecord(document, options)
      setOutcome({ of: document, findings })
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  return (
    <div className="live-verify">
      <Button icon={<ConservationIcon />} size="large" onClick={() => void verify()}>
        {text('verify')}
      </Button>
      <span className="live-verify-note">{text('verifyNote')}</span>
      {fault && <Alert type="error" showIcon title={fault} />}
      {outcome?.of === document && <Findings findings={outcome.findings} />}
    </div>
  )
}

/** Findings in words, failed checks first. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const text = texts.useText()
  const broken = findings.filter(({ ok }) => !ok)
  const isGood = broken.length === 0
  const title = isGood ? text('agrees') : text('disagrees', { count: broken.length, total: findings.length })
  return (
    <section className="live-findings" data-good={isGood} role={isGood ? 'status' : 'alert'}>
      <h3>{title}</h3>
      <ul>
        {[...broken, ...findings.filter(({ ok }) => ok)].map(({ name, ok, text: detail }) => (
          <li key={`${name} ${detail}`} data-ok={ok}>
            <span aria-hidden="true">{ok ? '✓' : '✗'}</span> {detail}
          </li>
        ))}
      </ul>
    </section>
  )
}
