import type { IEditorServices } from '@jupyterlab/codeeditor';
import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { Widget } from '@lumino/widgets';

import type {
  IAgent,
  IMcpService,
  IModelService,
  IPreferences,
  IThreads,
  ITranslator,
  IWorkspace
} from '../../contract';

/** What the panel is given; it creates none of it. */
export interface IPanelServices {
  /** Loads the engine when the first command is sent. */
  agent: IAgent;
  workspace: IWorkspace;
  models: IModelService;
  preferences: IPreferences;
  /** MCP servers, loaded when first viewed. */
  mcp(): Promise<IMcpService>;
  /** The stored conversations. */
  threads: IThreads;
  /**
   * What was cleaned up since the panel was opened, in sentences for the list.
   */
  deleted(): readonly string[];
  /**
   * Puts a widget into the main area, beside the notebook with this path, and
   * activates it. @returns whether there is room for it.
   */
  showInMain(widget: Widget, notebook: string): boolean;
  trans: ITranslator;
  rendermime: Pick<IRenderMimeRegistry, 'markdownParser' | 'latexTypesetter'>;
  editors: IEditorServices;
  /**
   * Whether an event was caused by the person, right now and on that card. In
   * the page this is `isPersonsEvent`: approved output runs in the page and
   * must not be able to press Approve. True only once per event.
   */
  isTrusted(event: Event, card: string | null): boolean;
}
