/** Keeps an entry as the latest one, and forgets the oldest if there are too many. */
export function keepLatest<K, V>(
  entries: Map<K, V>,
  key: K,
  value: V,
  most: number
): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > most) {
    entries.delete(oldest);
  }
}
