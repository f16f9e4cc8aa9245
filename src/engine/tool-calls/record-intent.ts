import type { IDecisionRecord, ITool } from '../../contract';
import { parseArguments } from '../tool-set/parse-arguments';
import { EffectLog } from '../effects/effect-log';
import type { IToolCall } from './review-call';
import { provenanceOf } from '../effects/provenance';
import type { IRunContext } from '../run-context/run-context';
import type { ICallContext } from './call-context';

/** The arguments that were decided on: as shown, or as edited. */
export function decidedArguments(
  { names }: Pick<IRunContext, 'names'>,
  { decision }: IDecisionRecord,
  tool: ITool,
  shown: Record<string, unknown>
):
  | {
      args: Record<string, unknown>;
      ranArgs?: Record<string, unknown>;
      problem: null;
    }
  | { args: null; ranArgs?: undefined; problem: string } {
  if (decision.type !== 'edit') {
    return parseArguments(tool, shown, names);
  }
  const edited = parseArguments(tool, decision.editedAction.args);
  return edited.problem === null ? { ...edited, ranArgs: edited.args } : edited;
}

/**
 * Records, durably before the effect, that the call was decided, by whom, and
 * that it begins. From then on, the effects of an earlier attempt are known.
 */
export async function recordIntent(
  run: ICallContext,
  call: IToolCall,
  {
    record,
    args,
    stale,
    isRevoked
  }: {
    record: IDecisionRecord;
    args: Record<string, unknown>;
    stale: boolean;
    /** Whether the rule that decided it is no longer valid at this moment. */
    isRevoked?: () => boolean;
  }
): Promise<void> {
  const { journal, at, runId, notebook, settings, trans } = run.options;
  const kept = await journal.decision(at, call.id);
  // Started without waiting, so that both become one write, in this order.
  const deciding =
    kept?.time === record.time ? null : journal.decide(at, record);
  const intending = journal.intend(at, {
    callId: call.id,
    runId,
    tool: call.name,
    notebook: notebook.path,
    hash: record.hash,
    args,
    time: Date.now()
  });
  const [before] = await Promise.all([intending, deciding]);
  run.calls.begun.set(
    call.id,
    new EffectLog({
      journal,
      at,
      trans,
      record: before,
      provenance: provenanceOf(
        run.recipient,
        settings().provenance,
        trans,
        record
      ),
      stale,
      isRevoked
    })
  );
}
