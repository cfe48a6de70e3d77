import type { z } from 'zod'
import type { AccountRole } from '../roles'

/** Levels whose form shows the field, as required or as optional. */
type FormLevels = { required?: readonly AccountRole[]; optional?: readonly AccountRole[] }
type OwnInput = 'country' | 'state' | 'city' | 'reference' | 'status' | 'games' | 'choice'

/** A field of an account, and what the forms of each level do with it. */
export type Entry = {
  /** Label in forms, history and pasted tables. */
  label: string
  /** Message if the field is missing. */
  missing: string
  /** Schema of the field in creates and edits. */
  schema: z.ZodType
  /**
   * `plain`: stored unchanged. `secret`: hashed, with the credentials. `own`: handled by svc-accounts
   * (`own-fields.ts`).
   */
  stored: 'plain' | 'secret' | 'own' | 'alias'
  /** Schema in responses and, for a plain field, in the store. If it is not optional, `emptyValue` replaces `null`. */
  read?: z.ZodType
  emptyValue?: string
  /** Value of a new account if the field is not given. */
  defaultValue?: string | number | boolean
  input: 'text' | 'area' | 'email' | 'tel' | 'digits' | 'day' | 'percent' | 'points' | 'pin' | 'password' | OwnInput
  /** Values of a choice, with labels; the first is that of an account without one. */
  options?: Readonly<Record<string, string>>
  /** Maximum length of the input. */
  max?: number
  /** Levels that have the field; default: all. */
  roles?: readonly AccountRole[]
  /** Levels whose create requires it. */
  requiredFor?: readonly AccountRole[]
  /** Levels whose edit cannot clear it; default: those that require it. */
  notClearableFor?: readonly AccountRole[]
  create?: FormLevels
  edit?: FormLevels
  /** Present if users may edit it in their own profile, and whether that form requires it. */
  profile?: 'required' | 'optional'
  /** Example in the OpenAPI document. */
  example?: string | number
}
