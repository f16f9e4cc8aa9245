import {
  CodeMirrorEditorFactory,
  CodeMirrorMimeTypeService,
  EditorExtensionRegistry,
  EditorLanguageRegistry
} from '@jupyterlab/codemirror';
import {
  RenderMimeRegistry,
  standardRendererFactories
} from '@jupyterlab/rendermime';
import { EditorView } from '@codemirror/view';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { ENGLISH, type EventBody, type IModelChoice } from '../../contract';
import { FakeAgent } from '../../testing/fake-agent';
import { FakeMcpService } from '../../testing/mcp/fake-mcp-service';
import { FakeModelService } from '../../testing/fake-model-service';
import { FakePreferences } from '../../testing/fake-preferences';
import { FakeThreads } from '../../testing/fake-threads';
import { FakeWorkspaceView } from '../../testing/fake-workspace-view';
import { until } from '../../testing/until';
import { loadMore } from '../render/load-more';
import { Panel } from '../components/panel';
import type { IPanelServices } from '../state/panel-services';
import { PanelStore } from '../stores/panel-store';
import { runStarted, userMessage } from './events';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What elements of some roles are. */
interface IRoles {
  button: HTMLButtonElement;
  combobox: HTMLSelectElement;
  switch: HTMLButtonElement;
  textbox: HTMLTextAreaElement;
}
type ElementOf<R extends string> = R extends keyof IRoles
  ? IRoles[R]
  : HTMLElement;

const open: PanelFixture[] = [];

/** A panel ends before the next test, after what its own test cleans up. */
const end = async () => {
  for (const panel of open.splice(0)) {
    await panel.dispose();
  }
};
beforeEach(end);
afterAll(end);

/** A mounted panel on fakes, operated as a person would. */
export class PanelFixture {
  readonly agent = new FakeAgent();
  readonly workspace = new FakeWorkspaceView();
  readonly models = new FakeModelService();
  readonly mcp = new FakeMcpService();
  readonly preferences = new FakePreferences();
  /** Whether events count as the person's own. */
  trusted = true;
  readonly store: PanelStore;
  readonly host = document.createElement('div');

  private _root: Root | null = null;

  private _inView = true;

  private readonly _observers = new Set<(entries: unknown[]) => void>();

  /**
   * @param rendering options for Markdown, besides those used in all specs.
   * @param threads conversations of earlier page loads.
   * @param own services besides those used in all specs.
   */
  constructor(
    rendering: Partial<RenderMimeRegistry.IOptions> = {},
    readonly threads = new FakeThreads(),
    own: Partial<IPanelServices> = {}
  ) {
    const languages = new EditorLanguageRegistry();
    const services: IPanelServices = {
      agent: this.agent,
      workspace: this.workspace,
      models: this.models,
      preferences: this.preferences,
      mcp: async () => this.mcp,
      threads: this.threads,
      trans: ENGLISH,
      rendermime: new RenderMimeRegistry({
        initialFactories: standardRendererFactories,
        // Lets HTML in Markdown through unchanged, which is what matters here.
        markdownParser: { render: async source => `<p>${source}</p>` },
        ...rendering
      }),
      editors: {
        factoryService: new CodeMirrorEditorFactory({
          languages,
          extensions: new EditorExtensionRegistry()
        }),
        mimeTypeService: new CodeMirrorMimeTypeService(languages)
      },
      deleted: () => [],
      showInMain: () => false,
      isTrusted: event => this.trusted && isOnItsControl(event),
      ...own
    };
    this.agent.kept = id => this.threads.history(id);
    this.store = new PanelStore(services);
    document.body.append(this.host);
    open.push(this);
  }

  async mount(): Promise<void> {
    const isIntersecting = () => this._inView;
    const observers = this._observers;
    Object.assign(window, {
      IntersectionObserver: class {
        constructor(readonly update: (entries: unknown[]) => void) {}
        observe(): void {
          observers.add(this.update);
          this.update([{ isIntersecting: isIntersecting() }]);
        }
        disconnect(): void {
          observers.delete(this.update);
        }
      }
    });
    // In specs the lazy chunk is compiled while loading, which takes time.
    await loadMore();
    await act(async () => {
      this._root = createRoot(this.host);
      this._root.render(<Panel store={this.store} />);
    });
    await this.settle();
  }

