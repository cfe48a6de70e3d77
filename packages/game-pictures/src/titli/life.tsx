// Animals and plants: cow, rose, butterfly, eagle, rabbit.

const mirrored = 'translate(48 0) scale(-1 1)'

const cowSide = (
  <>
    <path d="M15 13C9.5 13 6 9.5 6 3.5c3.5 3 6.5 4 11 4.5Z" fill="#e3cfa4" />
    <path d="M13.5 15.5C8.5 12.5 4 13.5 2.5 17c2 5 6.5 6.5 11 4.5Z" fill="#8a5532" />
    <path d="M12 17.5c-3-1.5-5.5-1.2-7-.2 1.5 2.5 4 3.4 7 2.5Z" fill="#f2b8a6" />
  </>
)
export const cow = (
  <>
    {cowSide}
    <g transform={mirrored}>{cowSide}</g>
    <path d="M12 14c0-4 4.5-6.5 12-6.5S36 10 36 14l-1.5 16c-.8 9-4.5 14.5-10.5 14.5S14.3 39 13.5 30Z" fill="#b57a4a" />
    <path d="M24 7.5c3 0 4.8.4 6.5 1.2-2 6.3-3 11.3-3 19.3h-7c0-8-1-13-3-19.3 1.7-.8 3.5-1.2 6.5-1.2Z" fill="#f7efe2" />
    <ellipse cx="24" cy="36" rx="11" ry="8.5" fill="#f2b8a6" />
    <g fill="#7d3f35">
      <ellipse cx="20" cy="35" rx="1.6" ry="2.3" />
      <ellipse cx="28" cy="35" rx="1.6" ry="2.3" />
    </g>
    <path d="M20.5 40.5c2 1.5 5 1.5 7 0" fill="none" stroke="#7d3f35" strokeWidth="1.6" strokeLinecap="round" />
    <g fill="#2b1a12">
      <circle cx="17.3" cy="21" r="2.2" />
      <circle cx="30.7" cy="21" r="2.2" />
    </g>
    <g fill="#fff">
      <circle cx="18" cy="20.2" r=".8" />
      <circle cx="31.4" cy="20.2" r=".8" />
    </g>
  </>
)

export const rose = (
  <>
    <path d="M24 27c-.5 6-.5 11.5.5 18" fill="none" stroke="#2f7d46" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M24 38.5c-5.5.8-10-1.6-12-7 5.8-.8 10.3 1.6 12 7Z" fill="#3f9d5a" />
    <path d="M24.5 42c4.8.2 9-2.4 10.5-7.2-5.2-.2-8.9 2.3-10.5 7.2Z" fill="#57b571" />
    <path
      d="M24 4c4.5 0 6.5 2.5 10 3.5 4 1.2 4 5.5 3.5 9.5-.6 6-5.5 11.5-13.5 11.5S11.1 23 10.5 17c-.5-4-.5-8.3 3.5-9.5C17.5 6.5 19.5 4 24 4Z"
      fill="#c4204a"
    />
    <path d="M10.5 15c-.8 8 5 13.5 13.5 13.5S38.3 23 37.5 15c-4.5 0-6 5-13.5 5s-9-5-13.5-5Z" fill="#a31339" />
    <path d="M24 6.5c4.5 0 8.5 2.7 8.5 6.7 0 4.3-4 7.3-8.5 7.3s-8.5-3-8.5-7.3c0-4 4-6.7 8.5-6.7Z" fill="#e0435c" />
    <path
      d="M29.5 12.5c-.6-2.3-2.9-3.7-5.5-3.7-3.2 0-5.7 2-5.7 4.6 0 2.4 2.3 4.3 5.2 4.3 2.5 0 4.3-1.5 4.3-3.5 0-1.7-1.5-3-3.5-3-1.7 0-2.9 1-2.9 2.4"
      fill="none"
      stroke="#8e0f30"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  </>
)

