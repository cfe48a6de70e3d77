let languages: readonly Intl.Locale[] | undefined

/** The reader's languages, preferred first. Some browsers report invalid tags: `c`, `en_US@posix`. */
export function viewerLanguages(): readonly Intl.Locale[] {
  languages ??= readLanguages(navigator)
  return languages
}

type Reported = { language?: string | null; languages?: readonly string[] | null }

export function readLanguages({ language, languages }: Reported) {
  return [...(languages ?? []), language].flatMap(name => {
    try {
      return [
        new Intl.Locale(
          String(name)
            .replace(/[.@].*/, '')
            .replaceAll('_', '-'),
        ),
      ]
    } catch {
      return []
    }
  })
}
