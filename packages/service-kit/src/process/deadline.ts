/** What `work` answers, or `otherwise` when that takes longer; the work itself goes on. */
export function within<T, D>(work: Promise<T>, deadlineMs: number, otherwise: D): Promise<T | D> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
