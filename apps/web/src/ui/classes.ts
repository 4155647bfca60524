/** Joins the class names that are there, so that a component can say `wide && styles.wide`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
