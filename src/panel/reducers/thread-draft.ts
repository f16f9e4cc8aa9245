import type { ThreadItem } from '../state/thread-items';
import type {
  ILiveState,
  ISettledState,
  IThreadViewState
} from '../state/thread-view-state';

/**
 * The state while a batch is folded into it. Its fields may be set; arrays and
 * objects in them are replaced, not changed, except for `order` and `items`,
 * which are copied once a batch: at each event, that would take time quadratic
 * in the length of the conversation.
 */
export class ThreadDraft {
  readonly settled: ISettledState;

  readonly live: ILiveState;

  constructor(private readonly _before: IThreadViewState) {
    this.settled = { ..._before.settled };
    this.live = { ..._before.live };
  }

  /** Puts an item in its place, or at the end; before another one, if given. */
  put(item: ThreadItem, before?: string): void {
    if (!this.settled.items[item.id]) {
      const order = this._order();
      order.splice(
        before === undefined ? order.length : order.indexOf(before),
        0,
        item.id
      );
    }
    this._items()[item.id] = item;
  }

  /** Only if it is not there yet: a repeated event counts once. */
  add(item: ThreadItem): void {
    if (!this.settled.items[item.id]) {
      this.put(item);
    }
  }

  remove(id: string): void {
    const at = this.settled.order.lastIndexOf(id);
    if (at >= 0) {
      this._order().splice(at, 1);
      delete this._items()[id];
    }
  }

  /** The item, if it is of this kind. */
  item<K extends ThreadItem['kind']>(
    id: string | null,
    kind: K
  ): (ThreadItem & { kind: K }) | null {
    const item = this.settled.items[id ?? ''];
    return item?.kind === kind ? (item as ThreadItem & { kind: K }) : null;
  }

  /** Appends an item of which only the content is known. */
  append(
    content:
      | Omit<ThreadItem & { kind: 'notice' }, 'id' | 'path'>
      | Omit<ThreadItem & { kind: 'error' }, 'id' | 'path'>
      | Omit<ThreadItem & { kind: 'summary' }, 'id' | 'path'>
  ): string {
    const id = `made-${++this.settled.keyCount}`;
    this.put({ ...content, id, path: this.settled.path });
    return id;
  }

  private _order(): string[] {
    if (this.settled.order === this._before.settled.order) {
      this.settled.order = [...this.settled.order];
    }
    return this.settled.order;
  }

  private _items(): Record<string, ThreadItem> {
    if (this.settled.items === this._before.settled.items) {
      this.settled.items = { ...this.settled.items };
    }
    return this.settled.items;
  }
}
