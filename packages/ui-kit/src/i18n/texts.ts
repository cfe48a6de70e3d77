import i18next from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'

const i18n = i18next.createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: {},
  // Keys are plain names, texts use `{name}`, and React escapes.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
})

type Values = Readonly<Record<string, string | number>>
type TextKey = { language: string; namespace: string; key: string }

/** Cache for screens that render several times per second. */
const plainTexts = new Map<string, string>()

function translate({ language, namespace, key }: TextKey, values: Values | undefined): string {
  const translated = () => String(i18n.t(key, { lng: language, ns: namespace, ...values }))
  if (values) return translated()
  const cacheKey = `${language} ${namespace} ${key}`
  const text = plainTexts.get(cacheKey) ?? translated()
  plainTexts.set(cacheKey, text)
  return text
}

export type Texts<K extends string> = {
  /** The text of a key, with `{name}` replaced; follows the language. */
  useText: () => (key: K, values?: Values) => string
  text: (key: K, values?: Values) => string
}

/**
 * Defines the English texts of a feature or remote; `addTranslation` adds languages to the namespace. Texts of the
 * specification are verbatim.
 */
export function defineTexts<T extends Readonly<Record<string, string>>>(
  namespace: string,
  english: T,
): Texts<keyof T & string> {
  addTranslation('en', namespace, english)
  return {
    text: (key, values) => translate({ language: i18n.language, namespace, key }, values),
    useText: () => {
      const { language } = useTranslation(namespace, { i18n }).i18n
      // Stable per language, so that memoized values stay valid.
      return useCallback((key, values) => translate({ language, namespace, key }, values), [language])
    },
  }
}

/** Adds a language to one namespace. */
export function addTranslation(language: string, namespace: string, texts: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, namespace, texts, true, true)
  plainTexts.clear()
}

export const chooseLanguage = (language: string) => i18n.changeLanguage(language)

export const commonTexts = defineTexts('common', {
  amountKeys: 'Amount keypad',
  decimalPoint: 'Decimal point',
  deleteDigit: 'Delete the last digit',
  back: 'Back',
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
