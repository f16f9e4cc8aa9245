import type { AIMessage } from '@langchain/core/messages';
import type { ToolCallHandler, ToolCallRequest } from 'langchain';

import type { IDecisionRecord, IToolResult } from '../contract';
import { faultsOf } from './answers';
import { parseArguments } from './arguments';
import { FINAL_ANSWER, judge } from './judge';
import type { ICall, Verdict } from './judge';
import type { Run, Writer } from './run';
import { runTool } from './run-tool';

/** How a call was answered. */
export interface IAnswer {
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** What the model reads. */
  text: string;
  /** The same without what marks it as data, for the person. */
  shown?: string;
  /** One line for the person. */
  summary: string;
  /** An effect that did not come off: what follows in the step is not run. */
  broken?: boolean;
  result?: IToolResult;
  ranArgs?: Record<string, unknown>;
  ms?: number;
}

/** What LangChain hands the gate, with the decisions of the step. */
export type GateRequest = ToolCallRequest & {
  state: { decisions?: Record<string, IDecisionRecord> };
};

type Go = Extract<Verdict, { kind: 'go' }>;

/**
 * Answers one call: refuses it, says what the person said, or runs it as it was
 * decided.
 *
 * @param step the AI message that the call stands in.
 * @param brokenBefore whether an effect before it in the step failed.
 */
export async function answerCall(
  run: Run,
  call: ICall,
  step: AIMessage,
  brokenBefore: boolean,
  request: GateRequest,
  handler: ToolCallHandler,
  writer: Writer
): Promise<IAnswer> {
  const { trans } = run.options;
  const record = request.state.decisions?.[call.id];
  const early = brokenCall(run, call, step) ?? personsAnswer(run, record);
  if (early) {
    return early;
  }
  const verdict = await judge(run, call, record?.by === 'person');
  if (verdict.kind === 'refuse') {
    return refusal(
      verdict.text,
      trans.__('Sent back: %1', firstSentence(verdict.text))
    );
  }
  const hasEffect = verdict.effect !== 'read';
  if (hasEffect && brokenBefore) {
    return {
      state: 'stopped',
      text: 'Not run: the call before it failed.',
      summary: trans.__('Not run: the call before it failed')
    };
  }
  if (!record) {
    return refusal(
      'Not run: there is no decision for this call. Propose it again.',
      trans.__('Not run: nobody decided on it')
    );
  }
  const voided = voidDecision(run, record, verdict);
  if (voided) {
    return voided;
  }
  const { args, ranArgs, problem } = decidedArguments(record, verdict);
  if (problem !== null) {
    return refusal(problem, trans.__('Not run: your edit does not fit'));
  }
  if (hasEffect && !(await begin(run, call, record))) {
    return refusal(
      'It is not known whether this call ran: it was begun before and cut short. It was not run again. Look at the notebook first.',
      trans.__('Not run again: it may have run before')
    );
  }
  run.emit({ type: 'call-started', callId: call.id }, writer);
  const apply = (): Promise<IAnswer> =>
    run.signal.aborted
      ? Promise.resolve(stoppedBefore(run))
      : runTool(run, call, verdict.tool, args, ranArgs, request, handler);
  return hasEffect ? run.options.lane.run(apply) : apply();
}

/** A call that cannot be answered by running it, whatever was decided. */
function brokenCall(run: Run, call: ICall, step: AIMessage): IAnswer | null {
  const { trans } = run.options;
  const fault = faultsOf(step)[call.id];
  if (fault) {
    return refusal(fault, trans.__('The call could not be read'));
  }
  if (call.name === FINAL_ANSWER && (step.tool_calls?.length ?? 0) > 1) {
    return refusal(
      'final_answer ends the run. Call it alone, once the other calls are answered.',
      trans.__('Answered too early')
    );
  }
  return run.signal.aborted ? stoppedBefore(run) : null;
}

/** The person's own words, where they are the answer. */
function personsAnswer(
  run: Run,
  record: IDecisionRecord | undefined
): IAnswer | null {
  const { trans } = run.options;
  switch (record?.decision.type) {
    case 'reject':
      return rejection(run, record.decision.message);
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

/** What to say where a decision no longer stands; null where it does. */
function voidDecision(
  run: Run,
  record: IDecisionRecord,
  verdict: Go
): IAnswer | null {
  const { trans } = run.options;
  if (record.by !== 'person' && verdict.answer.ask) {
    return refusal(
      'Not run: the person wants to look at each call again. Propose it again.',
      trans.__('Not run: you want to look at it first')
    );
  }
  if (record.hash !== verdict.hash) {
    return refusal(
      'Not run: this has changed since it was approved. Read it again, then propose the change again.',
      trans.__('Not run: it changed after you approved it')
    );
  }
  return null;
}

/** The arguments that were decided on: as they were shown, or as they were edited. */
function decidedArguments(
  { decision }: IDecisionRecord,
  { tool, args }: Go
): {
  args: Record<string, unknown>;
  ranArgs?: Record<string, unknown>;
  problem: string | null;
} {
  if (decision.type !== 'edit') {
    return { args, problem: null };
  }
  const edited = parseArguments(tool, decision.editedAction.args);
  return edited.problem === null
    ? { args: edited.args, ranArgs: edited.args, problem: null }
    : { args, problem: edited.problem };
}

/** Durable before the effect: that it was decided, by whom, and that it begins. */
async function begin(
  run: Run,
  call: ICall,
  record: IDecisionRecord
): Promise<boolean> {
  const { journal, threadId } = run.options;
  await journal.decide(threadId, record);
  return journal.begin(threadId, call.id);
}

function rejection(run: Run, message: string | undefined): IAnswer {
  const { trans } = run.options;
  const reason = message?.trim();
  return reason
    ? {
        state: 'rejected',
        text: `The person rejected this call and gave this reason: ${reason}`,
        summary: trans.__('You rejected it: “%1”', reason)
      }
    : {
        state: 'rejected',
        text: 'The person rejected this call and gave no reason.',
        summary: trans.__('You rejected it')
      };
}

function refusal(text: string, summary: string): IAnswer {
  return { state: 'failed', text, summary };
}

function stoppedBefore(run: Run): IAnswer {
  return {
    state: 'stopped',
    text: 'Not run: the person stopped the work.',
    summary: run.options.trans.__('Stopped before it ran')
  };
}

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}
