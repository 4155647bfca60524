import styles from './mini-bar.module.css'

/**
 * A small picture of two parts of one amount, e.g. principal against interest.
 * @param label says the same in words; without it the numbers stand beside it and the bar is decoration.
 */
export function MiniBar({ first, second, label }: { first: number; second: number; label?: string | undefined }) {
  const whole = first + second
  const share = whole > 0 ? Math.round((first / whole) * 1000) / 10 : 0
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={styles.bar} {...naming}>
      <i className={styles.first} style={{ width: `${share}%` }} />
      {whole > 0 && <i className={styles.second} />}
    </span>
  )
}
