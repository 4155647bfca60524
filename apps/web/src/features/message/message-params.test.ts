import { placeholderNames } from '@fyh/base/placeholders.ts'
import { messageKinds } from '@fyh/contract/message.ts'
import { messageParams } from '@fyh/contract/message-params.ts'
import { expect, test } from 'vitest'
import { message as en } from '#locales/en-us/message.ts'
import { message as zh } from '#locales/zh-cn/message.ts'

test.each(messageKinds)('the words of %s name parameters of that kind alone', (kind) => {
  const names = Object.keys(messageParams[kind].shape).map((name) => name.replace(/(Fen|Ppm)$/, ''))
  for (const pack of [zh, en])
    for (const text of Object.values(pack.kind[kind])) expect(names).toEqual(expect.arrayContaining(placeholderNames(text)))
})
