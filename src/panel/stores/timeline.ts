import { createStore, type StoreApi } from 'zustand/vanilla';

import type {
  ICheckpointDifference,
  ICheckpointInfo,
  ICheckpointView
} from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

export interface ITimelineState {
  threadId: string | null;
  /** Newest first; null until they were loaded. */
  points: ICheckpointInfo[] | null;
  problem: string | null;
  /** The checkpoint being viewed. */
  open: string | null;
  view: ICheckpointView | null;
  /** The checkpoint it is compared with. */
  other: string | null;
  differences: ICheckpointDifference[] | null;
}

const NOTHING_OPEN = {
  open: null,
  view: null,
  other: null,
  differences: null
} satisfies Partial<ITimelineState>;

/** The checkpoints of a conversation: view, compare, continue from. */
export class Timeline {
  readonly state: StoreApi<ITimelineState> = createStore<ITimelineState>(
    () => ({ threadId: null, points: null, problem: null, ...NOTHING_OPEN })
  );

  constructor(private readonly _store: PanelStore) {}

  async load(): Promise<void> {
    const { threadId } = this._store.main.getState();
    const { agent, trans } = this._store.services;
    if (threadId !== this.state.getState().threadId) {
      this.state.setState({ threadId, points: null, ...NOTHING_OPEN });
    }
    await this._ask(
      async () => {
        const points = await agent.past.timeline(threadId);
        return { points: points.toSorted((a, b) => b.time - a.time) };
      },
      trans.__('The timeline could not be read.'),
      state => state.threadId === threadId
    );
  }

  /** Shows a checkpoint, or hides it if it was shown. */
  async toggle(id: string): Promise<void> {
    const { agent, trans } = this._store.services;
    const { threadId, open } = this.state.getState();
    this.state.setState({ ...NOTHING_OPEN, open: open === id ? null : id });
    if (threadId === null || open === id) {
      return;
    }
    await this._ask(
      async () => ({ view: await agent.past.checkpoint(threadId, id) }),
      trans.__('This point could not be read.'),
      state => state.open === id
    );
  }

  /** Compares the checkpoint being viewed with another one, the older first. */
  async compare(other: string | null): Promise<void> {
    const { agent, trans } = this._store.services;
    const { threadId, open, points } = this.state.getState();
    this.state.setState({ other, differences: null });
    if (threadId === null || open === null || other === null) {
      return;
    }
    const timeOf = (id: string) =>
      points?.find(point => point.id === id)?.time ?? 0;
    const [from, to] =
      timeOf(other) <= timeOf(open) ? [other, open] : [open, other];
    await this._ask(
      async () => ({
        differences: await agent.past.compare(threadId, from, to)
      }),
      trans.__('The two points could not be compared.'),
      state => state.open === open && state.other === other
    );
  }

  /** @param still whether the answer is still wanted when it arrives. */
  private async _ask(
    act: () => Promise<Partial<ITimelineState>>,
    sentence: string,
    still: (state: ITimelineState) => boolean
  ): Promise<void> {
    this.state.setState({ problem: null });
    try {
      const change = await act();
      if (still(this.state.getState())) {
        this.state.setState(change);
      }
    } catch (reason) {
      console.warn('Cellwright could not look back.', reason);
      this.state.setState({ problem: sentence });
    }
  }
}

export const timelineOf = perStore(store => new Timeline(store));
