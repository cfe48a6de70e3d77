/** Time that the message of a success is read before the page leads on, in milliseconds. */
const redirectDelay = 1000

export const afterResult = () => new Promise<void>(resolve => setTimeout(resolve, redirectDelay))
