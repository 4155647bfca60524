import styles from './pictures.module.css'

const petals = [0, 72, 144, 216, 288]

/** A flower with a coin for its heart. Decoration: what it stands beside says everything. */
export function FlowerPicture() {
  return (
    <svg viewBox="0 0 96 132" className={styles.picture} aria-hidden="true">
      <path d="M47 68c1 20 0 40-1 62" className={styles.line} />
      <path d="M47 116c4-16 16-23 34-24-1 16-15 25-34 24z" className={styles.wash} />
      <path d="M46 124c-5-12-14-18-30-19 2 12 13 20 30 19z" className={styles.wash} />
      {petals.map((turn) => (
        <ellipse key={turn} cx="48" cy="22" rx="12" ry="14" transform={`rotate(${turn} 48 44)`} className={styles.fill} />
      ))}
      <circle cx="48" cy="44" r="12.5" className={styles.surface} />
      <path d="m43.5 37.5 4.5 6 4.5-6M48 43.5v8M44 45.5h8M44 48.8h8" className={styles.fine} />
    </svg>
  )
}

/** From the platform's mark over a paper that is agreed to, to the lender. */
export function HandOverPicture({ mark }: { mark: string }) {
  return (
    <svg viewBox="0 0 320 112" className={styles.wide} aria-hidden="true">
      <rect x="8" y="32" width="52" height="52" rx="13" className={styles.plain} />
      <text x="34" y="67" className={styles.mark}>
        {mark}
      </text>
      <path d="M78 58h36" className={styles.dots} />
      <path d="M132 18h42l16 16v64h-58z" className={styles.surface} />
      <path d="M174 18v16h16z" className={styles.wash} />
      <path d="M143 48h30M143 62h36M143 76h20" />
      <circle cx="188" cy="90" r="14" className={styles.fill} />
      <path d="m181.5 90 4.5 5 9-10" className={styles.waitingSign} />
      <path d="M210 58h30" className={styles.dots} />
      <path d="m246 51 7 7-7 7" className={styles.ground} />
      <rect x="266" y="34" width="48" height="48" rx="13" className={styles.surface} />
      <path d="m278 54 12-8 12 8zM281 57v10M287 57v10M293 57v10M299 57v10M278 71h24" className={styles.fine} />
    </svg>
  )
}

const signs = {
  waiting: 'M80 56v12l8 5',
  done: 'm72 67 6 6 11-12',
  warning: 'M80 57v12M80 75v.5',
  failed: 'm74 61 12 12M86 61l-12 12',
} as const

/** The lender's house, with how it stands in front of it. */
export function ResultPicture({ state }: { state: keyof typeof signs }) {
  return (
    <svg viewBox="0 0 160 112" className={styles.house} aria-hidden="true">
      <path d="M22 104h116" className={styles.ground} />
      <path d="m36 40 44-28 44 28z" className={styles.wash} />
      <circle cx="80" cy="29" r="4.5" className={styles.surface} />
      <path d="M46 40v50M60 40v50M100 40v50M114 40v50M40 90h80v14H40z" />
      <circle cx="80" cy="67" r="21" className={styles[state]} />
      <path d={signs[state]} className={styles[`${state}Sign`]} />
    </svg>
  )
}
