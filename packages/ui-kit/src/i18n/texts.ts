import { useCallback } from 'react'
import { create } from 'zustand'

type Values = Readonly<Record<string, string | number>>
type Resource = Readonly<Record<string, string>>
type TextKey = { language: string; namespace: string; key: string }

const english = 'en'
const useLanguage = create(() => ({ language: english }))

/** Texts by language and namespace. */
const resources = new Map<string, Resource>()
const resourceOf = (language: string, namespace: string) => resources.get(`${language} ${namespace}`)

function translate({ language, namespace, key }: TextKey, values: Values = {}): string {
  const text = resourceOf(language, namespace)?.[key] ?? resourceOf(english, namespace)?.[key] ?? key
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

export type Texts<K extends string> = {
  /** The text of a key, with `{name}` replaced; follows the language. */
  useText: () => (key: K, values?: Values) => string
  text: (key: K, values?: Values) => string
}

/**
 * Defines the English texts of a feature or remote; `addTranslation` adds languages to the namespace. Texts of the
 * specification are verbatim.
 * @example
 * const texts = defineTexts('loyalty', { given: '{points} points were given' })
 * texts.text('given', { points: 20 })
 */
export function defineTexts<T extends Resource>(namespace: string, texts: T): Texts<keyof T & string> {
  addTranslation(english, namespace, texts)
  return {
    text: (key, values) => translate({ language: useLanguage.getState().language, namespace, key }, values),
    useText: () => {
      const { language } = useLanguage()
      // Stable per language, so that memoized values stay valid.
      return useCallback((key, values) => translate({ language, namespace, key }, values), [language])
    },
  }
}

/** Adds a language to one namespace; missing texts stay English. */
export function addTranslation(language: string, namespace: string, texts: Resource): void {
  resources.set(`${language} ${namespace}`, { ...resourceOf(language, namespace), ...texts })
}

export const chooseLanguage = (language: string): void => useLanguage.setState({ language })

export const commonTexts = defineTexts('common', {
  amountKeys: 'Amount keypad',
  decimalPoint: 'Decimal point',
  deleteDigit: 'Delete the last digit',
  back: 'Back',
  showApprovals: 'Show the requests',
  approvedActor: '{username}, approved by {approvedBy}',
  cancel: 'Cancel',
  confirm: 'Confirm',
  retry: 'Retry',
  checkAgain: 'Check again',
  submit: 'Submit',
  submitting: 'Submitting...',
  loading: 'Loading',
  noData: 'No data',
  actions: 'Actions',
  requestId: 'Request id: {id}',
  failedTitle: 'This could not be loaded',
  notAllowedTitle: 'You are not allowed to see this',
  notAllowedNote: 'If you need it, ask the account above yours.',
  notFoundTitle: 'There is nothing here',
  notFoundNote: 'The address may be mistyped, or what it named is gone.',
  remoteFailedTitle: '{title} is not available right now',
  remoteFailedNote: 'Everything else keeps working. Try again in a moment.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you typed will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  draftIsBack: 'Your input has been restored. Passwords and PINs are not kept.',
})
