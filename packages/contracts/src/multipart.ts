import { z } from 'zod'

/**
 * Limits of a multipart call. The gateway and the service reject larger bodies with TOO_LARGE while they still arrive.
 */
export type MultipartLimits = {
  filesMax: number
  fileBytesMax: number
}

/** Limits for text fields. */
export const multipartFields = { countMax: 100, bytesMax: 32 * 1024, totalBytesMax: 256 * 1024 } as const

/** Maximum body size within the limits, including the part headers. */
export const multipartBytesMax = ({ filesMax, fileBytesMax }: MultipartLimits): number =>
  filesMax * (fileBytesMax + 2_048) + multipartFields.totalBytesMax

/** An uploaded file in memory. Name and media type come from the client: do not trust them. */
export type UploadedFile = { fileName: string; mediaType: string; bytes: Uint8Array }

const isUploadedFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

export const UploadedFile = z
  .custom<UploadedFile>(isUploadedFile, 'Not a file')
  .meta({ type: 'string', format: 'binary' })

/** A form field that may occur any number of times. */
export const repeatedField = <S extends z.ZodType>(item: S, max: number) =>
  z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(max, `At most ${max}`),
  )
