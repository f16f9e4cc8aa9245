import { v4 as uuid } from '@langchain/core/utils/uuid';

import type { IAgentError, IToolContext } from '../../contract';
import { NotebookSaver } from '../effects/notebook-saver';
import { recipientOf } from '../run-context/model-recipient';
import type { IModelRecipient } from '../run-context/model-recipient';
import type { Emit, Note, Writer } from '../run-context/run-context';
import type { IRunOptions } from '../run-context/run-options';
import { TurnRules } from '../run-context/turn-rules';
import type { ICallContext } from '../tool-calls/call-context';
import { CallLedger } from '../tool-calls/call-ledger';
import { LiveOutput } from '../tool-calls/live-output';

/** Why a run ends though nothing has failed: going on makes no sense. */
export type EndReason = Pick<IAgentError, 'code' | 'title' | 'text'>;

/** One run: from a message of the person to the answer, pauses included. */
export class Run implements ICallContext {
  /** Id of the answer that is being written, ours. */
  messageId = '';
  recipient: IModelRecipient;
  /** Set when going on makes no sense ("the notebook was closed"). */
  endReason: EndReason | null = null;
  readonly plans: boolean;
  readonly calls = new CallLedger();
  readonly turn = new TurnRules();
  readonly saver: NotebookSaver;
  readonly #output = new LiveOutput();

  constructor(
    readonly options: IRunOptions,
    readonly controller = new AbortController()
  ) {
    this.recipient = recipientOf(options.provider, options.choice);
    this.plans = options.settings().context.todos;
    this.saver = new NotebookSaver(options);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly emit: Emit = (body, writer) => {
    if (body.type === 'call-proposed') {
      this.calls.propose(body.callId);
    } else if (body.type === 'call-finished') {
      if (!this.calls.close(body.callId)) {
        // Answered already, by the stop that did not wait for it.
        return;
      }
    }
    if (writer && !this.signal.aborted) {
      writer(body);
    } else {
      this.options.tell(body);
    }
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

  toolContext(callId: string, writer?: Writer): IToolContext {
    const {
      notebook,
      files,
      shell,
      patterns,
      images,
      grammars,
      trans,
      memory
    } = this.options;
    return {
      notebook,
      files,
      shell,
      patterns,
      images,
      grammars,
      values: !this.options.settings().privacy.schemasOnly,
      trans,
      signal: this.signal,
      seen: memory.seen,
      made: memory.made,
      progress: update => {
        const output =
          update.output && this.#output.take(callId, update.output, trans);
        if (output || update.text || update.cellId) {
          this.emit(
            { type: 'call-progress', callId, ...update, output },
            writer
          );
        }
      }
    };
  }
}
