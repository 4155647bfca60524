import { isCode, isGenerated, isTest, type Repository, withoutComments } from './repository.ts'

type Ban = {
  what: RegExp
  instead: string
  /** The files it holds for. */
  within: RegExp
  except?: RegExp
  tests?: 'too' | 'only'
}

const apps = /^(apps|packages)\//
const web = /^apps\/web\/src\//

export const bans: Ban[] = [
  { what: /\bnew Date\(\)|\bDate\.now\(\)/, instead: 'the clock handed in', within: apps, except: /\/clock\.tsx?$/ },
  { what: /\bMath\.random\(/, instead: 'the ids, or randomText of base', within: /./ },
  { what: /\bas any\b/, instead: 'a type, or unknown and a guard', within: /./, tests: 'too' },
  { what: /@ts-(ignore|nocheck)/, instead: 'a type', within: /./, tests: 'too' },
  {
    what: /\bparseFloat\(|\.toFixed\(/,
    instead: 'parseYuan, formatYuan or formatPercent of base',
    within: apps,
    except: /^packages\/base\/money\.ts$/,
  },
  {
    what: /[\w)\]]\s*[*/]\s*100\b(?![._]?\d)/,
    instead: 'parseYuan and formatYuan of base: fen become yuan nowhere else',
    within: apps,
    // Percentages of a picture or a bar are no money; capital-yuan writes an amount out in characters.
    except: /^packages\/base\/|\/ui\/|\/capital-yuan\.ts$/,
  },
  {
    what: /\bprocess\.env\b/,
    instead: "the application's config",
    within: apps,
    except: /\/(config|main|worker|process|command|keys)\.ts$|vite\.config\.ts$/,
  },
  { what: /\bconsole\.\w+\(/, instead: 'the log', within: apps, except: /\/main\.tsx?$/ },
  {
    what: /\.(at|replaceAll|findLast|findLastIndex|toSorted|toReversed|toSpliced)\(|\b(structuredClone|Object\.hasOwn|Object\.groupBy|Promise\.(any|withResolvers))\(/,
    instead: 'what iOS 13 and Chrome 80 know: nothing adds the rest for them',
    within: /^(apps\/web\/src|packages\/(base|loan-engine))\//,
  },
  { what: /\bfetch\(/, instead: 'the client of platform/api', within: /^apps\/web\/src\/(features|blocks|ui|app)\// },
  {
    what: /\b(localStorage|sessionStorage|document\.cookie)\b/,
    instead: 'platform/storage',
    within: /^apps\/web\/src\/(features|blocks|ui|app)\//,
  },
  {
    what: /\b(useSearchParams|Link|NavLink|Form|ScrollRestoration|createBrowserRouter)\b[^}]*\} from 'react-router'/,
    instead: 'useAddressQuery, useGo or keepScroll: that module of the router would cost every first visit 5 KB',
    within: web,
    except: /^apps\/web\/src\/app\/router\.tsx$/,
  },
  { what: /\b(RouterProvider)\b[^}]*\} from 'react-router'/, instead: 'react-router/dom', within: web },
  {
    what: /\bp\{Script=Han\}|[\u4e00-\u9fff]/u,
    instead: 'a key of the packs',
    within: /^apps\/web\/src\/(features|blocks|ui|app|platform)\//,
  },
  {
    what: /#[0-9a-fA-F]{3,8}\b(?=['";\s)])/,
    instead: 'a CSS variable of the brand',
    within: /^apps\/web\/src\/(features|blocks|ui|app)\/.*\.(tsx|css)$/,
  },
  { what: /['"](fyh|fbd)['"]/, instead: 'the brand or channel handed in', within: /^apps\/web\/src\/(features|blocks|ui)\// },
  {
    what: /setTimeout\(\s*(resolve|done|r|res|ok)\b|=>\s*setTimeout\(|timers\/promises|waitForTimeout\(|\bsleep\(/,
    instead: 'a wait for the condition',
    within: /./,
    except: /^bench\//,
    tests: 'only',
  },
  {
    what: /lender|loan|repay|borrow|debit|authCode|[qQ]uote(?!s\b)|Fen\b|\bfen\b/,
    instead: 'what is handed in, or the contract: serve knows no lending',
    within: /^packages\/serve\//,
  },
  {
    what: /'due'\s*[|,]\s*'all'|'all'\s*[|,]\s*'(due|auto|prepay)'/,
    instead: 'quoteModes, orderModes or repaymentModes of the contract, or their types',
    within: apps,
    except: /^packages\/contract\/options\.ts$/,
  },
  {
    what: /\bstatus(es)?\b['"]?\s*(?:[!=]==?|=|<>|:|,\s*'(?:=|!=|<>|in)',|\bin\b)\s*[([]?[1-6]\b(?![.%])|[sS]tatus\s*[!=]==?\s*[1-6]\b/,
    instead: 'the name of a loan status: numbers are for answers and the database, by numberOf, statusNumbers or isStatus',
    within: /^apps\/(server|web)\/src\//,
  },
  {
    what: /'sms_(code|wait|send_count|wrong_count)'|fail\('SMS_(CODE_WRONG|CODE_OTHER_ORDER|TOO_SOON|DAILY_LIMIT|TRIES_LIMIT)'/,
    instead: 'platform/codes, the one place with rules of SMS codes',
    within: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/platform\/(codes\/|tables\.generated)/,
  },
  { what: /\bvi\.waitFor\(/, instead: 'expect.poll, which is as patient as vitest.config.ts says', within: /./, tests: 'only' },
]

export function bannedWords(repository: Repository): string[] {
  return [...repository].flatMap(([file, text]) => {
    const applicable = bans.filter((ban) => holds(ban, file))
    if (applicable.length === 0) return []
    const lines = withoutComments(text).split('\n')
    return applicable.flatMap(({ what, instead }) =>
      lines.flatMap((line, index) => (what.test(line) ? [`${file}:${index + 1}: ${what.exec(line)?.[0].trim()} (use ${instead})`] : [])),
    )
  })
}

function holds({ within, except, tests }: Ban, file: string): boolean {
  const readable = (isCode(file) || (file.endsWith('.css') && web.test(file))) && !isGenerated(file) && !file.startsWith('tools/tidy/')
  if (!readable || !within.test(file) || except?.test(file)) return false
  if (tests === 'only') return /\.(test|spec)\.tsx?$/.test(file)
  return tests === 'too' || !isTest(file)
}
