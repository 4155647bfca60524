import type { ReactNode } from 'react'
import type { Right } from './equity.queries.ts'

const shapes: Readonly<Record<Right['icon'], ReactNode>> = {
  video: <path d="M3.5 5h17v14h-17zM10 9v6l4.500-3z" />,
  meal: <path d="M3.500 11.500h17a8.500 7.500 0 0 1-17 0zM8 19.500h8M9.500 4.500v3M14.500 4.500v3" />,
  ride: <path d="M4 17.500v-5l2.500-6.500h11l2.500 6.500v5zM4 12.500h16M6 17.500v2M18 17.500v2M7 15h1.500M15.500 15h1.500" />,
  gift: (
    <path d="M4.500 12h15v8h-15zM3.500 8h17v4h-17zM12 8v12M12 8c-4.500 0-5-4.500-2.500-4.500C11.500 3.500 12 8 12 8c0 0 .500-4.500 2.500-4.500C17 3.500 16.500 8 12 8" />
  ),
}

/** What a right is for, drawn in the colour of the text around it. Decoration: its name stands beside it. */
export function RightIcon({ icon }: { icon: Right['icon'] }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25rem"
      height="1.25rem"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[icon]}
    </svg>
  )
}
