import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Widget } from '@lumino/widgets';

import { openNotebook } from '../stories/fake-page';
import { showInMain } from './show-in-main';

/** A main area that records what is added to it, or has no room. */
class FakeShell {
  readonly added: { widget: Widget; options: unknown }[] = [];
  readonly activated: string[] = [];

  constructor(
    private readonly _open: Widget[],
    private readonly _room = true
  ) {}

  widgets(): IterableIterator<Widget> {
    return this._open.values();
  }

  add(widget: Widget, area: string, options?: unknown): void {
    if (this._room && area === 'main') {
      Widget.attach(widget, document.body);
      this.added.push({ widget, options });
    }
  }

  activateById(id: string): void {
    this.activated.push(id);
  }

  get shell(): JupyterFrontEnd.IShell {
    return this as unknown as JupyterFrontEnd.IShell;
  }
}

describe('what is put into the main area', () => {
  let widget: Widget;

  beforeEach(() => {
    widget = new Widget();
    widget.id = 'report';
  });

  afterEach(() => widget.dispose());

  it('stands beside its notebook, once, and is gone to', () => {
    const notebook = openNotebook('data/a.ipynb', []);
    notebook.id = 'notebook';
    const main = new FakeShell([new Widget(), notebook]);
    expect(showInMain(main.shell, widget, 'data/a.ipynb')).toBe(true);
    expect(showInMain(main.shell, widget, 'data/a.ipynb')).toBe(true);
    expect(main.added).toEqual([
      { widget, options: { mode: 'split-right', ref: 'notebook' } }
    ]);
    expect(main.activated).toEqual(['report', 'report']);
    notebook.content.dispose();
  });

  it('stands by itself where its notebook is closed', () => {
    const main = new FakeShell([]);
    expect(showInMain(main.shell, widget, 'data/a.ipynb')).toBe(true);
    expect(main.added).toEqual([{ widget, options: {} }]);
  });

  it('says where there is no room for it', () => {
    const main = new FakeShell([], false);
    expect(showInMain(main.shell, widget, 'data/a.ipynb')).toBe(false);
    expect(main.activated).toEqual([]);
  });
});
