import { Facts } from '#blocks/facts.tsx'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast.tsx'
import { deviceName } from './device-name.ts'
import { type Device, devicesLook, useEndDevice } from './settings.queries.ts'

/** Where the account is logged in. A device that is not one's own is logged out by a tap, or all others at once. */
export function DevicesCard() {
  const t = useWords('settings')
  const devices = useQuery(devicesLook())
  const endDevice = useEndDevice()
  if (devices.data === undefined) return devices.isError ? <Failed onRetry={() => devices.refetch()} /> : <Loading figure={false} />
  const partsOf = ({ userAgent }: Device) => {
    const { machine, program } = deviceName(userAgent)
    return [t(`devices.machine.${machine}`), t(`devices.program.${program}`)]
  }
  const end = async (which: Parameters<typeof endDevice.mutateAsync>[0], title: string) => {
    if (!(await confirm({ title, body: t('devices.endBody'), yes: t('logoutConfirm'), no: t('devices.leave') }))) return
    await endDevice.mutateAsync(which)
    toast(t('devices.ended'))
  }
  const others = devices.data.devices.filter(({ isThis }) => !isThis)
  return (
    <>
      <Card rows title={t('devices.title')}>
        <List label={t('devices.title')}>
          {devices.data.devices.map((device) => (
            <ListRow
              key={device.id}
              title={<Facts parts={partsOf(device)} />}
              note={t('devices.used', { at: dateTimeOf(device.usedAt), address: device.address })}
              value={device.isThis ? <Tag tone="positive">{t('devices.this')}</Tag> : t('devices.end')}
              onPress={
                device.isThis
                  ? undefined
                  : () => end({ id: device.id }, t('devices.endTitle', { name: partsOf(device).join(t('base:separator')) }))
              }
            />
          ))}
        </List>
      </Card>
      {others.length > 0 && (
        <Button kind="text" block onPress={() => end({ allOthers: true }, t('devices.endOthersTitle'))}>
          {t('devices.endOthers')}
        </Button>
      )}
    </>
  )
}
