import styles from './flower-picture.module.css'

const petal = 'M33 24C26 18 23 14 23 10.500a10 10 0 0 1 20 0C43 14 40 18 33 24z'

/** A flower with a coin for its heart, which grows out of what is below it. Decoration: the figure beside it says everything. */
export function FlowerPicture() {
  return (
    <svg viewBox="0 0 66 104" className={styles.flower} aria-hidden="true">
      <path className={styles.leaves} d="M32 55v49M32 95C28 85 20 80 6 79c3 11 12 18 26 16zM32 84c2-13 11-19 30-19-3 13-13 22-30 19z" />
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} className={styles.petal} d={petal} transform={`rotate(${turn} 33 33)`} />
      ))}
      <circle className={styles.coin} cx="33" cy="33" r="11" />
      <path d="m29 27.500 4 5 4-5M33 32.500v7M29 34h8" />
    </svg>
  )
}
