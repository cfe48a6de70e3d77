/** What a screen may have besides its list and its form. */
export const extras = ['edit', 'delete', 'details', 'filter'] as const
export type Extra = (typeof extras)[number]

/** What a generator is asked for. */
export type ScreenAnswers = { domain: string; resource: string; plural: string; extras?: readonly Extra[] }

/** Every form in which templates write a domain and what its screen lists. */
export type Names = ReturnType<typeof namesOf>

export const domainPattern = /^[a-z]+$/
export const resourcePattern = /^[a-z]+(-[a-z]+)*$/

/** `price-list` and `price-lists` as file, variable, type and words. */
export function namesOf({ domain, resource, plural, extras: chosen = [] }: ScreenAnswers) {
  const words = resource.replaceAll('-', ' ')
  const manyWords = plural.replaceAll('-', ' ')
  const has = (extra: Extra) => chosen.includes(extra)
  return {
    edit: has('edit'),
    remove: has('delete'),
    details: has('details'),
    filter: has('filter'),
    reads: has('edit') || has('details'),
    changes: has('edit') || has('delete'),
    byId: has('edit') || has('delete') || has('details'),
    domain,
    Domain: capital(domain),
    DOMAIN: domain.toUpperCase(),
    resource,
    plural,
    camel: camelOf(resource),
    Pascal: capital(camelOf(resource)),
    camels: camelOf(plural),
    Pascals: capital(camelOf(plural)),
    words,
    Words: capital(words),
    manyWords,
    ManyWords: capital(manyWords),
    collection: plural.replaceAll('-', '_'),
  }
}

/** A first guess at the plural, which the developer may correct. */
export const pluralOf = (resource: string) =>
  /(s|x|ch|sh)$/.test(resource) ? `${resource}es` : resource.replace(/([^aeiou])y$/, '$1ie').concat('s')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const camelOf = (text: string) => text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
