import {
  cellMark,
  hashText,
  isForServerTool,
  isMcpTool,
  type ICallRecord,
  type IEffectRecord,
  type IReviewCard,
  type UnclearChoice
} from '../../contract';
import { isBoundTo } from '../../contract/policy/notebook-binding';
import { spoken } from '../../contract/text/spoken';
import type { EffectOf } from '../effects/effect-log';
import type { IRunContext, IRunOptions } from '../run/run-context';
import { bindingMark } from './binding';

/** The answers to a card about a call that may have run. */
export function isUnknownCallChoice(message: string): message is UnclearChoice {
  return message === 'run' || message === 'done' || message === 'skip';
}

/** The card of a call that may have run. */
export function unclearCard(
  run: IRunContext,
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
  run: IRunContext,
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

function whyUnclear(run: IRunContext, last: IEffectRecord): string {
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
export function mayRepeat(
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
