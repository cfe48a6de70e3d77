/** Where this browser keeps how its user wants the page to look. */
export const appearanceName = 'cascade.appearance'

/** The scheme of the page before anything that could follow a change of it is loaded. */
export function storedScheme(): 'light' | 'dark' {
  const chosen = chosenIn(localStorage.getItem(appearanceName))
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function chosenIn(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? '{}') as { state?: { scheme?: unknown } }).state?.scheme
  } catch {
    return undefined
  }
}
