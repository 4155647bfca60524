import type { Pool } from '@fyh/postgres/pool.ts'
import type { Html } from '@fyh/serve/html.ts'
import type { Filter } from '../filter.ts'
import type { PageName } from '../page/frame.ts'
import type { Words } from '../words/zh-cn.ts'

/** A look at a page: what is asked, in which words, now. */
export type Asked = { readonly words: Words; readonly filter: Filter; readonly pool: Pool; readonly now: Date }

/** A page below the filter. `at` is where it stands in the navigation. */
export type AnswerPage = {
  readonly path: string
  readonly at: PageName
  readonly title: (words: Words) => string
  readonly body: (asked: Asked) => Promise<Html>
}
