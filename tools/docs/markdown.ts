/** The first lines of every generated page. */
export function pageHead(title: string, source: string): string {
  return `# ${title}\n\nMade by \`npm run docs\` from ${source}; change that, not this.\n`
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}
