/** Maximum factors per account. */
export const factorsMax = 10

/** Apart from the schemas, which the login page does not need. */
export const securityTexts = {
  wrongCode: 'The code is not valid.',
  usedCode: 'This code was used. Wait for the next one.',
  wrongEnrolmentCode: 'The factors of this account were removed: adding one needs the code that your superior got.',
  onlyOtherProof: 'Too many wrong codes. Please use a passkey or a recovery code.',
  needsFactor: 'This account has a second factor: please prove it instead of the password.',
  factorsOff: 'Second factors are switched off for your role.',
  wrongPasskey: 'The passkey was not accepted.',
  unknownPasskey: 'This passkey was removed. Please use another one.',
  stepUp: 'Please confirm that it is you.',
  enrol: 'Your role needs a second factor. Please add one to your profile.',
  tooManyFactors: `An account has at most ${factorsMax} factors. Please remove one first.`,
  lastFactor: 'Your role needs a second factor. Please add another one first.',
  passkeysOff: 'Passkeys need PUBLIC_ORIGIN, the address at which browsers open the suite.',
} as const
