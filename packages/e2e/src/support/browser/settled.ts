import type { Page } from 'playwright'

/** Whether nothing is loading and no transition is running. */
export const isSettled = (page: Page) =>
  page.evaluate(() => {
    const isLoading = document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') !== null
    const ends = (each: Animation) => each.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
    return !isLoading && !document.getAnimations().some(each => each.playState === 'running' && ends(each))
  })
