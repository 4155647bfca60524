import styles from './pictures.module.css'

/** A gift with a ribbon. Decoration: what it stands beside says everything. */
export function GiftPicture() {
  return (
    <svg viewBox="0 0 112 100" className={styles.gift} aria-hidden="true">
      <path d="M4 94h104" className={styles.ground} />
      <path d="M21 44h70v50H21z" className={styles.wash} />
      <path d="M14 27h84v17H14z" className={styles.surface} />
      <path d="M49 27h14v67H49z" className={styles.fill} />
      <path d="M56 27C40 27 32 22 32 14S39 3 45 5s11 12 11 22c0-10 5-20 11-22s13 1 13 9-8 13-24 13" />
    </svg>
  )
}
