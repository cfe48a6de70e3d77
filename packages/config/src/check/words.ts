import { posix } from 'node:path'
import type { SourceFile } from './workspace'

/** Names of types that say nothing of what they hold: the noun of the thing, or no name. */
const emptyTypes = /\b(?:type|interface) (Asked|Known|Told|Parts|Settled)\b/g
/** Words that were given up, and what is said instead (WORDS.md); small letters, as a file would be called. */
const givenUp: Readonly<Record<string, string>> = {
  asked: 'the noun of the thing',
  audience: 'reader of a day list',
  authorised: 'plan, and recheck',
  'follow-up': 'payout',
  'holder-lease': 'lease',
  'make-anew': 'rebuild',
  misfit: 'what does not fit',
  ordinal: 'number in a day list',
  parties: 'plan',
}
const declared = /\bexport (?:async )?(?:function|const|class|type|interface) (\w+)/g
const spreadLiteral = /\.\.\.\{/

/** Names that we do not use any more, and literals that are spread into literals. */
export function wordFaults(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => [
    ...Array.from(text.matchAll(emptyTypes), ([, name]) => `${path}: a type ${name}; name the thing`),
    ...[posix.basename(path).replace(/\..*$/, ''), ...Array.from(text.matchAll(declared), ([, name = '']) => name)]
      .flatMap(wordOf)
      .map(word => `${path}: ${word} was given up: ${givenUp[word]}`),
    ...(spreadLiteral.test(text) ? [`${path}: a literal is spread into another; write its properties`] : []),
  ])
}

/** Words of a name, `readMilestone` and `read-milestone` alike. */
const wordOf = (name: string) => {
  const small = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  return Object.keys(givenUp).filter(word => new RegExp(`(^|-)${word}s?(-|$)`).test(small))
}
