import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';
import type { IPanel } from '../../panel';
import { cellwrightIcon } from '../../icon';

/** Id of the sidebar, by which layouts are restored. */
export const SIDEBAR_ID = 'cellwright-panel';

/** The least in which cards can be read and buttons stand side by side. */
const MIN_WIDTH = '280px';

/** What a sidebar is filled with. */
export interface ISidebarContent extends Pick<
  IPanel,
  | 'ask'
  | 'showDebug'
  | 'showPolicy'
  | 'showThreads'
  | 'showTimeline'
  | 'showAudit'
  | 'showServers'
  | 'writeReport'
  | 'undoLast'
> {
  widget: Widget;
  newConversation(): void;
  /** Puts the cursor where a message is written, once it is drawn. */
  focusComposer(): Promise<void>;
  /** The sidebar was shown or hidden. */
  onVisibilityChange(): void;
}

export interface ISidebarOptions {
  /** Makes the content; called when the sidebar is first seen. */
  load(): Promise<ISidebarContent>;
  trans: ITranslator;
}

/** The panel's tab: nearly nothing until somebody looks at it. */
export class Sidebar extends Panel {
  private _filling: Promise<void> | null = null;

  private _content: ISidebarContent | null = null;

  private _note: Widget | null = null;

  constructor(private readonly _options: ISidebarOptions) {
    super();
    const { trans } = _options;
    this.id = SIDEBAR_ID;
    this.title.icon = cellwrightIcon;
    this.title.caption = trans.__('Cellwright');
    this.addClass('jp-Cellwright-Sidebar');
    // Not by a style sheet: it is laid out before ours is loaded.
    this.node.style.minWidth = MIN_WIDTH;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('Cellwright'));
  }

  /** What it is filled with, filling it first where it is not. */
  async content(): Promise<ISidebarContent> {
    await this._fill();
    if (!this._content) {
      throw new Error('Cellwright could not load its panel.');
    }
    return this._content;
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.isVisible) {
      void this._fill();
    }
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    void this._fill();
    this._content?.onVisibilityChange();
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this._content?.onVisibilityChange();
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    void this._fill().then(() => this._content?.focusComposer());
  }

  /** Fills the sidebar, once; after a failure, when it is shown again. */
  private _fill(): Promise<void> {
    this._filling ??= this._load();
    return this._filling;
  }

  private async _load(): Promise<void> {
    const { trans } = this._options;
    this._say(trans.__('Loading…'), 'status');
    try {
      this._content = await this._options.load();
    } catch (error) {
      console.error('Cellwright could not load its panel', error);
      this._filling = null;
      this._say(
        trans.__(
          'Cellwright could not be loaded. Check your connection to the Jupyter server, then close and open this panel.'
        ),
        'alert'
      );
      return;
    }
    this._note?.dispose();
    this.addWidget(this._content.widget);
  }

  private _say(text: string, role: 'status' | 'alert'): void {
    this._note?.dispose();
    this._note = new Widget();
    this._note.addClass('jp-Cellwright-Sidebar-note');
    this._note.node.setAttribute('role', role);
    this._note.node.textContent = text;
    this.addWidget(this._note);
  }
}
