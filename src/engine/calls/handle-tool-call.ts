import {
  type ICallRecord,
  type IDecisionRecord,
  type IOutcomeRecord,
  type ITool,
  type ITranslator,
  isAutomaticRejection
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import {
  FINAL_ANSWER,
  decideInTurn,
  reviewCall,
  reviewRequest,
  type IDecidedCall,
  type Verdict
} from './review-call';
import { executeToolCall } from './execute-tool-call';
import { answerOfPerson } from './ask-for-tools';
import { mayRepeat, unclearCard } from './may-have-run';
import type {
  ICallAnswer,
  ICallContext,
  IGateCall,
  IToolCall
} from './call-context';
import { isDeclared } from '../tool-set/tool-set';
import {
  parseArguments,
  type ParsedArguments
} from '../tool-set/parse-arguments';
import { EffectLog, MayHaveRun } from '../effects/effect-log';
import { askApproval } from '../interrupts/ask-person';
import { provenanceOf } from '../effects/provenance';
import type { IRunContext } from '../run/run-context';

type Go = Extract<Verdict, { kind: 'go' }>;

/**
 * Answers one call: refuses it, passes on the person's answer, or runs it as
 * decided.
 */
export async function handleToolCall(
  run: ICallContext,
  gateCall: IGateCall
): Promise<ICallAnswer> {
  const { at, journal, tools, trans } = run.options;
  const { call, brokenBefore, known } = gateCall;
  const tool = tools.get(call.name);
  const isWork = tool?.workflow !== undefined;
  const { decision: record, verdict: reviewed }: IDecidedCall =
    call.fault || run.signal.aborted || known?.intent
      ? { decision: call.fault ? undefined : known?.decision }
      : await decideInTurn(run, gateCall);
  const early =
    brokenCall(run, gateCall, isWork) ??
    answerOfPerson(tools, trans, call, record) ??
    personsAnswer(trans, record);
  if (early) {
    return early;
  }
  const started = (): void =>
    run.emit({ type: 'call-started', callId: call.id });
  if (record && isWork && known?.intent) {
    // A graph does its work, whose effects go through the lane on their own.
    return proceed(run, gateCall, record, known);
  }
  if (record && hasBegun(known)) {
    started();
    return run.options.queue.run(async () =>
      goOnOnce(
        run,
        gateCall,
        record,
        (await journal.call(at, call.id)) ?? known
      )
    );
  }
  const verdict =
    reviewed ?? (await reviewCall(run, call, record?.by === 'person'));
  if (verdict.kind === 'refuse') {
    return refused(trans, verdict.text);
  }
  const hasEffect = verdict.effect !== 'read';
  if (hasEffect && brokenBefore) {
    return {
      state: 'stopped',
      text: 'Not run: the call before it failed.',
      summary: trans.__(
        'Not run, since the step before it failed: %1',
        verdict.proposal?.title ?? call.name
      )
    };
  }
  if (!record) {
    return refusal(
      'Not run: there is no decision for this call. Propose it again.',
      trans.__('Not run: nobody decided on it')
    );
  }
  const voided = voidDecision(trans, record, verdict);
  if (voided) {
    return voided;
  }
  const { args, ranArgs, problem } = decidedArguments(
    run,
    record,
    verdict.tool,
    call.args
  );
  if (problem !== null) {
    return refusal(problem, trans.__('Not run: your edit does not fit'));
  }
  const begin = ({ asksNow }: Go): Promise<boolean> =>
    recordIntent(run, call, {
      record,
      args,
      stale: false,
      ...(record.by !== 'person' && { isRevoked: asksNow })
    });
  if (isWork && !(await begin(verdict))) {
    return handleToolCall(run, gateCall);
  }
  if (verdict.server?.first && record.by !== 'person') {
    // No card has mentioned it.
    run.options.tell({
      type: 'notice',
      code: 'other',
      text: trans.__(
        'The first call to the server “%1” in this conversation goes to %2, by a rule of yours. Only the arguments of its calls are sent there.',
        verdict.server.server,
        verdict.server.host
      )
    });
  }
  started();
  if (!hasEffect || isWork) {
    return executeToolCall(run, gateCall, verdict.tool, args, ranArgs);
  }
  const { queue } = run.options;
  const waits = !queue.isFree;
  const answer = await queue.run(async () => {
    if (run.signal.aborted) {
      return stoppedBefore(trans);
    }
    const stored = await journal.call(at, call.id);
    if (hasBegun(stored)) {
      return goOnOnce(run, gateCall, record, stored);
    }
    let now = verdict;
    if (waits) {
      // The notebook and the rules may have changed meanwhile.
      const again = await reviewCall(run, call, record.by === 'person');
      if (again.kind === 'refuse') {
        return refused(trans, again.text);
      }
      const late = voidDecision(trans, record, again);
      if (late) {
        return late;
      }
      now = again;
    }
    return (await begin(now))
      ? executeToolCall(run, gateCall, now.tool, args, ranArgs)
      : null;
  });
  // The person decided meanwhile, so their decision is carried out.
  return answer ?? handleToolCall(run, gateCall);
}

/**
 * Continues a begun call unless another attempt of this page has answered it:
 * the run may have been repeated while that attempt was under way.
 */
async function goOnOnce(
  run: ICallContext,
  gateCall: IGateCall,
  record: IDecisionRecord,
  stored: ICallRecord
): Promise<ICallAnswer> {
  if (stored.outcome) {
    return earlierAnswer(stored.outcome);
  }
  try {
    return await proceed(run, gateCall, record, stored);
  } catch (error) {
    if (!(error instanceof MayHaveRun)) {
      throw error;
    }
    const { journal, at } = run.options;
    const { callId } = stored;
    if (mayRepeat(run.options, stored)) {
      await journal.choose(at, callId, 'run');
      const again = (await journal.call(at, callId)) as ICallRecord;
      return proceed(run, gateCall, record, again);
    }
    return askApproval(gateCall.request.runtime.configurable, {
      interrupt_id: `recovery:${callId}`,
      ...reviewRequest([unclearCard(run, stored, error.effect)])
    });
  }
}

/**
 * Continues a call that an earlier page had begun: the effects on record are
 * not done again, see `EffectLog`.
 */
async function proceed(
  run: ICallContext,
  gateCall: IGateCall,
  record: IDecisionRecord,
  known: ICallRecord
): Promise<ICallAnswer> {
  const { call } = gateCall;
  const { offer, tools, trans } = run.options;
  // What the tool came from may not be back yet.
  await offer.problem(call.name);
  if (run.signal.aborted) {
    return cutShort(trans);
  }
  const tool = tools.get(call.name);
  if (!tool) {
    return refusal(
      `It is not known whether this call finished: ${call.name} is no longer there. Look at the notebook first.`,
      trans.__('Cut short: %1 is no longer there', spoken(call.name))
    );
  }
  if (known.choice === 'skip') {
    return {
      state: 'stopped',
      text: 'The person skipped this call. It is not known whether it ran before the page was closed. Check before you rely on it.',
      summary: trans.__('You skipped it; it may have run before'),
      broken: true
    };
  }
  if (known.choice === 'done' && known.effects.at(-1)?.kind === 'shell') {
    return {
      state: 'done',
      text: 'It is not known whether this ran: the page was closed meanwhile. The person said to treat it as done. What it printed is lost.',
      summary: trans.__('Treated as done, as you said')
    };
  }
  // Its recorded effects tell what the call itself has changed since. If
  // anything else differs from what was approved, whatever has not run yet must
  // not run.
  const verdict = await reviewCall(run, call, true);
  const stale = verdict.kind !== 'go' || verdict.mark !== record.hash;
  const { args, ranArgs, problem } = decidedArguments(
    run,
    record,
    tool,
    call.args
  );
  if (problem !== null) {
    return refusal(problem, trans.__('Not run: your edit does not fit'));
  }
  const byRule = record.by !== 'person' && known.choice === undefined;
  await recordIntent(run, call, {
    record,
    args,
    stale,
    ...(byRule && {
      isRevoked: verdict.kind === 'go' ? verdict.asksNow : () => true
    })
  });
  return executeToolCall(run, gateCall, tool, args, ranArgs);
}

/** The answer to a call that cannot run, whatever was decided. */
function brokenCall(
  { signal, options: { trans } }: ICallContext,
  { call: { name, fault, isAlone }, known }: IGateCall,
  isWork: boolean
): ICallAnswer | null {
  if (fault) {
    return refusal(
      fault,
      trans.__('What the model asked for could not be read')
    );
  }
  if (name === FINAL_ANSWER && !isAlone) {
    return refusal(
      'final_answer ends the run. Call it alone, once the other calls are answered.',
      trans.__('Answered too early')
    );
  }
  if (isWork && !isAlone) {
    return refusal(
      `${name} takes a step of its own. Call it alone, once the other calls are answered.`,
      trans.__('Not run: it has to be called alone')
    );
  }
  if (!signal.aborted) {
    return null;
  }
  const hasWorked = isWork && known?.intent !== undefined;
  return hasWorked || hasBegun(known) ? cutShort(trans) : stoppedBefore(trans);
}

/** Whether an earlier page did part of a call. */
function hasBegun(known: ICallRecord | undefined): known is ICallRecord {
  return known?.intent !== undefined && known.effects.length > 0;
}

/**
 * The answer if the person rejected the call or answered it in their own words;
 * else null.
 */
function personsAnswer(
  trans: ITranslator,
  record: IDecisionRecord | undefined
): ICallAnswer | null {
  switch (record?.decision.type) {
    case 'reject':
      return rejectionAnswer(trans, record, record.decision.message);
    case 'respond': {
      const words = record.decision.message.trim();
      return {
        state: 'done',
        text: words || 'The person gave an empty answer.',
        summary: words
          ? trans.__('You answered: “%1”', words)
          : trans.__('You gave an empty answer')
      };
    }
    default:
      return null;
  }
}

/** The explanation if a decision is no longer valid; null if it is. */
function voidDecision(
  trans: ITranslator,
  record: IDecisionRecord,
  verdict: Go
): ICallAnswer | null {
  if (record.by !== 'person' && verdict.answer.ask) {
    return refusal(
      'Not run: the person wants to look at each call again. Propose it again.',
      trans.__('Not run: you want to look at it first')
    );
  }
  if (verdict.mark !== record.hash) {
    return refusal(
      'Not run: this has changed since it was approved. Read it again, then propose the change again.',
      trans.__('Not run: it changed after you approved it')
    );
  }
  return null;
}

/** The answer of another attempt of this page, which is the one that counts. */
function earlierAnswer({
  state,
  text,
  shown,
  summary = '',
  broken
}: IOutcomeRecord): ICallAnswer {
  return { state, text, shown, summary, broken };
}

/** The answer to a call that may not run, as the tool or a limit says. */
function refused(trans: ITranslator, text: string): ICallAnswer {
  return refusal(text, trans.__('Refused: %1', firstSentence(text)));
}

function refusal(text: string, summary: string): ICallAnswer {
  return { state: 'failed', text, summary };
}

function stoppedBefore(trans: ITranslator): ICallAnswer {
  return {
    state: 'stopped',
    text: 'Not run: the person stopped the work.',
    summary: trans.__('Stopped before it ran')
  };
}

function cutShort(trans: ITranslator): ICallAnswer {
  return {
    state: 'stopped',
    text: 'The person stopped the work; this call had been cut short earlier. Check before you rely on it.',
    summary: trans.__('Stopped; it had been cut short earlier')
  };
}

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}

