/** A statement without what differs from call to call: values, lengths of lists, layout. */
export function statementShape(text: string): string {
  return text
    .replace(/'[^']*'/g, "''")
    .replace(/\$\d+/g, '$')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .replace(/(\$(?:::\w+)?)(?:, ?\1)+/g, '$1')
    .replace(/(\([^()]*\))(?:, ?\1)+/g, '$1')
    .trim()
}
