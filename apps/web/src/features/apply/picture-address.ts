import { useEffect, useRef } from 'react'

/** Makes addresses for pictures to show, and gives each back to the browser when the screen goes. */
export function usePictureAddress(): (file: Blob) => string {
  const made = useRef<string[]>([])
  useEffect(() => {
    const addresses = made.current
    return () => {
      for (const address of addresses.splice(0)) URL.revokeObjectURL(address)
    }
  }, [])
  return (file) => {
    const address = URL.createObjectURL(file)
    made.current.push(address)
    return address
  }
}
