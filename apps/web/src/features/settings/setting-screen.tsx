import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { forgetLogin, isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { settingGroups } from './setting-groups.tsx'

export function SettingScreen() {
  const groups = settingGroups.filter((group) => group.for === 'everyone' || isLoggedIn())
  return (
    <Page footer={isLoggedIn() && <LogOut />}>
      {groups.map(({ name, Group }) => (
        <Group key={name} />
      ))}
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
