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
