import styles from './pictures.module.css'

const petals = [0, 72, 144, 216, 288]

function Flower({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      {petals.map((turn) => (
        <path key={turn} d="M0-8c-7-4-9-10-7-16 2-5 12-5 14 0 2 6 0 12-7 16z" transform={`rotate(${turn})`} className={styles.fill} />
      ))}
      <circle r="9" className={styles.surface} />
      <path d="m-3.500-4.500 3.500 4.500 3.500-4.500M0 0v5.500M-3.500 1h7M-3.500 3.400h7" className={styles.fine} />
    </g>
  )
}

function Coins({ x, y, count, washed = false }: { x: number; y: number; count: number; washed?: boolean }) {
  const top = y - count * 10
  const bands = Array.from({ length: count - 1 }, (_, place) => top + (place + 1) * 10)
  return (
    <g className={washed ? styles.wash : styles.surface}>
      <path d={`M${x - 17} ${top}V${y}a17 5 0 0 0 34 0V${top}`} />
      {bands.map((band) => (
        <path key={band} d={`M${x - 17} ${band}a17 5 0 0 0 34 0`} />
      ))}
      <ellipse cx={x} cy={top} rx="17" ry="5" />
    </g>
  )
}

/** A flower that grows out of coins. Decoration: what it stands beside says everything. */
export function GrowingPicture() {
  return (
    <svg viewBox="0 0 140 122" className={styles.picture} aria-hidden="true">
      <path d="M3 115h134" className={styles.ground} />
      <Coins x={30} y={110} count={2} />
      <Coins x={70} y={110} count={4} washed />
      <Coins x={112} y={110} count={3} />
      <path d="M70 70V46" className={styles.line} />
      <path d="M70 62c2-9 9-12 19-12-1 9-8 14-19 12z" className={styles.wash} />
      <Flower x={70} y={30} />
    </svg>
  )
}

/** A phone that shows the flower. */
export function PhonePicture() {
  return (
    <svg viewBox="0 0 120 122" className={styles.picture} aria-hidden="true">
      <path d="M4 118h112" className={styles.ground} />
      <rect x="32" y="4" width="56" height="114" rx="8" className={styles.surface} />
      <path d="M53 12h14" className={styles.line} />
      <rect x="39" y="20" width="42" height="54" className={styles.paper} />
      <path d="M60 74V58" className={styles.line} />
      <Flower x={60} y={46} size={0.62} />
      <rect x="42" y="84" width="36" height="16" rx="8" className={styles.fill} />
      <path d="M54 92h12" className={styles.onFill} />
    </svg>
  )
}

/** From the text to the menu at the top right of the messenger. */
export function MenuArrow() {
  return (
    <svg viewBox="0 0 120 120" className={styles.picture} aria-hidden="true">
      <path d="M6 112c54-4 92-28 98-92" className={styles.dotted} />
      <path d="m92 26 12-14 10 15" className={styles.line} />
    </svg>
  )
}

const partner = 'M-12-3h24v13h-24zM-14-3l3-8h22l3 8M-4 10V3h8v7'
const bank = 'M-12-4-0-12l12 8zM-9-1v10M-3-1v10M3-1v10M9-1v10M-12 13h24'

/** From a partner over a phone to us, or from us to an institution. Decoration. */
export function PassagePicture({ mark, to }: { mark: string; to: 'us' | 'institution' }) {
  const [ours, theirs] = to === 'us' ? [282, 38] : [38, 282]
  return (
    <svg viewBox="0 0 320 112" className={styles.passage} aria-hidden="true">
      <rect x={ours - 26} y="32" width="52" height="52" rx="13" className={styles.plain} />
      <text x={ours} y="67" className={styles.mark}>
        {mark}
      </text>
      <rect x={theirs - 24} y="34" width="48" height="48" rx="13" className={styles.surface} />
      <path d={to === 'us' ? partner : bank} transform={`translate(${theirs} 58)`} className={styles.fine} />
      <path d="M80 58h38M202 58h30" className={styles.steps} />
      <path d="m238 51 7 7-7 7" className={styles.ground} />
      <rect x="136" y="8" width="48" height="96" rx="8" className={styles.surface} />
      <path d="M154 16h12" />
      <path d="M146 30h28M146 40h18" className={styles.ground} />
      <circle cx="160" cy="70" r="14" className={styles.fill} />
      <path d="m153.500 70 4.500 5 9-10" className={styles.onFill} />
    </svg>
  )
}
