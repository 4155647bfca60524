import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { type Question, questionsOf, topics } from './help-items.ts'
import { serviceScreens } from './service.screens.ts'

const searchMax = 40

/** Questions and answers by topic. What is typed keeps the questions that have all of it in question or answer. */
export function HelpScreen() {
  const t = useWords('help')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const matches = (question: Question) =>
    wanted === '' || `${t(`item.${question}.question`)} ${t(`item.${question}.answer`)}`.toLowerCase().includes(wanted)
  const shown = topics
    .map((topic) => ({ topic, questions: questionsOf[topic].filter(matches) }))
    .filter(({ questions }) => questions.length > 0)
  return (
    <Page>
      <Card>
        <Field label={t('search')}>
          <TextInput value={typed} onChange={setTyped} maxLength={searchMax} placeholder={t('searchPlaceholder')} clearable />
        </Field>
      </Card>
      {shown.length === 0 && (
        <Empty icon="help" title={t('noneTitle')}>
          {t('noneBody')}
        </Empty>
      )}
      {shown.map(({ topic, questions }) => (
        <Card key={topic} rows title={t(`topic.${topic}`)}>
          {questions.map((question) => (
            <Disclosure key={question} title={t(`item.${question}.question`)}>
              {t(`item.${question}.answer`)}
            </Disclosure>
          ))}
        </Card>
      ))}
      <MoreHelp />
    </Page>
  )
}

function MoreHelp() {
  const t = useWords('service')
  const go = useGo()
  return (
    <Card rows>
      <List label={t('more')}>
        <ListRow title={t('title.contact')} icon="headset" onPress={() => go.to(to(serviceScreens.contact))} />
        <ListRow title={t('title.feedback')} icon="edit" onPress={() => go.to(to(serviceScreens.feedback))} />
      </List>
    </Card>
  )
}
