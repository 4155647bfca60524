import { useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { classes } from '#ui/classes.ts'
import { List, ListRow } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type Area, areasLook } from './apply.queries.ts'
import styles from './area-field.module.css'
import { Locate } from './locate.tsx'

const levels = ['province', 'city', 'county'] as const

/** Three lists, one after the other; what is chosen stays in sight above and can be gone back to. */
export function AreaSheet(props: { path: readonly Area[]; onChoose: (path: readonly Area[]) => void; onClose: () => void }) {
  const { onChoose, onClose } = props
  const t = useWords('apply')
  const [path, setPath] = useState<readonly Area[]>(props.path.slice(0, 2))
  const areas = useQuery(areasLook(path[path.length - 1]?.code))
  const choose = (area: Area) => {
    const next = [...path, area]
    if (next.length === levels.length) onChoose(next)
    else setPath(next)
  }
  // A municipality has one city below it: there is nothing to choose.
  const only = path.length === 1 && areas.data?.areas.length === 1 ? areas.data.areas[0] : undefined
  useEffect(() => {
    if (only !== undefined) setPath((former) => (former.length === 1 ? [...former, only] : former))
  }, [only])
  return (
    <Sheet open tall title={t('area.title')} onClose={onClose}>
      <nav className={styles.levels} aria-label={t('area.levels')}>
        {path.map((area, place) => (
          <button key={area.code} type="button" className={styles.level} onClick={() => setPath(path.slice(0, place))}>
            {area.name}
          </button>
        ))}
        <button type="button" className={classes(styles.level, styles.now)} aria-current="step">
          {t(`area.${levels[path.length] ?? 'county'}`)}
        </button>
      </nav>
      {path.length === 0 && <Locate onFound={setPath} />}
      {areas.data === undefined && (areas.isError ? <Failed onRetry={() => areas.refetch()} /> : <Loading cards={1} figure={false} />)}
      {areas.data?.areas.length === 0 && <Empty title={t('area.empty')} />}
      {areas.data !== undefined && only === undefined && (
        <List>
          {areas.data.areas.map((area) => (
            <ListRow key={area.code} title={area.name} onPress={() => choose(area)} />
          ))}
        </List>
      )}
    </Sheet>
  )
}
