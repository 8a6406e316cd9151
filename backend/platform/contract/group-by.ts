/** Items by their key, in the order in which they come: `Map.groupBy`, which Node 20 has not, and with values. */
export function groupBy<Item, Key, Value = Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
  valueOf: (item: Item) => Value = item => item as unknown as Value,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(valueOf(item))
    else groups.set(key, [valueOf(item)])
  }
  return groups
}
