/** Every spelling of a domain and of the resource that its screen lists. */
export type Names = ReturnType<typeof namesOf>

export const resourcePattern = /^[a-z]+(-[a-z]+)*$/

/** `price-list` and `price-lists` as file, variable, type and words. */
export function namesOf({ domain, resource, plural }: { domain: string; resource: string; plural: string }) {
  const words = resource.replaceAll('-', ' ')
  const manyWords = plural.replaceAll('-', ' ')
  return {
    domain,
    Domain: capital(domain),
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

/** Guesses the plural of an English noun. */
export const pluralOf = (resource: string) =>
  /(s|x|ch|sh)$/.test(resource) ? `${resource}es` : resource.replace(/([^aeiou])y$/, '$1ie').concat('s')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const camelOf = (text: string) => text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
