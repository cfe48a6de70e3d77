import { commonTexts } from '../i18n/texts'

type Actor = { username: string; approvedBy?: string | undefined }

/** Username of who acted, with that of the second person who approved it. */
export const formatActor = ({ username, approvedBy }: Actor): string =>
  approvedBy === undefined ? username : commonTexts.text('approvedActor', { username, approvedBy })
