/** Each file exports one object named like its slice. */
type Pack = Readonly<Record<string, object>>

/** Where the words of each slice and language are. A list this long is not in the first load, which brings its own words. */
export const packs = import.meta.glob<Pack>(['./zh-cn/*.ts', './en-us/*.ts', '!./zh-cn/{shell,home}.ts'])
