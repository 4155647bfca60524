import styles from './packet-picture.module.css'

/** A red packet on a table beside a shoot: our own drawing, in the brand's colours. Decoration. */
export function PacketPicture() {
  return (
    <svg viewBox="0 0 160 132" className={styles.picture} fill="none" aria-hidden="true">
      <path className={styles.quiet} d="M14 126h132" />
      <path className={styles.body} d="M44 126V18a8 8 0 0 1 8-8h56a8 8 0 0 1 8 8v108z" />
      <path className={styles.flap} d="M44 54V18a8 8 0 0 1 8-8h56a8 8 0 0 1 8 8v36c-22 18-50 18-72 0z" />
      <circle className={styles.coin} cx="80" cy="66" r="16" />
      <path className={styles.line} d="m74 58 6 8 6-8M80 66v10M74.5 69h11" />
      <path className={styles.quiet} d="M60 104h40M68 113h24" />
      <path className={styles.line} d="M130 126V98" />
      <path className={styles.leaf} d="M130 98c-1-9 4-16 14-17 1 9-5 16-14 17z" />
    </svg>
  )
}
