import { html } from '@fyh/serve/html.ts'
import { frame, operatorPath, type Visitor } from '../page/frame.ts'
import type { Words } from '../words/zh-cn.ts'

export const loginPath = `${operatorPath}/login`

type Asked = { readonly name?: string; readonly next: string; readonly said?: keyof Pick<Words['login'], 'wrong' | 'throttled' | 'ended'> }

export function loginPage(visitor: Visitor, { name = '', next, said }: Asked): string {
  const { login } = visitor.words
  return frame(visitor, {
    title: login.title,
    body: html`<form class="login" method="post" action="${loginPath}">
        ${said !== undefined && html`<p class="fault" role="alert">${login[said]}</p>`}
        <input type="hidden" name="next" value="${next}">
        <label for="name">${login.name}</label>
        <input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" required>
        <label for="password">${login.password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required>
        <button type="submit">${login.submit}</button>
      </form>`,
  })
}
