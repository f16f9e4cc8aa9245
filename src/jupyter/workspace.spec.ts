import type { INotebookTracker } from '@jupyterlab/notebook';
import type { ServiceManager } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';

import { ENGLISH, type INotebook } from '../contract';
import { SESSION_LIMIT } from './notebook/open-notebook';
import { Workspace } from './workspace';
import { OpenNotebook } from './stories/open-notebook';
import { FakeContents } from './stories/server-contents';

/**
 * The tracker of a JupyterLab with these notebooks open, the first one in
 * front.
 */
class FakeTracker {
  readonly widgetAdded = new Signal<this, unknown>(this);
  readonly currentChanged = new Signal<this, unknown>(this);
  constructor(readonly open: OpenNotebook[]) {}

  get currentWidget(): unknown {
    return this.open[0]?.panel ?? null;
  }

  forEach(visit: (panel: unknown) => void): void {
    this.open.forEach(({ panel }) => visit(panel));
  }

  find(fits: (panel: unknown) => boolean): unknown {
    return this.open.map(({ panel }) => panel).find(fits);
  }
}

describe('Workspace', () => {
  let front: OpenNotebook;
  let behind: OpenNotebook;
  let workspace: Workspace;
  let tracker: FakeTracker;
  let contents: FakeContents;
  /** What JupyterLab opens for a path. */
  let closed: OpenNotebook | null;
  let opened: string[];

  beforeEach(() => {
    closed = null;
    opened = [];
    front = new OpenNotebook(['a = 1']);
    behind = new OpenNotebook(['b = 2']);
    behind.rename('other/b.ipynb');
    tracker = new FakeTracker([front, behind]);
    contents = new FakeContents({
      'data/b.csv': 'x',
      'later/closed.ipynb': { notebook: {} }
    });
    workspace = new Workspace({
      tracker: tracker as unknown as INotebookTracker,
      serviceManager: {
        contents,
        kernels: {},
        sessions: { running: () => [] }
      } as unknown as ServiceManager.IManager,
      trans: ENGLISH,
      open: async path => {
        opened.push(path);
        if (closed) {
          closed.rename(path);
          tracker.open.push(closed);
          tracker.widgetAdded.emit(closed.panel);
        }
      }
    });
  });

  afterEach(() => {
    workspace.dispose();
    front.notebook.dispose();
    behind.notebook.dispose();
  });

  it('binds to none whose cells have not come yet: what is written there would go as they come', async () => {
    const ready = new PromiseDelegate<void>();
    Object.assign(behind.context, { isReady: false, ready: ready.promise });
    expect(() => workspace.bind('other/b.ipynb')).toThrow('still being opened');
    const opened = workspace.open('other/b.ipynb');
    let found: INotebook | null = null;
    void opened.then(notebook => (found = notebook));
    await Promise.resolve();
    expect(found).toBeNull();
    Object.assign(behind.context, { isReady: true });
    ready.resolve();
    expect((await opened).path).toBe('other/b.ipynb');
    expect(workspace.bind('other/b.ipynb').path).toBe('other/b.ipynb');
  });

  it('binds to the notebook in front, or to the open one that is named', () => {
    expect(workspace.bind().path).toBe('data/a.ipynb');
    expect(workspace.bind('other/b.ipynb').cells()[0].source).toBe('b = 2');
  });

  it('names the notebook that is not open, and never takes another', () => {
    expect(() => workspace.bind('gone.ipynb')).toThrow(/“gone.ipynb”/);
    behind.close();
    expect(() => workspace.bind('other/b.ipynb')).toThrow(/is not open/);
  });

  it('completes cells of the notebook in front and files beside it', async () => {
    const found = await workspace.mentions('');
    expect(found.map(({ label }) => label)).toEqual(['#1 a = 1', 'b.csv']);
    expect(found[0].attachment).toMatchObject({
      kind: 'cell',
      notebook: 'data/a.ipynb'
    });
  });

  it('reads what a cell printed last, also below a table, and no more than its end', () => {
    const [cell] = front.ids;
    const last = () => workspace.outputEnd('data/a.ipynb', cell);
    expect(last()).toBe('');
    front.output(cell, {
      output_type: 'stream',
      name: 'stdout',
      text: `${'x'.repeat(5_000)}\nlast`
    });
    front.output(cell, {
      output_type: 'display_data',
      data: { 'text/plain': 'table' },
      metadata: {}
    });
    expect(last()).toMatch(/^x+\nlast$/);
    expect(last()).toHaveLength(2_000);
  });

  describe('a cell by the beginning of its id', () => {
    const path = 'data/a.ipynb';
    const late = '3f2b9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b';

    beforeEach(async () => {
      const notebook = workspace.bind(path);
      await notebook.insertCell({
        type: 'code',
        source: 'found = 1',
        id: '3f2a9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b'
      });
      await notebook.insertCell({ type: 'code', source: 'late = 2', id: late });
    });

    it('has the label of the one cell that begins like that', () => {
      expect(workspace.cellLabel(path, '3f2b')).toBe('#3');
      expect(workspace.cellLabel(path, '3F2B')).toBe('#3');
      expect(workspace.cellLabel(path, late)).toBe('#3');
      expect(workspace.cellLabel(path, '3f2')).toBeNull();
      expect(workspace.cellLabel(path, '3')).toBeNull();
    });

    it('shows nothing if it may be several, or none', async () => {
      await expect(workspace.revealCell(path, '3f2')).rejects.toThrow(
        /“3f2” could mean several cells of “.*”\.$/
      );
      await expect(workspace.revealCell(path, 'zzzz')).rejects.toThrow(
        'There is no cell “zzzz”'
      );
    });
  });

  describe('opening a notebook', () => {
    it('takes the one that is open, without bringing it to the front', async () => {
      const notebook = await workspace.open('other/b.ipynb');
      expect(notebook).toBe(workspace.bind('other/b.ipynb'));
      expect(opened).toEqual([]);
    });

    it('waits until its cells are there and its kernel is known', async () => {
      closed = new OpenNotebook(['c = 3']);
      const { kernel } = closed.session;
      closed.session.kernel = null;
      const ready = new PromiseDelegate<void>();
      closed.context.ready = ready.promise;
      let notebook: INotebook | null = null;
      const opening = workspace
        .open('later/closed.ipynb')
        .then(it => (notebook = it));
      await turns();
      ready.resolve();
      await turns();
      expect(notebook).toBeNull();
      closed.session.kernel = kernel;
      closed.session.kernelChanged.emit({});
      await opening;
      expect(notebook!.cells()[0].source).toBe('c = 3');
      expect(notebook!.path).toBe('later/closed.ipynb');
      closed.notebook.dispose();
    });

    it('does not wait for a kernel for ever', async () => {
      jest.useFakeTimers();
      closed = new OpenNotebook(['c = 3']);
      closed.session.kernel = null;
      const opening = workspace.open('later/closed.ipynb');
      await jest.advanceTimersByTimeAsync(SESSION_LIMIT);
      expect((await opening).kernel.status).toBe('none');
      closed.notebook.dispose();
      jest.useRealTimers();
    });

    it('says what is not there, what is no notebook and what stays closed', async () => {
      await expect(workspace.open('gone.ipynb')).rejects.toMatchObject({
        code: 'not-found'
      });
      await expect(workspace.open('data/b.csv')).rejects.toThrow(
        /not a notebook/
      );
      expect(opened).toEqual([]);
      await expect(workspace.open('later/closed.ipynb')).rejects.toThrow(
        /could not be opened/
      );
    });
  });

  describe('a file that moves', () => {
    let moves: string[];
    let end: () => void;

    beforeEach(() => {
      moves = [];
      end = workspace.onMove((from, to) => moves.push(`${from} → ${to}`));
    });

    const rename = (from: string, to: string) =>
      contents.fileChanged.emit({
        type: 'rename',
        oldValue: { path: from },
        newValue: { path: to }
      });

    it('is told of, whether it is open or not', async () => {
      rename('x.ipynb', 'y.ipynb');
      front.rename('data/z.ipynb');
      await turns();
      rename('y.ipynb', 'x.ipynb');
      expect(moves).toEqual([
        'x.ipynb → y.ipynb',
        'data/a.ipynb → data/z.ipynb',
        'y.ipynb → x.ipynb'
      ]);
    });

    it('is told of once where it is told of twice', async () => {
      rename('data/a.ipynb', 'data/z.ipynb');
      front.rename('data/z.ipynb');
      expect(moves).toHaveLength(1);
      await turns();
      rename('data/a.ipynb', 'data/z.ipynb');
      expect(moves).toHaveLength(2);
    });

    it('is not told of what is only saved, or to who has left', () => {
      contents.fileChanged.emit({
        type: 'save',
        oldValue: null,
        newValue: { path: 'a' }
      });
      end();
      rename('x.ipynb', 'y.ipynb');
      expect(moves).toEqual([]);
    });
  });
});

const turns = () => new Promise(resolve => setTimeout(resolve, 0));
