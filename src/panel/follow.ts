import { createStore } from 'zustand/vanilla';

import {
  textParts,
  type AgentEvent,
  type IReviewCard,
  type IWorkspace
} from '../contract';

/** ms after a run in which its last output may still be drawn. */
const DRAWN_LATE = 1_000;

/**
 * `paused`: the person has scrolled, so that it waits for the next run; `off`:
 * they have switched it off.
 */
export type Following = 'on' | 'paused' | 'off';

/**
 * Scrolls the notebook to the cell that is proposed, runs, or was just made.
 */
export class Follow {
  readonly state = createStore<{ following: Following }>(() => ({
    following: 'on'
  }));

  /** Path of the run's notebook; null if the run began in an earlier page. */
  private _path: string | null = null;

  private _thread = '';

  private _cell: string | null = null;

  private _end = (): void => undefined;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /** @param _home path of the conversation's notebook, if its run began before. */
  constructor(
    private readonly _workspace: IWorkspace,
    private readonly _home: () => string
  ) {}

  /** Takes an event of the conversation that is shown. */
  take(event: AgentEvent): void {
    if (event.threadId !== this._thread) {
      this._thread = event.threadId;
      this._path = null;
      this._cell = null;
    }
    switch (event.type) {
      case 'run-started':
        clearTimeout(this._timer);
        this._path = event.notebook.path;
        this._cell = null;
        if (this.state.getState().following === 'paused') {
          this.state.setState({ following: 'on' });
        }
        return;
      case 'review-opened':
        return this._show(cellOf(event.cards[0]));
      case 'review-voided':
        return this._show(cellOf(event.card));
      case 'call-progress':
      case 'call-finished':
        return this._show(event.cellId);
      case 'run-finished':
        this._timer = setTimeout(() => this._end(), DRAWN_LATE);
    }
  }

  /** The person looks at something else. */
  pause(): void {
    this._end();
    if (this.state.getState().following === 'on') {
      this.state.setState({ following: 'paused' });
    }
  }

  toggle(): void {
    const isOn = this.state.getState().following === 'on';
    this._end();
    this.state.setState({ following: isOn ? 'off' : 'on' });
    const cell = this._cell;
    this._cell = null;
    this._show(cell);
  }

  dispose(): void {
    clearTimeout(this._timer);
    this._end();
  }

  private _show(cellId: string | null | undefined): void {
    if (!cellId || cellId === this._cell) {
      return;
    }
    this._cell = cellId;
    if (this.state.getState().following === 'on') {
      this._end();
      this._end = this._workspace.keepInView(
        this._path ?? this._home(),
        cellId,
        () => this.pause()
      );
    }
  }
}

/** The cell a card is about, or the one it goes after; null if none is. */
function cellOf(card: IReviewCard | undefined): string | null {
  if (!card) {
    return null;
  }
  const { body, title, place, sentence } = card;
  if (body.kind === 'cells') {
    return body.cells[0]?.id ?? null;
  }
  const [cellId = null] = textParts([title, place, sentence].join(' ')).flatMap(
    part => ('cellId' in part ? part.cellId : [])
  );
  return cellId;
}
