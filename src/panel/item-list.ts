import type { ThreadItem } from './thread-items';
import type { ISettledState } from './thread-state';

/** The part of a thread that holds what it shows. */
export type Items = Pick<ISettledState, 'order' | 'items'>;

/** At the end, unless it is there already: an event told twice counts once. */
export function added(settled: ISettledState, item: ThreadItem): Items {
  if (settled.items[item.id]) {
    return { order: settled.order, items: settled.items };
  }
  return put(settled, item);
}

/** In its place, or at the end. */
export function put(settled: Items, item: ThreadItem): Items {
  return {
    order: settled.items[item.id] ? settled.order : [...settled.order, item.id],
    items: { ...settled.items, [item.id]: item }
  };
}

export function removed(settled: ISettledState, id: string): Items {
  const items = { ...settled.items };
  delete items[id];
  return { order: settled.order.filter(other => other !== id), items };
}

export function appended(
  settled: ISettledState,
  make: (id: string, path: string) => ThreadItem
): Items & Pick<ISettledState, 'made'> {
  const made = settled.made + 1;
  return { ...put(settled, make(`made-${made}`, settled.path)), made };
}

export function noticed(
  settled: ISettledState,
  code: (ThreadItem & { kind: 'notice' })['code'],
  text: string
): Items & Pick<ISettledState, 'made'> {
  return appended(settled, (id, path) => ({
    kind: 'notice',
    id,
    path,
    code,
    text
  }));
}
