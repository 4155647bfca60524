/** Returns a fact that the server wrote into the page; undefined for one that is empty or was left as it is in the file (`__…__`). */
export function pageFact(name: string): string | undefined {
  const content = document.querySelector(`meta[name=${name}]`)?.getAttribute('content')
  return content == null || content === '' || /^__.*__$/.test(content) ? undefined : content
}
