import { z } from 'zod'

/** How much a multipart call takes; whoever stands on its way refuses more with TOO_LARGE while it still arrives. */
export type MultipartLimits = {
  maxFiles: number
  /** Bytes of each file. */
  maxFileBytes: number
}

/** Texts beside the files: how many, and how long each may be. */
export const multipartFields = { maxCount: 100, maxBytes: 32 * 1024, maxTotalBytes: 256 * 1024 } as const

/** The longest body that can be within the limits, with what stands between its parts. */
export const maxMultipartBytes = ({ maxFiles, maxFileBytes }: MultipartLimits): number =>
  maxFiles * (maxFileBytes + 2_048) + multipartFields.maxTotalBytes

/** A file as a service gets it: held once, in memory. What the sender says of it is not to be believed. */
export type UploadedFile = { fileName: string; mediaType: string; bytes: Uint8Array }

const isUploadedFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/** One file of a multipart body, below its field's name. */
export const UploadedFile = z
  .custom<UploadedFile>(isUploadedFile, 'Not a file')
  .meta({ type: 'string', format: 'binary' })

/** A field that may stand in the body not at all, once or several times. */
export const manyOf = <S extends z.ZodType>(item: S, max: number) =>
  z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(max, `At most ${max}`),
  )
