import { maxGameImages, maxImageBytes } from '@cascade/contracts/games'
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts'

/** A picture that was chosen, shown from the file itself. */
export type Picture = {
  id: string
  file: File
  url: string
  /** What the server said about it. */
  fault?: string
}

/** Why a file is not worth sending; the server looks closer. */
function fileFault(file: Pick<File, 'type' | 'size'>): 'notAPicture' | 'tooLarge' | 'emptyFile' | undefined {
  if (!file.type.startsWith('image/') || file.type.includes('svg')) return 'notAPicture'
  if (file.size === 0) return 'emptyFile'
  return file.size > maxImageBytes ? 'tooLarge' : undefined
}

/** The pictures of a form, in the order of their digits. */
export function usePictures() {
  const text = texts.useText()
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const current = useRef(pictures)
  current.current = pictures
  useEffect(() => () => current.current.forEach(release), [])

  const add = useCallback(
    (files: readonly File[]) => {
      const faults = files.map(file => ({ file, fault: fileFault(file) }))
      const good = faults.filter(({ fault }) => fault === undefined).map(({ file }) => pictureOf(file))
      setRefused(faults.flatMap(({ file, fault }) => (fault ? [`${file.name}: ${text(fault)}`] : [])))
      setPictures(before => [...before, ...good].slice(0, maxGameImages))
    },
    [text],
  )
  const remove = useCallback((id: string) => {
    setPictures(before => before.filter(picture => picture.id !== id || release(picture)))
  }, [])
  /** Puts the server's sentences, by `images.<index>`, to their pictures. */
  const markFaults = useCallback((errors: Readonly<Record<string, string>>) => {
    setPictures(before =>
      before.map(({ fault: _fault, ...picture }, index) => {
        const fault = errors[`images.${index}`]
        return fault === undefined ? picture : { ...picture, fault }
      }),
    )
  }, [])
  return { pictures, refused, add, remove, order: setPictures as (pictures: readonly Picture[]) => void, markFaults }
}

const pictureOf = (file: File): Picture => ({ id: crypto.randomUUID(), file, url: URL.createObjectURL(file) })

function release({ url }: Picture): false {
  URL.revokeObjectURL(url)
  return false
}
