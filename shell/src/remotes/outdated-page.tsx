import { defineTexts, ErrorState } from '@cascade/ui-kit'
import { shellTexts } from '../texts'

const texts = defineTexts('outdated', {
  note: 'It was built for another version of this suite. Everything else keeps working.',
})

/** In place of a remote whose build does not fit the running suite. */
export default function OutdatedPage({ title }: { title: string }) {
  const note = texts.useText()('note')
  return <ErrorState error={undefined} title={shellTexts.text('needsUpdate', { title })} note={note} />
}
