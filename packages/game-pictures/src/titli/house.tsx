// Household items: ball, lamp, water pot, spinning top.

export const ball = (
  <g transform="rotate(22 24 24)">
    <circle cx="24" cy="24" r="19" fill="#ffd166" />
    <path d="M24 5C8.5 9 8.5 39 24 43 14.5 36 14.5 12 24 5Z" fill="#e0435c" />
    <path d="M24 5C14.5 12 14.5 36 24 43 33.5 36 33.5 12 24 5Z" fill="#f7f3e8" />
    <path d="M24 5C33.5 12 33.5 36 24 43 39.5 39 39.5 9 24 5Z" fill="#2f7de1" />
    <path d="M24 5a19 19 0 0 1 0 38 19 19 0 0 0 12.5-18.5C36.5 15 31 8 24 5Z" fill="#12242c" fillOpacity=".14" />
    <circle cx="24" cy="5.8" r="2.6" fill="#f59a23" />
  </g>
)

export const lamp = (
  <>
    <path d="M24 2.5c5.8 6.2 7.6 10 7.6 13.7a7.6 7.6 0 0 1-15.2 0c0-3.7 1.8-7.5 7.6-13.7Z" fill="#f58a1f" />
    <path d="M24 9.5c3 3.6 4.2 5.7 4.2 8a4.2 4.2 0 0 1-8.4 0c0-2.3 1.2-4.4 4.2-8Z" fill="#ffe47d" />
    <path d="M4 27.5h40C42.5 38 34.5 44 24 44S5.5 38 4 27.5Z" fill="#b4552b" />
    <path d="M24 44c10.5 0 18.5-6 20-16.5H34C33.5 36 29.5 41.5 24 44Z" fill="#8e3d1b" />
    <ellipse cx="24" cy="27.5" rx="20" ry="4.6" fill="#d97a41" />
    <ellipse cx="24" cy="27.3" rx="14.5" ry="2.7" fill="#5a2812" />
    <path d="M24 22v5" stroke="#f7f3e8" strokeWidth="2.2" strokeLinecap="round" />
    <g fill="#ffd166">
      <circle cx="13" cy="36" r="1.6" />
      <circle cx="20.3" cy="38.6" r="1.6" />
      <circle cx="27.7" cy="38.6" r="1.6" />
      <circle cx="35" cy="36" r="1.6" />
    </g>
  </>
)

export const waterPot = (
  <>
    <path
      d="M17 10.5h14l-.6 5.3C38.6 18 44 23.6 44 30.2 44 38.6 35.5 44 24 44S4 38.6 4 30.2c0-6.6 5.4-12.2 13.6-14.4Z"
      fill="#c9683a"
    />
    <path
      d="M30.4 15.8C38.6 18 44 23.6 44 30.2 44 38.6 35.5 44 24 44c8-2.5 12.5-7.5 12.5-14S33.5 18.5 30 16.5Z"
      fill="#9c4722"
    />
    <path
      d="M4.3 27.6c.7-3 2.5-5.7 5.1-7.9 9.4 2.6 19.8 2.6 29.2 0 2.6 2.2 4.4 4.9 5.1 7.9-12.8 3.7-26.6 3.7-39.4 0Z"
      fill="#f3d9b1"
    />
    <path
      d="M6.5 24.3l4.3 2.9 4.3-1.9 4.5 2.5 4.4-2.2 4.4 2.2 4.5-2.5 4.3 1.9 4.3-2.9"
      fill="none"
      stroke="#9c4722"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
    <path d="M12 6.5c0-1.4 5.4-2.5 12-2.5s12 1.1 12 2.5v2.2c0 1.6-5.4 2.8-12 2.8S12 10.3 12 8.7Z" fill="#9c4722" />
    <ellipse cx="24" cy="6.7" rx="12" ry="2.7" fill="#e08a55" />
    <ellipse cx="24" cy="6.7" rx="8.2" ry="1.5" fill="#2f7de1" />
  </>
)

export const spinningTop = (
  <>
    <path d="M24 3v8" stroke="var(--gp-wood)" strokeWidth="4" strokeLinecap="round" />
    <path d="M6 19c0 7.5 7 13.5 14.5 17.5L24 45l3.5-8.5C35 32.5 42 26.5 42 19Z" fill="#7d4fc4" />
    <path d="M42 19c0 7.5-7 13.5-14.5 17.5L24 45c0-9 6-15 8-26Z" fill="#5f37a0" />
    <path
      d="M8.2 25.3c9.6 3.6 22 3.6 31.6 0-1.3 2.6-3.3 4.9-5.6 6.9-6.4 1.7-14 1.7-20.4 0-2.3-2-4.3-4.3-5.6-6.9Z"
      fill="#ffd166"
    />
    <path d="M6 19c0-5.5 8-9.5 18-9.5S42 13.5 42 19s-8 6.5-18 6.5S6 24.5 6 19Z" fill="#9d74dd" />
    <ellipse cx="24" cy="16.5" rx="9.5" ry="3.8" fill="#e0435c" />
    <ellipse cx="24" cy="15.6" rx="4.6" ry="1.9" fill="#ffd166" />
  </>
)
