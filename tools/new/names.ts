/** A slice is one word, for it is a folder, a file and a variable at once. */
export function sliceName(name: string | undefined): string {
  if (name === undefined || !/^[a-z]{2,20}$/.test(name)) throw new Error('The name of a slice is one word in small letters, like loan')
  return name
}

/** An endpoint or screen is named in camel case, and its files in kebab case. */
export function checkedName(name: string | undefined, what: string): string {
  if (name === undefined || !/^[a-z][a-zA-Z0-9]{1,40}$/.test(name))
    throw new Error(`The name of the ${what} should look like detail or payOutNotice`)
  return name
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function pascal(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Words for a title until somebody finds better ones: borrowMoney becomes "Borrow money". */
export function words(name: string): string {
  return pascal(kebab(name).replaceAll('-', ' '))
}
