import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { type ISidebarContent, Sidebar } from './sidebar';

const settled = () => new Promise(resolve => setTimeout(resolve));

describe('Sidebar', () => {
  let content: { [K in keyof ISidebarContent]: ISidebarContent[K] };
  let load: jest.Mock<Promise<ISidebarContent>, []>;
  let sidebar: Sidebar;

  beforeEach(() => {
    content = {
      widget: new Widget(),
      focusComposer: jest.fn(async () => undefined),
      onVisibilityChange: jest.fn(),
      store: {} as ISidebarContent['store']
    };
    load = jest.fn(async () => content);
    sidebar = new Sidebar({ load, trans: ENGLISH });
    sidebar.hide();
    Widget.attach(sidebar, document.body);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => {
    sidebar.dispose();
  });

  it('loads nothing until it is seen', async () => {
    await settled();
    expect(load).not.toHaveBeenCalled();
  });

  it('says that it loads, then shows its content, and loads it once', async () => {
    sidebar.show();
    expect(sidebar.node.textContent).toBe('Loading…');
    await settled();
    expect(sidebar.widgets).toEqual([content.widget]);
    sidebar.hide();
    sidebar.show();
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
    expect(content.onVisibilityChange).toHaveBeenCalledTimes(2);
  });

  it('says what to do when it could not load, and tries again when shown', async () => {
    load.mockRejectedValueOnce(new Error('network'));
    sidebar.show();
    await settled();
    expect(sidebar.node.querySelector('[role=alert]')?.textContent).toMatch(
      /could not be loaded/
    );
    sidebar.hide();
    sidebar.show();
    await settled();
    expect(sidebar.widgets).toEqual([content.widget]);
  });

  it('is filled for whoever wants its content, seen or not', async () => {
    expect(await sidebar.content()).toBe(content);
    expect(load).toHaveBeenCalledTimes(1);
    sidebar.show();
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tells whoever wants its content that there is none, and tries again', async () => {
    load.mockRejectedValueOnce(new Error('network'));
    await expect(sidebar.content()).rejects.toThrow(/could not load/);
    expect(await sidebar.content()).toBe(content);
  });

  it('puts the cursor into the composer when it is activated', async () => {
    sidebar.show();
    sidebar.activate();
    await settled();
    await settled();
    expect(content.focusComposer).toHaveBeenCalled();
  });
});
