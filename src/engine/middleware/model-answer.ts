import { HumanMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { createMiddleware } from 'langchain';
import type { AIMessage } from 'langchain';

import { ModelFault } from '../../contract';
import { isEmpty, textOf, tidyAnswer } from '../answers';
import { describeCall } from '../describe-call';
import { explainModelError } from '../errors';
import type { Run, Writer } from '../run';
import { todosOf } from '../todos';
import { usageOf } from '../tokens';

/** A model that answers with nothing is asked again this often. */
const EMPTY_RETRIES = 2;

const EMPTY_HINT =
  'Your last answer was empty. Call a tool, or call final_answer with your answer.';

/**
 * Makes the model's answer fit for the thread before the first checkpoint sees
 * it, asks again when it is empty, and tells what it says.
 */
export function modelAnswerMiddleware(run: Run) {
  return createMiddleware({
    name: 'modelAnswer',
    wrapModelCall: async (request, handler) => {
      const writer = request.runtime.writer as Writer;
      run.messageId = uuid();
      run.emit({ type: 'model-started', messageId: run.messageId }, writer);
      for (let attempt = 0; ; attempt++) {
        const answer = (await handler(
          attempt === 0
            ? request
            : {
                ...request,
                messages: [...request.messages, new HumanMessage(EMPTY_HINT)]
              }
        )) as AIMessage;
        if (!isEmpty(answer)) {
          const message = tidyAnswer(answer, run.messageId);
          tell(run, message, writer);
          run.emit(
            { type: 'usage', ...usageOf(request.messages, answer) },
            writer
          );
          return message;
        }
        const fault = new ModelFault('empty-answer', '');
        if (attempt === EMPTY_RETRIES) {
          throw fault;
        }
        run.emit(
          {
            type: 'model-retry',
            messageId: run.messageId,
            attempt: attempt + 1,
            wait: 0,
            error: explainModelError(fault, run.options.trans)
          },
          writer
        );
      }
    }
  });
}

function tell(run: Run, message: AIMessage, writer: Writer): void {
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '') {
    run.emit({ type: 'model-message', messageId, text }, writer);
  }
  for (const { id, name, args } of message.tool_calls ?? []) {
    run.emit(
      {
        type: 'call-proposed',
        callId: id as string,
        messageId,
        tool: name,
        args,
        text: describeCall(run, name, args)
      },
      writer
    );
    const todos = todosOf({ name, args });
    if (todos) {
      run.emit({ type: 'todos', todos }, writer);
    }
  }
}
