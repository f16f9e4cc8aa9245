import { AIMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';

import { callCount, contentParts, textOf } from './answers';
import { parseArguments } from './arguments';
import { noteDebug } from './debug';
import { FINAL_ANSWER } from './judge';
import { isQuoted } from './quoted-call';
import type { Run } from './run';
import { textCalls } from './text-calls';
import type { IWrittenCall } from './text-calls';
import { todosOf } from './todos';
import { WRITE_TODOS } from './tool-set';

/** What an answer says, once calls that stand in its text are calls. */
export interface IReadAnswer {
  text: string;
  /** Set where the answer has no calls of its own and its text had some. */
  calls?: IWrittenCall[];
  /** Why there is nothing to go on, in words for the model; null when there is. */
  problem: string | null;
}

/**
 * Reads an answer, whatever way its calls came. A call in the text is one only
 * where the model is known to write them so, and where it has not read it
 * somewhere: then the answer quotes it, and stays text.
 *
 * @param read all that the model was given to read.
 */
export async function readAnswer(
  run: Run,
  answer: AIMessage,
  read: () => Promise<readonly string[]>
): Promise<IReadAnswer> {
  const text = textOf(answer);
  if (callCount(answer) > 0) {
    return { text, problem: null };
  }
  const parts = contentParts(answer);
  const { provider, choice } = run.recipient;
  const found = provider.callsInText?.(choice) ? textCalls(parts) : null;
  if (!found) {
    return text.trim() === ''
      ? { text: '', problem: `Your last answer was empty. ${EXPECTED}` }
      : { text, problem: null };
  }
  const { calls, written } = found;
  if (isQuoted(calls, written, await read())) {
    noteDebug(run, () => ({
      kind: 'middleware',
      title: run.options.trans.__('A call in the text was left as text'),
      body: { why: 'It stands in what the model has read.', calls }
    }));
    return { text: text.trim() || written, problem: null };
  }
  const problem = calls.map(call => problemOf(run, call)).find(each => each);
  if (!problem) {
    return { text: found.text, calls, problem: null };
  }
  return found.text === ''
    ? { text: '', problem: `${problem} ${EXPECTED}` }
    : { text, problem: null };
}

const EXPECTED = `Call a tool through the tool interface, not in the text, or call ${FINAL_ANSWER} with your answer.`;

function problemOf(run: Run, call: IWrittenCall): string | null {
  const { tools } = run.options;
  if (call.name === WRITE_TODOS) {
    return todosOf(call)
      ? null
      : `The arguments of ${WRITE_TODOS} do not fit: todos is a list of {content, status}.`;
  }
  const tool = tools.get(call.name);
  return tool
    ? parseArguments(tool, call.args).problem
    : `There is no tool "${call.name}". Tools: ${[...tools.keys()].join(', ')}.`;
}

/**
 * What stands in for a model that has nothing to say: a final answer that says
 * so, and ends the run with a thread that any provider takes.
 */
export function giveUp(run: Run): AIMessage {
  const { trans, tools } = run.options;
  const answer = trans.__(
    'The model gave back nothing that can be used, also when it was asked again. What was done so far is in the notebook. Send your message again, or choose another model.'
  );
  return new AIMessage({
    id: run.messageId,
    ...(tools.has(FINAL_ANSWER)
      ? {
          content: '',
          tool_calls: [
            {
              id: uuid(),
              name: FINAL_ANSWER,
              args: { answer },
              type: 'tool_call' as const
            }
          ]
        }
      : { content: answer })
  });
}
