import { workflowIn } from '../workflows/workflow';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import type { IToolContext, ITranslator, IFiles } from '../../contract';
import { CellNames } from '../../tools';
import { NotebookSaver } from '../effects/notebook-saver';
import type { IAnsweringModel } from './answering-model';
import type { Emit, Note, IRunOptions } from './run-context';
import { StopError } from '../errors';
import type { IUsage } from '../model/token-usage';
import { TurnRules } from './turn-rules';
import {
  type EndReason,
  type ICallContext,
  NO_WORKFLOW_CALLS,
  type IWorkflowCalls
} from '../calls/call-context';
import { CallLedger } from '../calls/call-ledger';
import { ForwardedFiles } from '../privacy/forwarded-files';

/** One run: from a message of the person to the answer, pauses included. */
export class Run implements ICallContext {
  /** Our id of the answer in progress. */
  messageId = '';
  recipient: IAnsweringModel;
  endReason: EndReason | null = null;
  /** Why the text that ends the run ends in the middle; null if it does not. */
  cut: 'length' | 'content_filter' | null = null;
  /**
   * Whether a model may be asked. After a reload the first request may be one
   * that was already sent, so it needs the person, unless something new has
   * come of a call.
   */
  mayAsk = true;
  /** Set before the first request of the run. */
  workflowCalls: IWorkflowCalls = NO_WORKFLOW_CALLS;
  /** Called with the usage of each request. */
  onUsage: (usage: IUsage) => void = () => undefined;
  /** Called when the permissions for this turn have changed. */
  onTurn: () => void = () => undefined;
  /** Called when a call was answered. */
  onCalled: () => void = () => undefined;
  /** Called when a model is asked, after all before it is in a checkpoint. */
  onAsked: () => void = () => undefined;
  readonly keepsTodos: boolean;
  readonly calls = new CallLedger();
  readonly turn = new TurnRules();
  readonly saver: NotebookSaver;
  readonly names: CellNames;
  readonly emit: Emit = body => {
    if (body.type === 'call-proposed') {
      this.calls.propose(body.callId);
    } else if (body.type === 'call-finished') {
      this.mayAsk = true;
      if (!this.calls.close(body.callId)) {
        // Stop has answered it already, without waiting for it.
        return;
      }
    } else if (body.type === 'usage') {
      this.onUsage(body);
    }
    this.options.tell(body);
    if (body.type === 'call-finished') {
      this.onCalled();
    } else if (body.type === 'model-started') {
      this.onAsked();
    }
  };

  readonly end = (reason: EndReason): void => {
    this.endReason = reason;
    this.controller.abort(new StopError());
  };

  readonly note: Note = make => {
    const { runId, settings, tell } = this.options;
    if (!settings().debug) {
      return;
    }
    const note = make();
    tell({
      type: 'debug',
      entry: {
        id: uuid(),
        runId,
        characters: JSON.stringify(note.body ?? null).length,
        ...note
      }
    });
  };

  private readonly _output = new LiveOutput();

  private readonly _files: FilesAfterSave;

  constructor(
    readonly options: IRunOptions,
    readonly controller = new AbortController()
  ) {
    this.recipient = { provider: options.provider, choice: options.choice };
    this.keepsTodos =
      options.settings().context.todos && workflowIn(options.mode) === null;
    this.names = new CellNames(options.memory.names, options.notebook);
    const { notebook, tell, trans } = options;
    this.saver = new NotebookSaver({
      notebook,
      isWanted: () => options.settings().save,
      trans,
      tell
    });
    this._files = new FilesAfterSave(options.files, () => this.saver.flush());
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Tells the panel the short names of cells before the model can use one. */
  tellNames(): void {
    const { names, namesTold } = this.options.memory;
    const untold = [...names]
      .filter(([id, name]) => name !== id && !namesTold.has(id))
      .map(([id, name]) => ({ name, id }));
    if (untold.length > 0) {
      untold.forEach(({ id }) => namesTold.add(id));
      this.emit({ type: 'cells-named', names: untold });
    }
  }

  toolContext(callId: string): IToolContext {
    const { notebook, shell, patterns, images, grammars, trans, memory } =
      this.options;
    const { skills, documents } = this.options;
    return {
      notebook,
      files: this._files,
      shell,
      skills,
      documents,
      patterns,
      images,
      grammars,
      allowedCode: this.options.settings().policy,
      values: !this.options.settings().privacy.schemasOnly,
      trans,
      signal: this.signal,
      seen: memory.seen,
      names: this.names,
      created: memory.created,
      nextPlace: memory.nextPlace,
      behind: this.calls.behind.get(callId),
      progress: update => {
        const output =
          update.output && this._output.take(callId, update.output, trans);
        if (output || update.text || update.cellId || update.done) {
          this.emit({ type: 'call-progress', callId, ...update, output });
        }
      }
    };
  }
}

/** The most characters of a command's output that are shown live, per call. */
const MAX_LIVE = 20_000;

/**
 * Limits what is shown of running commands: a build that floods its output must
 * not fill the page. The result has its own limits.
 */
class LiveOutput {
  private readonly _told = new Map<string, number>();

  /** @returns the part of `output` that is to be shown next. */
  take(callId: string, output: string, trans: ITranslator): string {
    const before = this._told.get(callId) ?? 0;
    this._told.set(callId, before + output.length);
    if (before + output.length <= MAX_LIVE) {
      return output;
    }
    return before >= MAX_LIVE
      ? ''
      : `${output.slice(0, MAX_LIVE - before)}\n${trans.__('… more output is not shown while it runs …')}\n`;
  }
}

/** Files, read only after the run's changes to its notebook are saved. */
class FilesAfterSave extends ForwardedFiles {
  constructor(
    files: IFiles,
    private readonly _flush: () => Promise<void>
  ) {
    super(files);
  }

  protected override async pathOf(path: string): Promise<string> {
    await this._flush();
    return path;
  }
}
