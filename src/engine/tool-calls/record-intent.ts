import type { IDecisionRecord, ITool } from '../../contract';
import { isDeclared } from '../tool-set/declared-tool';
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
  const edited = parseArguments(
    tool,
    isDeclared(tool)
      ? decision.editedAction.args
      : ownWords(decision.editedAction.args, shown)
  );
  return edited.problem === null ? { ...edited, ranArgs: edited.args } : edited;
}

/** What the model said of its call is not said of the person's. */
function ownWords(
  args: Record<string, unknown>,
  shown: Record<string, unknown>
): Record<string, unknown> {
  const { description, ...others } = args;
  return description === shown.description ? others : args;
}

/**
 * Records that the call was decided, by whom, and that it begins. From then on,
 * the effects of an earlier attempt are known, so its turn must have come.
 *
 * Both are durable before the first effect: whoever notes it waits for them, and
 * all three share a write. A workflow begins other calls first, so it waits
 * here.
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
  const { journal, at, runId, notebook, settings, tools, trans } = run.options;
  const before = await journal.call(at, call.id);
  const isWork = tools.get(call.name)?.workflow !== undefined;
  // An effect on record may be done once more without a further record.
  const canWait = !isWork && !before?.effects.length;
  // Started without waiting, so that both become one write, in this order. A
  // decision may still be on its way to the disk: if it does not get there, this
  // one counts, else it is ignored.
  const deciding =
    canWait || before?.decision?.time !== record.time
      ? journal
          .decide(at, record, canWait)
          .catch(async (error: unknown): Promise<boolean> => {
            if (await journal.decision(at, call.id)) {
              return false;
            }
            throw error;
          })
      : null;
  const intending = journal.intend(
    at,
    {
      callId: call.id,
      runId,
      tool: call.name,
      notebook: notebook.path,
      hash: record.hash,
      args,
      time: Date.now()
    },
    canWait
  );
  const intended = Promise.all([deciding, intending]);
  if (canWait) {
    // Reported by the record of the first effect, which fails with it.
    intended.catch(() => undefined);
  } else {
    await intended;
  }
  run.calls.begun.set(
    call.id,
    new EffectLog({
      journal,
      at,
      trans,
      record: before ?? { callId: call.id, attempt: 0, effects: [] },
      intended,
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