  /** Whether what is drawn is in view. */
  set inView(isIntersecting: boolean) {
    this._inView = isIntersecting;
    this._observers.forEach(update => update([{ isIntersecting }]));
  }

  async unmount(): Promise<void> {
    await act(async () => this._root?.unmount());
    this._root = null;
  }

  async dispose(): Promise<void> {
    await this.unmount();
    this.store.dispose();
    this.host.remove();
  }

  /** Waits until every card has been in view for a moment. */
  async lookedAt(): Promise<void> {
    await this.until(
      () => this.host.querySelector('[data-cellwright-unseen]') === null
    );
  }

  /** Waits until everything under way has finished. */
  async settle(ms = 0): Promise<void> {
    await act(async () => {
      await new Promise(resolve => setTimeout(resolve, ms));
      // Does not wait for events that the panel holds back.
      this.store.events.catchUp();
    });
  }

  /** Waits until it holds, on any machine. */
  async until(holds: () => boolean): Promise<void> {
    await until(async () => {
      await this.settle();
      return holds();
    });
  }

  async tell(...bodies: EventBody[]): Promise<void> {
    await act(async () => {
      for (const body of bodies) {
        this.agent.tell(this.threadId, body);
      }
    });
    await this.settle();
  }

  /** Begins a run. */
  async run(...bodies: EventBody[]): Promise<void> {
    await this.tell(
      userMessage('u1', 'Explore penguins.csv'),
      runStarted(),
      ...bodies
    );
  }

  get threadId(): string {
    return this.store.main.getState().threadId;
  }

  /** Elements with a role, by accessible name. */
  all<R extends string>(role: R, name?: string | RegExp): ElementOf<R>[] {
    const selectors: Record<string, string> = {
      button: 'button, [role="button"]',
      textbox: 'textarea, input[type="text"]:not([list]), [role="textbox"]',
      group: '[role="group"]',
      log: '[role="log"]',
      combobox: 'select',
      link: 'a[href]',
      switch: '[role="switch"]'
    };
    return Array.from(
      this.host.querySelectorAll<ElementOf<R>>(
        selectors[role] ?? `[role="${role}"]`
      )
    ).filter(element => {
      const own = accessibleName(element);
      return (
        !element.closest('[inert]') &&
        (name === undefined ||
          (typeof name === 'string' ? own === name : name.test(own)))
      );
    });
  }

  /** The only element with a role and name. */
  get<R extends string>(role: R, name?: string | RegExp): ElementOf<R> {
    const found = this.all(role, name);
    if (found.length !== 1) {
      throw new Error(
        `${found.length} elements are a ${role} named ${name}:\n` +
          this.host.innerHTML
      );
    }
    return found[0];
  }

  get composer(): HTMLTextAreaElement {
    return this.get('textbox', 'Message Cellwright');
  }

  /** Opens the menu and chooses an entry, by the beginning of its name. */
  async menu(entry: string): Promise<void> {
    await this.click(this.get('button', 'Menu'));
    await this.click(this.get('menuitem', new RegExp(`^${entry}`)));
  }

  async chooseModel(
    change: Partial<IModelChoice> = { provider: 'openai', model: 'gpt-5-mini' }
  ): Promise<void> {
    await act(() => this.models.choose({ ...this.models.choice, ...change }));
  }

  /** The field with a label that says exactly this. */
  field(label: string): HTMLInputElement {
    const found = Array.from(this.host.querySelectorAll('label')).find(
      ({ textContent }) => textContent === label
    );
    return found?.control as HTMLInputElement;
  }

  /** Writes a message and presses Enter. */
  async send(text: string): Promise<void> {
    await this.type(this.composer, text);
    await this.press(this.composer, 'Enter');
  }

  card(name: RegExp = /^Review: /): HTMLElement {
    return this.get('group', name);
  }

  /** A button inside an element. */
  button(inside: HTMLElement, name: string): HTMLButtonElement {
    const found = Array.from(inside.querySelectorAll('button')).find(
      button => accessibleName(button) === name
    );
    if (!found) {
      throw new Error(`There is no button ${name} in ${inside.innerHTML}`);
    }
    return found;
  }

