import type { ReactNode } from 'react'

function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      width="64"
      height="64"
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** A dry basin. */
export const EmptyArt = () => (
  <Art>
    <path d="M12 30c2 14 9 20 20 20s18-6 20-20" />
    <path d="M8 30h48" />
    <path d="M24 20h16M28 13h8" opacity=".45" />
  </Art>
)

/** A fall that breaks off. */
export const FaultArt = () => (
  <Art>
    <path d="M10 16h18a8 8 0 0 1 8 8v6" />
    <path d="M36 40v8" opacity=".45" />
    <path d="M29 35l6-4 5 5 6-4" />
    <path d="M22 52h28" opacity=".45" />
  </Art>
)

export const LockArt = () => (
  <Art>
    <rect x="16" y="28" width="32" height="24" rx="6" />
    <path d="M23 28v-6a9 9 0 0 1 18 0v6" />
    <path d="M32 37v6" />
  </Art>
)

/** A way that ends. */
export const LostArt = () => (
  <Art>
    <circle cx="32" cy="32" r="20" />
    <path d="M38 26l-4 8-8 4 4-8z" />
    <path d="M32 7v5M32 52v5M7 32h5M52 32h5" opacity=".45" />
  </Art>
)
