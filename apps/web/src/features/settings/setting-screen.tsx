import { constants } from '@fyh/contract/options.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { currentLanguage, type Language, languages, setLanguage, useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { local } from '#platform/storage.ts'
import { currentUser, forgetLogin, isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { toast } from '#ui/toast.tsx'
import { DevicesCard } from './devices-card.tsx'
import { TextSizeCard } from './text-size-card.tsx'

export function SettingScreen() {
  const t = useWords('settings')
  const user = currentUser()
  const choose = async (language: Language) => {
    local.set('language', language)
    await setLanguage(language)
  }
  return (
    <Page footer={isLoggedIn() && <LogOut />}>
      <TextSizeCard />
      <Card title={t('language')}>
        <Segmented
          label={t('language')}
          value={currentLanguage()}
          onChange={choose}
          options={languages.map((language) => ({ value: language, label: t(`base:languageName.${language}`) }))}
        />
      </Card>
      <Card rows>
        <KeyValueList>
          {user !== undefined && <KeyValue name={t('mobile')} value={user.mobile} />}
          <KeyValue name={t('about')} value={constants.appVersion} />
        </KeyValueList>
      </Card>
      {isLoggedIn() && <DevicesCard />}
    </Page>
  )
}

function LogOut() {
  const t = useWords('settings')
  const go = useGo()
  const client = useQueryClient()
  const logOut = async () => {
    const sure = await confirm({ title: t('logoutTitle'), body: t('logoutBody'), yes: t('logoutConfirm'), no: t('stay') })
    if (!sure) return
    await api.session.logout({ body: {} })
    forgetLogin()
    client.clear()
    toast(t('loggedOut'))
    go.replace(to(homeScreens.home))
  }
  return (
    <Button kind="quiet" block onPress={logOut}>
      {t('logout')}
    </Button>
  )
}
