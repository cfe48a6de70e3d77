import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { lazyWithRetry } from './lazy-with-retry'

type LoadPage = () => Promise<{ default: ComponentType }>

/** Routes of a remote from its `paths`: each page is a chunk of its own, loaded when it is first shown. */
export function pageRoutes(pages: Readonly<Record<string, LoadPage>>): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => {
    const Page = lazyWithRetry(load)
    return { path, element: <Page /> }
  })
}
