/** A circle around what the drawing says. */
const round = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z'

/** Each drawing is one path. */
const shapes = {
  home: 'M4 11 12 4l8 7v8.5a.5.5 0 0 1-.5.5H15v-6H9v6H4.5a.5.5 0 0 1-.5-.5z',
  money: `${round}M8.5 8l3.5 4 3.5-4M12 12v5M9 13.2h6`,
  person: 'M12 4.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1.5-4 4-5.5 7.5-5.5s6 1.5 7.5 5.5',
  bell: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.8h4',
  back: 'm14.5 5-7 7 7 7',
  forward: 'm9.5 5 7 7-7 7',
  down: 'm5 9.5 7 7 7-7',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warn: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.3',
  alert: `${round}M12 7.5V13M12 16.2v.3`,
  info: `${round}M12 11v5.5M12 7.5v.3`,
  clock: `${round}M12 7.2V12l3.4 2`,
  camera:
    'M8.5 6.5 10 4.5h4l1.5 2H19a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8.5a2 2 0 0 1 2-2zM12 9a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  card: 'M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10.5h18M6.5 15h4',
  bank: 'M3.5 9.5 12 4l8.5 5.5zM6 9.5v7M10 9.5v7M14 9.5v7M18 9.5v7M3.5 19.5h17',
  paper: 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h7',
  calendar: 'M4 6.5h16v13.5H4zM4 10.5h16M8 4v4.5M16 4v4.5',
  shield: 'm12 3.5 7.5 2.8v5.2c0 4.6-3 7.6-7.5 9-4.5-1.4-7.5-4.4-7.5-9V6.3zM8.7 12l2.4 2.4 4.3-4.6',
  phone: 'M7 3.5h10v17H7zM10.5 17.7h3',
  help: `${round}M9.5 9.7a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.5v.3`,
  gear: 'M4 7.5h9M18 7.5h2M4 16.5h2M11 16.5h9M18 7.5a2.5 2.5 0 1 0-5 0 2.5 2.5 0 0 0 5 0M11 16.5a2.5 2.5 0 1 0-5 0 2.5 2.5 0 0 0 5 0',
  headset: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13H8v5.5H4.5zM16 13h3.5v5.5H16zM17.8 18.5c0 1.8-1.8 2.5-4.3 2.5',
  sun: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3.5v2.7M12 17.8v2.7M3.5 12h2.7M17.8 12h2.7M6 6l1.9 1.9M16.1 16.1 18 18M18 6l-1.9 1.9M7.9 16.1 6 18',
  edit: 'm5 19 .8-3.8L16 5l3 3L8.8 18.2zM14 7l3 3',
  face: 'M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M9 9.5v1M15 9.5v1M9 14.3c1.8 1.6 4.2 1.6 6 0',
  erase: 'M9 6h11v12H9l-5.5-6zM12.5 9.8l4.4 4.4M16.9 9.8l-4.4 4.4',
  plus: 'M12 5v14M5 12h14',
  box: 'm4 8 8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  briefcase: 'M3.5 8h17v11.5h-17zM9 8V5.5h6V8M3.5 13h17M12 12v2',
  idCard: 'M3 6h18v12.5H3zM13.5 10.5h4.5M13.5 14h4.5M6 15.5c.5-1.5 1.5-2 2.5-2s2 .5 2.5 2M8.5 11.7a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  ticket: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM14 7v2M14 11v2M14 15v2',
  gift: 'M4.5 12h15v8h-15zM3.5 8h17v4h-17zM12 8v12M12 8c-4.5 0-5-4.5-2.5-4.5C11.5 3.5 12 8 12 8c0 0 .5-4.5 2.5-4.5C17 3.5 16.5 8 12 8',
  complain: 'M4 4.5h16v12h-9l-4 3.5v-3.5H4zM12 7.5v3.5M12 13.3v.3',
  horn: 'M4 10v4h3l7 4V6l-7 4zM17 9.5a3.5 3.5 0 0 1 0 5M8 14.5l1 4.5h2',
  swap: 'M4 9h15M15.5 5.5 19 9M20 15H5M8.5 18.5 5 15',
  dot: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  ring: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
}

export type IconName = keyof typeof shapes

/**
 * One of our own drawings, in the colour of the text around it, one stroke weight.
 * @param label names the picture for people who cannot see it; without it the picture is decoration.
 */
export function Icon({ name, size = 24, label }: { name: IconName; size?: number | undefined; label?: string | undefined }) {
  const side = `${size / 16}rem`
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a named icon carries aria-label, the others are decoration
    <svg
      viewBox="0 0 24 24"
      width={side}
      height={side}
      style={{ width: side, height: side }}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...naming}
    >
      <path d={shapes[name]} fill={name === 'dot' ? 'currentColor' : undefined} />
    </svg>
  )
}
