import type { NotebookSaver } from '../effects/notebook-saver';
import type { IRunContext } from '../run-context/run-context';
import type { TurnRules } from '../run-context/turn-rules';
import type { IWorkflowCalls } from '../run-context/workflow-calls';
import type { CallLedger } from './call-ledger';

/** A run, as seen by its calls. */
export interface ICallContext extends IRunContext {
  readonly calls: CallLedger;
  readonly saver: NotebookSaver;
  readonly turn: TurnRules;
  readonly workflowCalls: IWorkflowCalls;
}
