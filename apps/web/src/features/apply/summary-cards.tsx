import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { applyScreens } from './apply.screens.ts'
import { useOptions } from './profile-fields.tsx'

type Summary = DataOf<Api['apply']['summary']>

export function SummaryCards({ summary }: { summary: Summary }) {
  const t = useWords('apply')
  const relations = useOptions('contactRelationTwo')
  const relationOf = (value: string) => relations.find((relation) => relation.value === value)?.label ?? value
  return (
    <>
      <Card rows title={t('confirm.identityTitle')}>
        <KeyValueList>
          <KeyValue name={t('confirm.name')} value={summary.name} />
          <KeyValue name={t('confirm.idNumber')} value={summary.idNumber} />
          <KeyValue name={t('confirm.mobile')} value={summary.mobile} />
          <KeyValue name={t('confirm.validTo')} value={summary.validTo ?? t('confirm.longTerm')} />
        </KeyValueList>
      </Card>
      <ProfileCard profile={summary.profile} />
      <Card rows title={t('confirm.contactsTitle')}>
        <KeyValueList>
          {summary.contacts.map((contact) => (
            <KeyValue
              key={`${contact.relation}${contact.mobile}${contact.name}`}
              name={t('confirm.contact', { relation: relationOf(contact.relation), name: contact.name })}
              value={contact.mobile}
            />
          ))}
        </KeyValueList>
      </Card>
    </>
  )
}

function ProfileCard({ profile }: { profile: Summary['profile'] }) {
  const t = useWords('apply')
  const o = useWords('option')
  const go = useGo()
  const given = (text: string) => (text === '' ? t('confirm.notGiven') : text)
  return (
    <Card
      rows
      title={t('confirm.workTitle')}
      extra={
        <Button kind="text" onPress={() => go.to(to(applyScreens.profile))}>
          {t('confirm.edit')}
        </Button>
      }
    >
      <KeyValueList>
        <KeyValue name={t('confirm.education')} value={o(`education.${profile.education}`)} />
        <KeyValue name={t('confirm.marital')} value={o(`marital.${profile.marital}`)} />
        <KeyValue name={t('confirm.occupation')} value={o(`occupation.${profile.occupation}`)} />
        <KeyValue name={t('confirm.trade')} value={o(`trade.${profile.trade}`)} />
        <KeyValue name={t('confirm.income')} value={o(`income.${profile.income}`)} />
        <KeyValue name={t('confirm.employer')} value={given(profile.employer)} />
        <KeyValue name={t('confirm.area')} value={profile.areaName} />
        <KeyValue name={t('confirm.address')} value={profile.address} />
        <KeyValue name={t('confirm.email')} value={given(profile.email)} />
      </KeyValueList>
    </Card>
  )
}
