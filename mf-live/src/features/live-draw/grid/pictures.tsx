import './pictures.css'
import type { ReactNode } from 'react'

/** Drawings of Titli Sorrat on a field of 48 by 48, in the colours of the tiles they replace. */
const drawings: Readonly<Record<string, ReactNode>> = {
  umbrella: (
    <>
      <path d="M6 25a18 18 0 0 1 36 0c-3-3-7-3-9 0-3-3-6-3-9 0-3-3-6-3-9 0-2-3-6-3-9 0z" fill="#d9485f" />
      <path d="M24 7v-3M24 24v14a4 4 0 0 1-8 0" stroke="#7b4a2b" fill="none" />
    </>
  ),
  ball: (
    <>
      <circle cx="24" cy="24" r="17" fill="#f0a63c" />
      <path d="M24 7c-7 9-7 25 0 34M24 7c7 9 7 25 0 34M7 24h34" stroke="#8a4b12" fill="none" />
    </>
  ),
  sun: (
    <>
      <path d="M24 4v7M24 37v7M4 24h7M37 24h7M10 10l5 5M33 33l5 5M38 10l-5 5M15 33l-5 5" stroke="#e0952b" />
      <circle cx="24" cy="24" r="9.5" fill="#f7c948" />
    </>
  ),
  lamp: (
    <>
      <path d="M24 6c5 6 6 9 6 12a6 6 0 0 1-12 0c0-3 1-6 6-12z" fill="#f7a531" />
      <path d="M5 28h38c-2 9-9 13-19 13S7 37 5 28z" fill="#b4622d" />
    </>
  ),
  cow: (
    <>
      <path d="M12 14c-4-1-6-4-6-8 3 3 6 4 9 4h18c3 0 6-1 9-4 0 4-2 7-6 8l-3 16a9 9 0 0 1-18 0z" fill="#c9a27c" />
      <ellipse cx="24" cy="33" rx="9" ry="7.5" fill="#f0c9b0" />
      <path d="M21 33v2M27 33v2M19 20v2M29 20v2" stroke="#4b3120" />
    </>
  ),
  'water-pot': (
    <>
      <path d="M18 12h12v4c8 3 12 9 12 15 0 7-6 12-18 12S6 38 6 31c0-6 4-12 12-15z" fill="#bb5b36" />
      <path d="M15 9h18v4H15z" fill="#96431f" />
      <path d="M8 28c10 4 22 4 32 0" stroke="#f2c7a0" fill="none" />
    </>
  ),
  kite: (
    <>
      <path d="M24 4l15 17-15 17L9 21z" fill="#3f8fd2" />
      <path d="M24 4l15 17H9z" fill="#6fb4ea" />
      <path d="M24 38c4 2-3 4 1 7M24 4v34M9 21h30" stroke="#1d4d78" fill="none" />
    </>
  ),
  'spinning-top': (
    <>
      <path d="M8 17h32c0 9-8 14-14 18l-2 8-2-8C16 31 8 26 8 17z" fill="#8b5cc4" />
      <path d="M8 17c0-5 7-8 16-8s16 3 16 8z" fill="#b28be0" />
      <path d="M24 9V4M12 24c8 3 16 3 24 0" stroke="#4c2a78" fill="none" />
    </>
  ),
  rose: (
    <>
      <path
        d="M24 26v18M24 36c-6 0-9-3-10-7 6 0 9 2 10 7zM24 40c5 0 8-2 9-6-5 0-8 2-9 6z"
        stroke="#2f7d46"
        fill="#3f9d5a"
      />
      <path d="M24 28c-8 0-12-5-11-13 4 0 5-2 6-6 3 2 7 2 10 0 1 4 2 6 6 6 1 8-3 13-11 13z" fill="#d83a5c" />
      <path d="M18 17c4 4 9 4 12-1-5-1-8 0-9 4" stroke="#8f1634" fill="none" />
    </>
  ),
  butterfly: (
    <>
      <path d="M23 20C18 8 5 6 5 14c0 7 6 9 10 9-6 1-8 6-6 11 4 6 12 2 14-8z" fill="#e2703a" />
      <path d="M25 20c5-12 18-14 18-6 0 7-6 9-10 9 6 1 8 6 6 11-4 6-12 2-14-8z" fill="#f0984f" />
      <path d="M24 16v20M24 16l-5-8M24 16l5-8" stroke="#4a2410" fill="none" />
    </>
  ),
  eagle: (
    <>
      <path
        d="M24 20c-5-8-12-11-20-11 2 4 3 6 6 8-2 0-3 0-4-.5 2 5 5 7 9 8-1 1-2 1-3 1 4 4 8 4 10 3l-4 12 6-3 6 3-4-12c2 1 6 1 10-3-1 0-2 0-3-1 4-1 7-3 9-8-1 .5-2 .5-4 .5 3-2 4-4 6-8-8 0-15 3-20 11z"
        fill="#7a5636"
      />
      <circle cx="24" cy="17" r="5" fill="#f4ead8" />
      <path d="M24 18l-2 5h4z" fill="#e8a92e" />
    </>
  ),
  rabbit: (
    <>
      <path d="M17 24C11 12 13 4 17 4s5 8 5 17zM31 24c6-12 4-20 0-20s-5 8-5 17z" fill="#d7c3bd" />
      <circle cx="24" cy="31" r="13" fill="#ece0dc" />
      <path d="M19 29v2M29 29v2M24 34v3M20 39c3 2 5 2 8 0" stroke="#6b4a47" fill="none" />
      <circle cx="24" cy="34" r="1.8" fill="#e28a9a" />
    </>
  ),
}

/** A picture by the name that the server gives it; nothing for a name without a drawing. */
export function Picture({ name }: { name: string }) {
  if (!Object.hasOwn(drawings, name)) return null
  return (
    <svg
      className="live-picture"
      viewBox="0 0 48 48"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