  async click(element: HTMLElement): Promise<void> {
    await act(async () => {
      element.focus();
      element.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true })
      );
    });
    await this.settle();
  }

  async press(
    element: Element,
    key: string,
    modifiers: KeyboardEventInit = {}
  ): Promise<boolean> {
    let used = false;
    await act(async () => {
      used = !element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          bubbles: true,
          cancelable: true,
          ...modifiers
        })
      );
    });
    await this.settle();
    return used;
  }

  /** Presses Enter in a form's field. */
  async submit(field: HTMLElement): Promise<void> {
    await act(async () => {
      field
        .closest('form')
        ?.dispatchEvent(
          new Event('submit', { bubbles: true, cancelable: true })
        );
    });
    await this.settle();
  }

  /** @param of the field; else the name of the one for text, or to choose in. */
  async type(
    of: HTMLElement | string,
    text: string | readonly string[],
    event: 'input' | 'change' = 'input'
  ): Promise<void> {
    const role = event === 'change' ? 'combobox' : 'textbox';
    const field = typeof of === 'string' ? this.get(role, of) : of;
    const prototype = Object.getPrototypeOf(field);
    await act(async () => {
      field.focus();
      for (const each of [text].flat()) {
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(
          field,
          each
        );
        field.dispatchEvent(new Event(event, { bubbles: true }));
      }
    });
    await this.settle();
  }

  /** Chooses a file to be imported. */
  async choose(text: string, name = 'a.json'): Promise<void> {
    const field = this.host.querySelector('[type="file"][accept]')!;
    // A spec cannot set the files of a real field.
    Object.defineProperties(field, {
      files: { configurable: true, value: [{ name, text: async () => text }] },
      value: { configurable: true, writable: true, value: '' }
    });
    await act(async () => {
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await this.settle();
  }

  /** What a button offers as a download. */
  async download(
    button: string
  ): Promise<{ name: string; text: string; type: string }> {
    const saved = { name: '', text: '', type: '' };
    const blob = jest
      .spyOn(globalThis, 'Blob')
      .mockImplementation((parts, options) => {
        Object.assign(saved, { text: String(parts?.[0]), ...options });
        return {} as Blob;
      });
    Object.assign(URL, {
      createObjectURL: () => 'blob:x',
      revokeObjectURL: () => undefined
    });
    const click = jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(function (this: HTMLAnchorElement) {
        saved.name = this.download;
      });
    await this.click(
      this.all('button', button)[0] ?? this.get('menuitem', button)
    );
    click.mockRestore();
    blob.mockRestore();
    return saved;
  }

  /** JupyterLab's dialog that is open; null if none is. */
  get dialog(): HTMLElement | null {
    return document.querySelector<HTMLElement>('.jp-Dialog');
  }

  /** Presses a button of the dialog that is open. */
  async answerDialog(label: string): Promise<void> {
    await this.until(() => this.dialog !== null);
    await this.click(this.button(this.dialog!, label));
    await this.until(() => this.dialog === null);
  }

  /** Replaces the text in a card's editor. */
  async typeCode(card: HTMLElement, text: string): Promise<void> {
    const view = this.editor(card);
    await act(async () => {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text }
      });
    });
    await this.settle();
  }

  editor(card: HTMLElement): EditorView {
    const view = EditorView.findFromDOM(
      card.querySelector<HTMLElement>('.cm-editor')!
    );
    if (!view) {
      throw new Error('There is no editor.');
    }
    return view;
  }

  /** The last text announced to screen readers. */
  get announced(): string {
    return Array.from(this.host.querySelectorAll('[aria-live="polite"]'))
      .map(region => region.textContent)
      .join('');
  }

  /** What can be read, without what a page covers. */
  get text(): string {
    const shown = this.host.cloneNode(true) as HTMLElement;
    shown.querySelectorAll('[inert]').forEach(each => each.remove());
    return shown.textContent ?? '';
  }
}

function accessibleName(element: HTMLElement): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) {
    return label;
  }
  if (element.id) {
    const named = document.querySelector(`label[for="${element.id}"]`);
    if (named) {
      return named.textContent ?? '';
    }
  }
  const clone = element.cloneNode(true) as HTMLElement;
  clone.querySelectorAll('[aria-hidden="true"]').forEach(one => one.remove());
  return (clone.textContent ?? '').trim();
}

/** Like `isPersonsEvent`: a click counts only on a control that may decide. */
function isOnItsControl({ type, target }: Event): boolean {
  return (
    type !== 'click' ||
    !(target instanceof Element) ||
    target.closest('[data-cellwright-decides]') !== null
  );
}
