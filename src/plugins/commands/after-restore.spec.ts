import type { NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { memoryStores } from '../../storage/stories/memory-stores';
import { afterRestore } from './after-restore';
import { SIDEBAR_ID } from '../panel/sidebar';
import {
  FakePage,
  FakeTracker,
  laidOut,
  openNotebook
} from '../stories/fake-page';
import { FakeSettingsServer } from '../stories/fake-settings';

describe('what comes after JupyterLab is restored', () => {
  let panel: NotebookPanel;
  let page: FakePage;
  let server: FakeSettingsServer;

  const begin = async (language = 'en'): Promise<void> => {
    const { app, ...options } = page.options;
    await afterRestore({
      ...options,
      app: Object.assign(app, {
        serviceManager: {
          ...app.serviceManager,
          contents: { fileChanged: new Signal({}) }
        }
      }),
      threads: { load: async () => memoryStores().threads },
      settings: server.registry,
      language
    });
    await laidOut(panel);
  };
  const marks = () =>
    panel.content.node.querySelectorAll('.jp-Cellwright-CellMark-button')
      .length;

  beforeEach(() => {
    panel = openNotebook('a.ipynb', [{ id: 'c1', source: '1' }]);
    panel.content.widgets[0].model.setMetadata('cellwright', {
      cell: 'c1',
      call: 'c',
      model: 'm',
      by: 'person',
      at: '2026-11-21T10:00:00Z'
    });
    page = new FakePage(new FakeTracker(panel));
    server = new FakeSettingsServer();
  });

  afterEach(() => panel.content.dispose());

  it('marks cells that carry a note, until the settings say otherwise', async () => {
    await begin();
    expect(marks()).toBe(1);
    expect(page.activated).toEqual([]);
    await server.edit('provenance', false);
    await laidOut(panel);
    expect(marks()).toBe(0);
  });

  it('opens the panel where the person wants that', async () => {
    server.raw = '{"openOnStart": true}';
    await begin();
    expect(page.activated).toEqual([SIDEBAR_ID]);
  });

  it.each([
    ['en', 1],
    ['ko-KR', 2]
  ])(
    'asks for its settings by themselves where their texts are translated: %s',
    async (language, reads) => {
      await server.load();
      await begin(language);
      expect(server.reads).toBe(reads);
    }
  );

  it('leaves focus where it is if the panel was open already', async () => {
    server.raw = '{"openOnStart": true}';
    page.isOpen = true;
    await begin();
    expect(page.activated).toEqual([]);
  });

  it.each(['{"openOnStart": ', '{"openOnStart": "yes", "unknown": 1}', '[]'])(
    'marks cells where the settings cannot be used: %s',
    async raw => {
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      server.raw = raw;
      await begin();
      expect(marks()).toBe(1);
      expect(page.activated).toEqual([]);
      jest.restoreAllMocks();
    }
  );

  it('opens the panel where another setting cannot be used', async () => {
    server.raw = '{"openOnStart": true, "policy": 7, "unknown": 1}';
    await begin();
    expect(page.activated).toEqual([SIDEBAR_ID]);
  });
});