/**
 * What the model reads about a rejected call: the person rejected it, or nobody
 * decided in time.
 *
 * @param message the person's reason.
 */
function rejectionAnswer(
  trans: ITranslator,
  record: IDecisionRecord,
  message: string | undefined
): ICallAnswer {
  if (isAutomaticRejection(record)) {
    return rejected(
      'Not run: nobody decided on this call in time. The person may be away. Go on without it where you can.',
      trans.__('Not run: nobody decided in time')
    );
  }
  const reason = message?.trim();
  return reason
    ? rejected(
        `The person rejected this call and gave this reason: ${reason}`,
        trans.__('You rejected it: “%1”', reason)
      )
    : rejected(
        'The person rejected this call and gave no reason.',
        trans.__('You rejected it')
      );
}

function rejected(text: string, summary: string): ICallAnswer {
  return { state: 'rejected', text, summary };
}

/** The arguments that were decided on: as shown, or as edited. */
function decidedArguments(
  { names }: Pick<IRunContext, 'names'>,
  { decision }: IDecisionRecord,
  tool: ITool,
  shown: Record<string, unknown>
): ParsedArguments & { ranArgs?: Record<string, unknown> } {
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
 * Records that the call begins, and on whose decision. From then on, the effects
 * of an earlier attempt are known, so its turn must have come.
 *
 * @returns false if another decision counts, so that it must not begin.
 */
async function recordIntent(
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
): Promise<boolean> {
  const { journal, at, runId, notebook, settings, trans } = run.options;
  const stored = await journal.intend(
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
    record
  );
  if (!stored.intent) {
    return false;
  }
  run.calls.begun.set(
    call.id,
    new EffectLog({
      journal,
      at,
      trans,
      record: stored,
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
  return true;
}
