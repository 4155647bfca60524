/** The hosts that the lab simulates, by the name in front of `.localhost`. Each has its own origin and therefore its own storage. */
export const labHosts = {
  'native-ios': {
    kind: 'nativeIos',
    title: 'Native app, iOS',
    chinese: '原生应用 iOS',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 FyhApp/3.2.0',
  },
  'native-android': {
    kind: 'nativeAndroid',
    title: 'Native app, Android',
    chinese: '原生应用 Android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; Lab) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile Safari/537.36 FyhApp/3.2.0',
  },
  messenger: {
    kind: 'messenger',
    title: 'WeChat',
    chinese: '微信',
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; Lab) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30) NetType/WIFI Language/zh_CN',
  },
  'mini-program': {
    kind: 'miniProgram',
    title: 'Mini-program',
    chinese: '小程序',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2e) NetType/WIFI Language/zh_CN miniProgram/wxsandboxmini',
  },
  iframe: { kind: 'iframe', title: 'Partner iframe', chinese: '合作方内嵌页', userAgent: undefined },
} as const satisfies Record<string, { kind: string; title: string; chinese: string; userAgent: string | undefined }>

export type LabHost = keyof typeof labHosts

export const isLabHost = (name: string): name is LabHost => Object.hasOwn(labHosts, name)

/** The host and the port that an address such as `native-ios.localhost:8082` asks for; undefined for any other. */
export function labHostOf(address: string | undefined): { readonly host: LabHost; readonly port: string } | undefined {
  const [, name = '', port = '80'] = /^([a-z-]+)\.localhost(?::(\d{1,5}))?$/.exec(address ?? '') ?? []
  return isLabHost(name) ? { host: name, port } : undefined
}
