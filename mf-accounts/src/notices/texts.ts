import { defineTexts } from '@cascade/ui-kit'

export const noticeSettingTexts = defineTexts('accounts.notices', {
  title: 'Notices',
  kind: 'Notice',
  bell: 'Bell',
  mail: 'Mail',
  mailTo: 'Mail goes to {address}.',
  noAddress: 'For mail, add an email address to your profile.',
  noServer: 'This installation has no mail server: notices go to the bell only.',
  failed: 'The notices could not be changed.',
  'new-device': 'Sign-in from a new device',
  'password-changed': 'Your password was changed',
  'factors-changed': 'Your second factors were changed',
  'codes-guessed': 'Wrong codes of an account',
  'approval-requested': 'A request waits for you',
  'approval-decided': 'Your request was decided',
  'period-closed': 'Your settlement period was closed',
  'commission-paid': 'Your commission was paid',
  'limit-reached': 'A limit was reached',
  'case-opened': 'A case was opened',
  'case-answered': 'A case was answered',
  'report-failed': 'A report was not sent by mail',
})
