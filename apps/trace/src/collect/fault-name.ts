const lengthMax = 80
const end = ': '

/** The name that a fault is counted by: what its content says before a colon and a space, else all of it, cut to 80 characters. */
export function faultNameOf(content: string): string {
  const name = content.split(end, 1)[0] ?? ''
  return name.length <= lengthMax ? name : Array.from(name).slice(0, lengthMax).join('')
}

/** The content with another text in place of the name, of which nothing is cut. */
export function withFaultName(content: string, change: (name: string) => string): string {
  const name = content.split(end, 1)[0] ?? ''
  return change(name) + content.slice(name.length)
}
