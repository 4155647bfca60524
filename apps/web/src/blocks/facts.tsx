import { Fragment } from 'react'
import { useWords } from '#locales/i18n.ts'
import styles from './facts.module.css'

/** '12 期 · 剩余应还 9,897.30': short facts in a line, which breaks between two of them rather than inside one. */
export function Facts({ parts }: { parts: readonly string[] }) {
  const t = useWords('blocks')
  const dot = t('base:separator').replace(/ $/, '')
  return parts.map((part, place) => (
    <Fragment key={part}>
      {place > 0 && ' '}
      <span className={styles.fact}>{place === parts.length - 1 ? part : part + dot}</span>
    </Fragment>
  ))
}
