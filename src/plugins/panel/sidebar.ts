import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';
import type { IPanel } from '../../panel';
import { cellwrightIcon } from '../../icon';

/** Id of the sidebar, by which layouts are restored. */
export const SIDEBAR_ID = 'cellwright-panel';

/** Least width in which cards are readable and buttons fit side by side. */
const MIN_WIDTH = '280px';

/** The content of a sidebar. */
export interface ISidebarContent extends Pick<
  IPanel,
  'store' | 'focusComposer'
> {
  widget: Widget;
  /** Called when the sidebar was shown or hidden. */
  onVisibilityChange(): void;
}

export interface ISidebarOptions {
  /** Creates the content; called when the sidebar is first shown. */
  load(): Promise<ISidebarContent>;
  trans: ITranslator;
}

/** The panel's tab, almost empty until somebody opens it. */
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
    // Set here, because layout happens before our style sheet is loaded.
    this.node.style.minWidth = MIN_WIDTH;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('Cellwright'));
  }

  /** The content, which is created first if necessary. */
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

  /**
   * Creates the content once; after a failure, again the next time it is shown.
   */
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
