export default function TreePage() {
  return null
}
