/** Texts of the login page, which is seen before the texts of the product are loaded. */
export const loginTexts = {
  username: 'Username',
  password: 'Password',
  logIn: 'Log In',
  loggingIn: 'Logging in…',
  loginTitle: 'Log in',
  loginNote: 'Use the account that was given to you.',
  slogan: 'Credit that flows down,\nfigures that add up.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notLoaded: 'The page could not be loaded. Check the connection and try again.',
} as const

/** The text of a key: of these, or in the language of the product once that is loaded. */
export type LoginText = (key: keyof typeof loginTexts) => string
