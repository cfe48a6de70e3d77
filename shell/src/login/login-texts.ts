/** Texts of the login page, shown before all other texts are loaded. */
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
  passkeyLogIn: 'Log in with a passkey',
  secondStep: 'Confirm that it is you',
  codeNote: 'Enter the code of your authenticator app, or a recovery code.',
  passkeyNote: 'Use your passkey on this device, or on your phone.',
  code: 'Code',
  wrongRecovery: 'This recovery code is not valid, or it was used: each works once.',
  checkTime: 'Check the time of your phone.',
  continue: 'Continue',
  usePasskey: 'Use a passkey',
  backToLogin: 'Back',
  newPasswordStep: 'Choose your own password',
  newPasswordNote: 'Somebody else has set your password. Please choose one that only you know.',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  notLoaded: 'The page could not be loaded. Check the connection and try again.',
} as const

/** Returns a text from this file, or its translation once the product is loaded. */
export type LoginText = (key: keyof typeof loginTexts) => string
