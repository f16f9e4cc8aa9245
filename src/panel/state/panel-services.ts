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

/** What the panel is handed; it makes none of it. */
export interface IPanelServices {
  /** Loads the engine when it is first sent something. */
  agent: IAgent;
  workspace: IWorkspace;
  models: IModelService;
  preferences: IPreferences;
  /** MCP servers, loaded when first looked at; none can be added where not given. */
  mcp?(): Promise<IMcpService>;
  /** The conversations that are kept; without it there is only the one shown. */
  threads?: IThreads;
  /** What was cleaned up since the panel was opened, in sentences for the list. */
  deleted?(): readonly string[];
  /**
   * Puts something into the main area, beside the notebook with this path, and
   * goes there. @returns whether there is room for it.
   */
  showInMain?(widget: Widget, notebook: string): boolean;
  trans: ITranslator;
  rendermime: IRenderMimeRegistry;
  editors: IEditorServices;
  /**
   * Whether an event comes from the person's own hand, now and on that card;
   * `isPersonsEvent` in the page: approved output runs there and must not be
   * able to press Approve. True once an event.
   */
  isTrusted(event: Event, card: string | null): boolean;
  /**
   * What is wrong with edited arguments, in a sentence for the person, or null.
   * Where it is absent the engine's own check at the gate is the only one.
   */
  validateArgs?(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null>;
}
