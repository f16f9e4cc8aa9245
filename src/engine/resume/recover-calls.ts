import {
  cellMark,
  hashText,
  type ICallRecord,
  type IEffectRecord,
  type IReviewCard,
  isForServerTool,
  isMcpTool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { bindingMark } from '../tool-calls/binding';
import type { EffectOf } from '../effects/effect-log';
import { hasRestarted } from '../effects/journaled-notebook';
import { cellChanges } from '../undo/cell-changes';
import type { ICallContext } from '../tool-calls/call-context';
import { finishSkippedCall } from '../tool-calls/resolve-unknown-call';
import { isBoundTo } from '../../contract/policy/notebook-binding';
import type { IRunOptions } from '../run-context/run-options';

/**
 * Looks at what a run had begun when its page was closed. The outcome of code
 * that was sent is looked up and stored on the run, to be used when the call
 * continues. Nothing is done here, and nothing is sent again.
 *
 * @returns a card for each call that may or may not have run; until it is
 * answered, by `resolveUnknownCall`, the run must not continue.
 */
export async function recoverCalls(run: ICallContext): Promise<IReviewCard[]> {
  const { journal, at, runId } = run.options;
  const cards: IReviewCard[] = [];
  const calls = await journal.calls(at, runId);
  await tellMissing(run, calls);
  for (const call of calls) {
    if (call.outcome) {
      continue;
    }
    if (call.choice === 'skip') {
      // The page was closed between the person's answer and its outcome.
      await finishSkippedCall(run.options, call.callId);
      continue;
    }
    const last = call.effects.slice(call.carried ?? 0).at(-1);
    if (call.choice || !last || (await isClear(run, call, last))) {
      continue;
    }
    if (mayRepeat(run.options, call)) {
      await journal.choose(at, call.callId, 'run');
      continue;
    }
    cards.push(unclearCard(run, call, last));
  }
  return cards;
}

/**
 * Reports, once, cells that answered calls made and that are missing now. Cells
 * that were saved, or were not meant to be saved, are not put back, unlike
 * those that `restoreUnsavedCells` finds: a person may have deleted them.
 */
async function tellMissing(
  run: ICallContext,
  calls: readonly ICallRecord[]
): Promise<void> {
  const { journal, at, notebook, trans, tell } = run.options;
  const changes = cellChanges(calls.filter(({ outcome }) => outcome));
  const missing = [...changes.values()].filter(
    ({ id, created, deleted }) =>
      created && !deleted && notebook.isOpen && !notebook.cell(id)
  );
  if (missing.length === 0) {
    return;
  }
  const shown = await journal.shown(at);
  for (const { id } of missing) {
    const text = trans.__(
      'Cell %1 was added before the page was closed and is no longer in %2: it was not saved, or it has been deleted. It was not added again; ask for it if you need it.',
      cellMark(id),
      spoken(notebook.name)
    );
    if (!shown.some(event => event.type === 'notice' && event.text === text)) {
      tell({ type: 'notice', code: 'other', text });
    }
  }
}

/**
 * Whether it is known how far a call got, or will be known once it is
 * continued.
 */
async function isClear(
  run: ICallContext,
  { callId }: ICallRecord,
  last: IEffectRecord
): Promise<boolean> {
  if (last.kind === 'shell') {
    // Its server had only asked something; that is asked again, and nothing is
    // in progress.
    return last.asked !== undefined;
  }
  const { notebook, trans } = run.options;
  if (last.kind === 'restart') {
    return hasRestarted(last, notebook.kernel);
  }
  if (last.kind !== 'run') {
    return true;
  }
  const { cellId, hash, msgId, kernelId, process } = last;
  const progress = (text: string): void =>
    run.emit({ type: 'call-progress', callId, text });
  progress(trans.__('Checking what happened to it'));
  const found = await notebook.recall(
    cellId,
    { msgId, kernelId, process, hash, callId },
    {
      signal: run.signal,
      onState: state =>
        progress(
          state === 'running'
            ? trans.__('Still running; its output is shown from here on')
            : trans.__(
                'Waiting for the kernel to say whether it is still running'
              )
        )
    }
  );
  if (found) {
    run.calls.recalled.set(callId, found);
  }
  return found !== null;
}

function unclearCard(
  run: ICallContext,
  { callId, attempt, intent, decision }: ICallRecord,
  last: IEffectRecord
): IReviewCard {
  const { notebook, tools, trans } = run.options;
  const tool = intent?.tool ?? '';
  const args =
    intent?.args ??
    (decision?.decision.type === 'edit'
      ? decision.decision.editedAction.args
      : {});
  const cellId = last.kind === 'run' ? last.cellId : null;
  const isRestart = last.kind === 'restart';
  const text =
    last.kind === 'run'
      ? codeOf(run, last, args)
      : isRestart
        ? ''
        : String(
            // The standard input of a command may decide what it does, so it is
            // shown too.
            (args.stdin ? null : args.command) ?? JSON.stringify(args, null, 2)
          );
  return {
    callId,
    tool,
    args,
    effect:
      last.kind === 'run' || isRestart
        ? 'execute'
        : (tools.get(tool)?.effects.at(-1) ?? 'shell'),
    allowedDecisions: ['respond'],
    title: trans.__('May have run already'),
    sentence: isRestart
      ? trans.__(
          'The kernel may have been restarted already. It was not restarted again.'
        )
      : cellId === null
        ? trans.__('This may have run already. It was not run again.')
        : trans.__(
            'Cell %1 may have run already. It was not run again.',
            cellMark(cellId)
          ),
    place: trans.__('in %1', spoken(notebook.name)),
    body: {
      kind: 'unclear',
      mimeType: last.kind === 'run' ? notebook.kernel.mimeType : 'text/x-sh',
      text,
      why: whyUnclear(run, last)
    },
    hash: bindingMark(JSON.stringify([text, attempt]))
  };
}

/** The code that was sent, if it is still available. */
function codeOf(
  run: ICallContext,
  { cellId, hash }: EffectOf<'run'>,
  args: Record<string, unknown>
): string {
  const { notebook } = run.options;
  const source =
    cellId !== null && notebook.isOpen
      ? notebook.cell(cellId)?.source
      : undefined;
  return source !== undefined && hashText(source) === hash
    ? source
    : String(args.code ?? source ?? '');
}

function whyUnclear(run: ICallContext, last: IEffectRecord): string {
  const { notebook, memory, trans } = run.options;
  if (last.kind === 'restart') {
    return trans.__(
      'The page was closed while the kernel was being restarted. Restarting it again loses the variables it has now.'
    );
  }
  if (last.kind !== 'run') {
    return trans.__(
      'The page was closed while this was running, and there is no way to tell whether it finished.'
    );
  }
  const { status, epoch, id } = notebook.kernel;
  const isAnother = id !== undefined && id !== last.kernelId;
  if (status === 'none' || status === 'dead' || isAnother) {
    return trans.__(
      'The page was closed while this ran, and the kernel it ran on is gone.'
    );
  }
  return memory.epoch !== '' && memory.epoch !== epoch
    ? trans.__(
        'The page was closed while this ran, and the kernel has been restarted since.'
      )
    : trans.__(
        'The page was closed while this ran, and the kernel does not say what happened to it.'
      );
}

/**
 * Whether a call that may or may not have run may be sent again without asking:
 * its server says that repeating it changes nothing, and the person has allowed
 * that for the tool in its present form. Only once: if it is unclear again, the
 * person is asked.
 */
function mayRepeat(
  {
    tools,
    settings,
    notebook
  }: Pick<IRunOptions, 'tools' | 'settings' | 'notebook'>,
  { intent, attempt }: ICallRecord
): boolean {
  const tool = tools.get(intent?.tool ?? '');
  return (
    attempt === 0 &&
    tool !== undefined &&
    isMcpTool(tool) &&
    tool.mcp.hints.idempotent === true &&
    (settings().policy.serverTools ?? []).some(
      rule =>
        rule.repeat === true &&
        isForServerTool(rule, tool.mcp) &&
        (rule.notebook === null || isBoundTo(rule.notebook, notebook.identity))
    )
  );
}
