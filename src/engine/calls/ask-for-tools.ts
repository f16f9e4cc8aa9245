import {
  type IDecisionRecord,
  type InterruptAnswer,
  type InterruptRequest,
  type ITool,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { parseArguments } from '../tool-set/parse-arguments';
import { bindingMark } from './binding';
import type { ICallAnswer, IToolCall } from './call-context';
import { askPerson, requestProblem } from '../interrupts/ask-person';
import type { IRunContext } from '../run/run-context';

/**
 * Pauses for a call whose tool asks the person.
 *
 * @param configurable of the node that may interrupt.
 * @returns the answer as a decision of the kind `respond`; undefined for every
 * other call.
 */
export function askForTool(
  run: IRunContext,
  call: IToolCall,
  configurable: unknown
): IDecisionRecord | undefined {
  const request = questionOf(run, call);
  return (
    request && {
      callId: call.id,
      decision: {
        type: 'respond',
        message: JSON.stringify(askPerson(configurable, request))
      },
      hash: bindingMark(JSON.stringify(request)),
      by: 'person',
      time: Date.now()
    }
  );
}

/**
 * The result of such a call, made from the person's answer; null for every
 * other call.
 */
export function answerOfPerson(
  tools: ReadonlyMap<string, ITool>,
  trans: ITranslator,
  call: IToolCall,
  record: IDecisionRecord | undefined
): ICallAnswer | null {
  const tool = tools.get(call.name);
  if (!tool?.interrupt || record?.decision.type !== 'respond') {
    return null;
  }
  const answer = JSON.parse(record.decision.message) as InterruptAnswer;
  return {
    state: 'done',
    text:
      'cancelled' in answer
        ? 'The person did not answer.'
        : `The person answered: ${JSON.stringify('values' in answer ? answer.values : answer)}`,
    summary: summaryOf(answer, trans)
  };
}

/** The question of a call; undefined if it has none, or if the gate refuses it. */
function questionOf(
  run: IRunContext,
  call: IToolCall
): InterruptRequest | undefined {
  const tool: ITool | undefined = run.options.tools.get(call.name);
  if (!tool?.interrupt) {
    return undefined;
  }
  const { args } = parseArguments(tool, call.args, run.names);
  if (!args) {
    return undefined;
  }
  try {
    const request: InterruptRequest = {
      ...tool.interrupt(args, run.toolContext(call.id)),
      // Its call is asked about only once, however often the step pauses.
      interrupt_id: call.id,
      node_ref: tool.name,
      step_id: call.id
    };
    const problem = requestProblem(request);
    if (problem) {
      throw new TypeError(problem);
    }
    return request;
  } catch (error) {
    // This is a defect of an extension; the tool's own `run` reports it.
    console.error(`Cellwright: ${tool.name} could not ask the person`, error);
    return undefined;
  }
}

function summaryOf(answer: InterruptAnswer, trans: ITranslator): string {
  if ('cancelled' in answer) {
    return trans.__('You did not answer');
  }
  if ('confirmed' in answer) {
    return answer.confirmed ? trans.__('You agreed') : trans.__('You declined');
  }
  if ('chosen' in answer) {
    const words = [...answer.chosen, ...(answer.other ? [answer.other] : [])];
    return trans.__('You chose: %1', words.map(spoken).join(', '));
  }
  return trans.__('You filled in the form');
}
