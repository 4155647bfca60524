import { useState } from 'react'
import { settingsScreens } from '#features/settings/settings.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Progress, Steps } from '#ui/steps.tsx'
import { Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack } from '#ui/text.tsx'
import { Timeline } from '#ui/timeline.tsx'

const entries = 195
const stepsInAll = 3

export function ListSection() {
  const t = useWords('demo')
  const go = useGo()
  const leave = () => go.to(to(settingsScreens.setting))
  const [page, setPage] = useState(1)
  const first = (page - 1) * 10 + 1
  const rows = [first, first + 1, first + 2].filter((period) => period <= entries)
  const step = (number: number) => t('list.step', { step: number })
  return (
    <>
      <Card rows title={t('section.list')}>
        <List label={t('section.list')}>
          <ListRow title={t('state.normal')} note={t('text.quiet')} value={t('text.value')} />
          <ListRow title={t('states.more')} icon="paper" value={<Tag tone="warning">{t('state.waiting')}</Tag>} onPress={leave} />
          <ListRow title={t('list.unread')} dot={t('list.unread')} strong onPress={() => undefined} />
          <ListRow title={t('state.long')} note={t('long')} />
        </List>
      </Card>
      <Card title={t('list.pages')}>
        <Stack>
          <Table
            label={t('list.pages')}
            columns={[
              { key: 'period', head: t('list.period') },
              { key: 'due', head: t('list.due'), whole: true },
            ]}
            rows={rows.map((period) => ({ key: period, cells: [period, '916.80'] }))}
          />
          <Pagination
            page={page}
            total={entries}
            onChange={setPage}
            label={t('list.pages')}
            words={{
              previous: t('list.previous'),
              next: t('list.next'),
              page: (number) => t('list.page', { page: number }),
              of: (number, pages) => t('list.of', { page: number, pages }),
            }}
          />
        </Stack>
      </Card>
      <Card title={step(2)}>
        <Stack>
          <Progress step={2} of={stepsInAll} label={step(2)} />
          <Steps
            items={[
              { title: step(1), state: 'done' },
              { title: step(2), state: 'now', note: t('text.small') },
              { title: step(stepsInAll), state: 'next' },
            ]}
          />
          <Timeline
            items={[
              { title: t('state.done'), state: 'done', time: '10:21' },
              { title: t('state.waiting'), state: 'now', note: t('long') },
              { title: t('state.error'), state: 'failed' },
              { title: t('state.normal'), state: 'next' },
            ]}
          />
        </Stack>
      </Card>
    </>
  )
}
