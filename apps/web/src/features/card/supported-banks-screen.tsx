import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { wholeYuan } from '#platform/format.ts'
import { useQuery } from '#platform/query.ts'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { type Bank, banksLook } from './card.queries.ts'

export function SupportedBanksScreen() {
  const t = useWords('card')
  const banks = useQuery(banksLook())
  const [text, setText] = useState('')
  if (banks.data === undefined)
    return <Page>{banks.isError ? <Failed onRetry={() => banks.refetch()} /> : <Loading figure={false} cards={1} />}</Page>
  if (banks.data.banks.length === 0)
    return (
      <Page>
        <Empty icon="card" title={t('banks.empty')} />
      </Page>
    )
  return (
    <Page>
      <Card rows>
        <TextInput value={text} onChange={setText} label={t('banks.search')} placeholder={t('banks.search')} clearable />
      </Card>
      <Found banks={banks.data.banks} text={text.trim()} />
    </Page>
  )
}

function Found({ banks, text }: { banks: readonly Bank[]; text: string }) {
  const t = useWords('card')
  const wanted = text.toLowerCase()
  const found = banks.filter(({ bankName, bankCode }) => bankName.toLowerCase().includes(wanted) || bankCode.toLowerCase().includes(wanted))
  if (found.length === 0)
    return (
      <Empty icon="card" title={t('banks.none', { text })}>
        {t('banks.noneBody')}
      </Empty>
    )
  return (
    <>
      <Card>
        <Table
          label={t('title.supportedBanks')}
          columns={[
            { key: 'bank', head: t('banks.head.bank'), wide: true },
            { key: 'single', head: t('banks.head.single') },
            { key: 'day', head: t('banks.head.day') },
          ]}
          rows={found.map((bank) => ({
            key: bank.bankCode,
            cells: [bank.bankName, wholeYuan(bank.singleMaxFen), wholeYuan(bank.dayMaxFen)],
          }))}
        />
      </Card>
      <Text size="small" centred>
        {t('banks.count', { count: found.length })}
      </Text>
      <Text size="small" centred>
        {t('banks.note')}
      </Text>
    </>
  )
}
