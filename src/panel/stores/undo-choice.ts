import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IUndoPreview } from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';
import { isOwnHand } from '../trust/is-own-hand';

export interface IUndoChoiceState {
  runId: string | null;
  /** null while it is loading, and if there is none. */
  preview: IUndoPreview | null;
  loading: boolean;
  problem: string | null;
  /** Whether to undo each item, by item id. */
  chosen: Record<string, boolean>;
  /** Whether to restart the kernel afterwards and run the cells. */
  restart: boolean;
}

/** What undoing a turn would change, and which parts of it the person chose. */
export class UndoChoice {
  readonly state: StoreApi<IUndoChoiceState> = createStore<IUndoChoiceState>(
    () => ({
      runId: null,
      preview: null,
      loading: false,
      problem: null,
      chosen: {},
      restart: false
    })
  );

  private _attempt = 0;

  constructor(private readonly _store: PanelStore) {}

  async load(runId: string): Promise<void> {
    const { services, main } = this._store;
    const { agent, trans } = services;
    const attempt = ++this._attempt;
    this.state.setState({
      runId,
      preview: null,
      loading: true,
      problem: null,
      chosen: {},
      restart: false
    });
    try {
      const preview = await agent.past.previewUndo(
        main.getState().threadId,
        runId
      );
      if (attempt !== this._attempt) {
        return;
      }
      this.state.setState({
        preview,
        loading: false,
        problem: preview
          ? null
          : trans.__('Nothing in this turn can be undone any more.'),
        // What the person has changed since is kept unless they choose
        // otherwise.
        chosen: Object.fromEntries(
          (preview?.items ?? []).map(({ id, conflict }) => [
            id,
            conflict === undefined
          ])
        )
      });
    } catch (reason) {
      console.warn('Cellwright could not preview an undo.', reason);
      if (attempt === this._attempt) {
        this.state.setState({
          loading: false,
          problem: trans.__('Cellwright could not work out what would change.')
        });
      }
    }
  }

  choose(id: string, on: boolean): void {
    this.state.setState(({ chosen }) => ({ chosen: { ...chosen, [id]: on } }));
  }

  chooseRestart(restart: boolean): void {
    this.state.setState({ restart });
  }

  /** Undoes what is chosen. @returns whether that was sent. */
  apply(event: Event): boolean {
    const { services, main } = this._store;
    const { preview, chosen, restart } = this.state.getState();
    const items = (preview?.items ?? [])
      .map(({ id }) => id)
      .filter(id => chosen[id]);
    if (
      !preview ||
      items.length === 0 ||
      this._store.sending.isBusy ||
      !isOwnHand(event, services, text => this._store.announce(text))
    ) {
      return false;
    }
    const { threadId } = main.getState();
    void services.agent.send({
      type: 'undo',
      threadId,
      runId: preview.runId,
      items,
      ...(restart && { restart })
    });
    this._store.show('thread');
    return true;
  }
}

export const undoChoiceOf = perStore(store => new UndoChoice(store));
