import './typed-hint.css'
import { texts } from '../../../texts'
import type { Found } from './find-option'

/** What has been typed, and what Enter would choose. */
export function TypedHint({ typed, found }: { typed: string; found: Found | undefined }) {
  const text = texts.useText()
  return (
    <div className="live-typed" role="status">
      {typed !== '' && (
        <p>
          <kbd>{typed}</kbd>
          {found ? text('enterChooses', { label: found.option.label }) : text('noSuchOption')}
        </p>
      )}
    </div>
  )
}
