import { evaluatePolicy, hashText, isWorkspaceError } from '../contract';
import type { IProposal, IReviewCard, ITool, PolicyAnswer } from '../contract';

import { parseArguments } from './arguments';
import type { Run } from './run';

/** A tool call as the model made it. */
export interface ICall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

/** What is to become of a call as things stand now. */
export type Verdict =
  /** Nobody is asked; the model hears why. */
  | { kind: 'refuse'; text: string }
  | {
      kind: 'go';
      tool: ITool;
      args: Record<string, unknown>;
      answer: PolicyAnswer;
      proposal: IProposal | null;
      /** Of the arguments and of what the proposal is made on. */
      hash: string;
    };

/** The one call that ends a run; see `final-answer` in `tools/`. */
export const FINAL_ANSWER = 'final_answer';

/**
 * Looks at a call against the notebook as it is now. Only reads, so it may run
 * again at any time: before a card is shown, when it is decided, and when the
 * decision is applied.
 *
 * @param carded whether a person has a card of it. The card shows the cell as
 * it is, so it no longer matters whether the model has read it like that.
 */
export function judge(run: Run, call: ICall, carded = false): Verdict {
  const { tools, policy } = run.options;
  const tool = tools.get(call.name);
  if (!tool) {
    return {
      kind: 'refuse',
      text: `There is no tool "${call.name}". Tools: ${[...tools.keys()].join(', ')}.`
    };
  }
  const { args, problem: misfit } = parseArguments(tool, call.args);
  if (misfit !== null) {
    return { kind: 'refuse', text: misfit };
  }
  try {
    const context = run.toolContext(call.id);
    if (carded) {
      context.seen = sourcesNow(run);
    }
    const problem = tool.check?.(args, context) ?? null;
    if (problem !== null) {
      return { kind: 'refuse', text: problem };
    }
    const effect = tool.effect(args);
    const answer = evaluatePolicy(
      policy,
      { tool: tool.name, effect, ...tool.policy?.(args, context) },
      run.turnRule
    );
    const proposal = tool.propose?.(args, context) ?? null;
    if (answer.ask && !proposal) {
      throw new Error(
        `The tool ${tool.name} has the effect "${effect}" and no proposal.`
      );
    }
    return {
      kind: 'go',
      tool,
      args,
      answer,
      proposal,
      hash: hashText(JSON.stringify([tool.name, args, proposal?.basis ?? '']))
    };
  } catch (error) {
    if (isWorkspaceError(error)) {
      return { kind: 'refuse', text: error.message };
    }
    throw error;
  }
}

function sourcesNow(run: Run): Record<string, string> {
  return Object.fromEntries(
    run.options.notebook.cells().map(cell => [cell.id, hashText(cell.source)])
  );
}

/** The card of a call that waits for a person. */
export function cardOf(
  call: ICall,
  verdict: Extract<Verdict, { kind: 'go' }>
): IReviewCard {
  const { tool, args, answer, proposal, hash } = verdict;
  if (!answer.ask || !proposal) {
    throw new Error(`The call of ${tool.name} needs no review.`);
  }
  const { title, sentence, place, reason, body, editable } = proposal;
  return {
    callId: call.id,
    tool: tool.name,
    args,
    effect: tool.effect(args),
    allowedDecisions: answer.allowedDecisions,
    title,
    sentence,
    place,
    reason,
    body,
    editable,
    hash
  };
}
