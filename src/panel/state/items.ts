import type { ThreadItem } from './thread-items';
import type { ISettledState } from './thread-view-state';

/** The part of a thread that contains what it shows. */
export type Items = Pick<ISettledState, 'order' | 'items'>;

/**
 * Items that a fold of a whole history is still building. Nobody has seen them,
 * so they are changed in place: copying them at each event would take time
 * quadratic in the length of the conversation.
 */
const IN_THE_MAKING = new WeakSet<Record<string, ThreadItem>>();

/**
 * Items to start a long fold with; must go through `made` before they are used.
 */
export function making(): Items {
  const items: Items = { order: [], items: {} };
  IN_THE_MAKING.add(items.items);
  return items;
}

/** The same items, to be continued for several events with a single copy. */
export function remaking({ order, items }: Items): Items {
  const copy = { ...items };
  IN_THE_MAKING.add(copy);
  return { order: [...order], items: copy };
}

/** The fold is over: from now on, each change makes a copy. */
export function made({ items }: Items): void {
  IN_THE_MAKING.delete(items);
}

/**
 * Appends an item unless it is there already, so that a repeated event counts
 * once.
 */
export function added(settled: ISettledState, item: ThreadItem): Items {
  if (settled.items[item.id]) {
    return { order: settled.order, items: settled.items };
  }
  return put(settled, item);
}

/** Puts an item in its place, or at the end. */
export function put({ order, items }: Items, item: ThreadItem): Items {
  const known = items[item.id] !== undefined;
  if (IN_THE_MAKING.has(items)) {
    items[item.id] = item;
    if (!known) {
      order.push(item.id);
    }
    return { order, items };
  }
  return {
    order: known ? order : [...order, item.id],
    items: { ...items, [item.id]: item }
  };
}

/** Puts an item before another one, which must be there. */
export function putBefore(
  { order, items }: Items,
  id: string,
  item: ThreadItem
): Items {
  const at = order.indexOf(id);
  if (IN_THE_MAKING.has(items)) {
    items[item.id] = item;
    order.splice(at, 0, item.id);
    return { order, items };
  }
  return {
    order: order.toSpliced(at, 0, item.id),
    items: { ...items, [item.id]: item }
  };
}

export function removed({ order, items }: Items, id: string): Items {
  if (IN_THE_MAKING.has(items)) {
    const at = order.lastIndexOf(id);
    if (at >= 0) {
      order.splice(at, 1);
    }
    delete items[id];
    return { order, items };
  }
  const { [id]: _, ...rest } = items;
  return { order: order.filter(other => other !== id), items: rest };
}

/** The items with some of them replaced; the same object if none is. */
export function changed(
  items: Record<string, ThreadItem>,
  changes: readonly ThreadItem[]
): Record<string, ThreadItem> {
  if (changes.length === 0) {
    return items;
  }
  const next = IN_THE_MAKING.has(items) ? items : { ...items };
  changes.forEach(item => {
    next[item.id] = item;
  });
  return next;
}

export function appended(
  settled: ISettledState,
  make: (id: string, path: string) => ThreadItem
): Items & Pick<ISettledState, 'keyCount'> {
  const keyCount = settled.keyCount + 1;
  return {
    ...put(settled, make(`made-${keyCount}`, settled.path)),
    keyCount
  };
}

export function noticed(
  settled: ISettledState,
  code: (ThreadItem & { kind: 'notice' })['code'],
  text: string
): Items & Pick<ISettledState, 'keyCount'> {
  return appended(settled, (id, path) => ({
    kind: 'notice',
    id,
    path,
    code,
    text
  }));
}
