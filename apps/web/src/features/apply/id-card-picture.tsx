import { useId } from 'react'
import { classes } from '#ui/classes.ts'
import styles from './id-card-picture.module.css'

export type CardPicture = 'front' | 'back' | 'cut' | 'glare' | 'blur'

const shift: Partial<Record<CardPicture, string>> = { cut: 'translate(30 14) rotate(7 60 38)' }

/** Our own drawing of a card in the frame of a camera: how it should look, and what goes wrong. */
export function IdCardPicture({ kind }: { kind: CardPicture }) {
  const frame = useId()
  const isGood = kind === 'front' || kind === 'back'
  return (
    <svg viewBox="0 0 120 80" className={classes(styles.picture, isGood ? styles.good : styles.bad)} aria-hidden="true">
      <clipPath id={frame}>
        <rect x="1" y="1" width="118" height="78" rx="6" />
      </clipPath>
      <rect x="1" y="1" width="118" height="78" rx="6" className={styles.table} />
      <g clipPath={`url(#${frame})`}>
        <g transform={shift[kind]} className={kind === 'blur' ? styles.blurred : undefined}>
          <rect x="12" y="11" width="96" height="58" rx="5" className={styles.card} />
          {kind === 'back' ? <Back /> : <Front />}
        </g>
        {kind === 'glare' && <path d="M44 -6h26l-22 92h-30z" className={styles.glare} />}
      </g>
      <path
        d="M4 16V8a4 4 0 0 1 4-4h8M104 4h8a4 4 0 0 1 4 4v8M116 64v8a4 4 0 0 1-4 4h-8M16 76H8a4 4 0 0 1-4-4v-8"
        className={styles.corners}
      />
    </svg>
  )
}

function Front() {
  return (
    <>
      <path d="M20 22h20M20 30h13M37 30h13M20 38h34M20 46h34M20 59h48" className={styles.lines} />
      <circle cx="86" cy="28" r="6.5" className={styles.figure} />
      <path d="M73 50c1-9 6-13 13-13s12 4 13 13z" className={styles.figure} />
    </>
  )
}

function Back() {
  return (
    <>
      <circle cx="29" cy="28" r="9" className={styles.figure} />
      <path
        d="m29 22.5 1.5 3.900 4.100.2-3.200 2.600 1.100 4-3.500-2.300-3.500 2.300 1.100-4-3.200-2.600 4.100-.2z"
        className={styles.star}
      />
      <path d="M45 23h50M45 32h38M32 51h14M50 51h40M32 59h14M50 59h48" className={styles.lines} />
    </>
  )
}

/** A face in the oval it should fill, for the tips before a picture is taken. */
export function FacePicture() {
  return (
    <svg viewBox="0 0 120 120" className={styles.face} aria-hidden="true">
      <path d="M24 112c2-20 16-30 36-30s34 10 36 30z" className={styles.body} />
      <ellipse cx="60" cy="52" rx="25" ry="31" className={styles.head} />
      <path d="M35 46c0-20 11-29 25-29s25 9 25 29c-5-4-7-9-8-14-9 6-25 7-34 3-2 5-4 8-8 11z" className={styles.body} />
      <path d="M50 52v2.5M70 52v2.5M60 54v7h-2.5M52 69c5 4 11 4 16 0" className={styles.lines} />
    </svg>
  )
}