const wing = (
  <>
    <path
      d="M23 20.5C20 11 12 4.5 6.5 5.5 1.5 6.5 2.5 15 5.5 19c2.5 3.3 6 4.3 9 4.5-4.5.6-8.5 4-8 9 .5 5.5 6 8 10 5.5 4-2.6 6-8 6.5-14.5Z"
      fill="#ef7d2e"
    />
    <path d="M20.5 20C17.5 13.5 12.5 9 8.5 9.5 5 10 6 15.5 8 17.8c2.7 3 8 3 12.5 2.2Z" fill="#ffd166" />
    <path d="M20.5 26c-4.5-.5-9.5 1.3-10 5.5-.3 3 3 4.5 5.5 3 2.6-1.6 4-5 4.5-8.5Z" fill="#ffb347" />
    <circle cx="10.8" cy="13.6" r="1.9" fill="#7a2e0e" />
    <circle cx="14" cy="31" r="1.6" fill="#7a2e0e" />
  </>
)
export const butterfly = (
  <>
    {wing}
    <g transform={mirrored}>{wing}</g>
    <path
      d="M23.6 14.5 18.5 6M24.4 14.5 29.5 6"
      fill="none"
      stroke="var(--gp-line)"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
    <rect x="22" y="13.5" width="4" height="25" rx="2" fill="#4a2413" />
    <circle cx="24" cy="14" r="2.9" fill="#4a2413" />
  </>
)

const eagleWing = (
  <path
    d="M23 19C18.5 11 11 7 1.5 7.5c1 3.5 2.5 5.7 5 7.5-1.4.2-2.6.2-3.9 0 1.2 3.6 3.4 5.7 6.4 7-1 .4-2 .5-3.1.5 2 3.3 4.8 5 8.1 5.5-.6.5-1.3.8-2.2 1 3.2 2 7 2.2 11.2 0Z"
    fill="#96673f"
  />
)
export const eagle = (
  <>
    {eagleWing}
    <g transform={mirrored}>{eagleWing}</g>
    <path d="M18 33 15.5 45l4.7-1.8L24 46l3.8-2.8 4.7 1.8L30 33Z" fill="#efe9dc" />
    <path d="M24 45.9V33h6l2.5 12-4.7-1.8Z" fill="#d8cfbd" />
    <path d="M24 16c5 0 8 4 8 9.5 0 6-3.5 10.5-8 13-4.5-2.5-8-7-8-13C16 20 19 16 24 16Z" fill="#6f4829" />
    <path d="M24 5.5c4.3 0 7 2.9 7 6.8 0 4.7-3 8.2-7 10.2-4-2-7-5.5-7-10.2 0-3.9 2.7-6.8 7-6.8Z" fill="#f7f3e8" />
    <path d="M24 5.5c4.3 0 7 2.9 7 6.8 0 4.7-3 8.2-7 10.2Z" fill="#e2dac9" />
    <path d="M20.8 13.5c1-1.1 5.4-1.1 6.4 0 0 3.3-1.2 6.2-3.2 8-2-1.8-3.2-4.7-3.2-8Z" fill="#f5a623" />
    <path d="M18.3 10.3l3.6 1.5M29.7 10.3l-3.6 1.5" stroke="#3a2415" strokeWidth="1.7" strokeLinecap="round" />
  </>
)

const ear = (
  <>
    <path d="M21.5 22C14.5 16 11.5 2.5 16.5 2.5S23 13 23 21Z" fill="#c9bbb2" />
    <path d="M20.5 18.5c-3.5-4-5-11.8-3.4-11.8s3.7 6 3.9 11.3Z" fill="#f2a7b3" />
  </>
)
export const rabbit = (
  <>
    {ear}
    <g transform={mirrored}>{ear}</g>
    <path d="M24 17.5c8.5 0 14.5 5.5 14.5 13S32.5 45 24 45 9.5 38 9.5 30.5s6-13 14.5-13Z" fill="#d8ccc4" />
    <ellipse cx="24" cy="37.5" rx="8" ry="5.8" fill="#f4ede6" />
    <path d="M21.7 33h4.6c.8 0 1 .8.5 1.4l-2 2a1.1 1.1 0 0 1-1.6 0l-2-2c-.5-.6-.3-1.4.500-1.4Z" fill="#e2738a" />
    <path
      d="M24 36.5v2M20.5 39.2c1.2 1.2 2.6 1.2 3.5-.6.9 1.8 2.3 1.8 3.5.6"
      fill="none"
      stroke="#6b4a47"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <g fill="#3a2622">
      <circle cx="17.3" cy="28" r="2.3" />
      <circle cx="30.7" cy="28" r="2.3" />
    </g>
    <g fill="#fff">
      <circle cx="18" cy="27.2" r=".8" />
      <circle cx="31.4" cy="27.2" r=".8" />
    </g>
  </>
)
