import { z } from 'zod'

/** Fields of a call, each as `path:type`, e.g. `body.amount:number` or `data[].username:string`. */
export const CallShape = z.object({
  /** Fields of the request; `!` marks a required one. */
  request: z.array(z.string()),
  response: z.array(z.string()),
})
export type CallShape = z.infer<typeof CallShape>

/** Needs of a remote: permissions, services of other teams, and calls by `<METHOD> <path>`. */
export const RemoteNeeds = z.object({
  permissions: z.array(z.string()),
  services: z.array(z.string()),
  calls: z.record(z.string(), CallShape),
})
export type RemoteNeeds = z.infer<typeof RemoteNeeds>
