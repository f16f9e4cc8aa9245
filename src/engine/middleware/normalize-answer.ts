import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { createMiddleware } from 'langchain';

import { ModelFault } from '../../contract';
import { reasoningOf } from '../../models';
import { callCount, textOf, normalizeAnswer } from '../model/normalize-answer';
import { noteDebug } from '../run-context/note-debug';
import { describeCall } from '../tool-calls/describe-call';
import { explainModelError } from '../errors/errors';
import type { IInstructions } from '../context/instructions';
import { readTexts } from '../context/read-texts';
import { giveUp, checkAnswer } from '../model/check-answer';
import type { ICheckedAnswer } from '../model/check-answer';
import type { Run, Writer } from '../run/run';
import { openTodos, todosOf } from '../model/open-todos';
import { tokenUsage } from '../model/token-usage';

/** A model that answers with nothing to go on is asked again this often. */
const RETRIES = 2;

/**
 * Makes the model's answer fit for the thread before the first checkpoint sees
 * it, and tells what it says. One that is empty, or is a call that cannot be
 * made, is asked for again; when that does not help, the run ends in words.
 */
export function normalizeAnswerMiddleware(
  run: Run,
  { instructions }: { instructions: IInstructions }
) {
  return createMiddleware({
    name: 'modelAnswer',
    wrapModelCall: async (request, handler) => {
      const writer = request.runtime.writer as Writer;
      run.messageId = uuid();
      run.emit({ type: 'model-started', messageId: run.messageId }, writer);
      const open = openTodos(request.messages);
      let hint: string | null = null;
      /** What it said in the place of a call, as far as the person shall have it. */
      let said = '';
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        if (hint !== null) {
          tellRetry(run, attempt, said !== '', writer);
          const body = hint;
          noteDebug(run, () => ({
            kind: 'middleware',
            title: run.options.trans.__('Asked for the answer again'),
            body
          }));
        }
        const answer = (await handler(
          hint === null
            ? request
            : {
                ...request,
                messages: [
                  ...request.messages,
                  ...(said === '' ? [] : [new AIMessage(said)]),
                  new HumanMessage(hint)
                ]
              }
        )) as AIMessage;
        const read = await checkAnswer(run, answer, {
          open,
          read: () => readTexts(run, request.state.messages, instructions.text)
        });
        hint = read.problem;
        said = open.length > 0 ? read.text.trim() : '';
        const message = hint === null ? tidy(run, answer, read) : null;
        if (message) {
          tell(run, message, writer, {
            reasoning: reasoningOf(answer),
            voids: read.calls !== undefined
          });
        }
        const { prices } = run.recipient.choice;
        run.emit(
          { type: 'usage', ...tokenUsage(request.messages, answer, prices) },
          writer
        );
        if (message) {
          return message;
        }
      }
      const message = giveUp(run, said, open);
      tell(run, message, writer, { reasoning: '', voids: true });
      return message;
    }
  });
}

function tidy(
  run: Run,
  answer: AIMessage,
  { calls, text }: Pick<ICheckedAnswer, 'calls' | 'text'>
): AIMessage {
  const { provider, choice } = run.recipient;
  const { trans, settings } = run.options;
  const most = Math.min(
    settings().limits.callsPerStep ?? Infinity,
    provider.abilities(choice).parallelCalls ? Infinity : 1
  );
  const message = normalizeAnswer(answer, {
    messageId: run.messageId,
    text,
    calls,
    callsPerStep: most,
    keep: provider.keep?.bind(provider)
  });
  const written = calls?.length ?? callCount(answer);
  const kept = message.tool_calls?.length ?? 0;
  if (calls) {
    noteDebug(run, () => ({
      kind: 'middleware',
      title: trans.__('A call in the text became a call'),
      body: { calls }
    }));
  }
  if (kept < written) {
    noteDebug(run, () => ({
      kind: 'middleware',
      title: trans.__('Kept %1 of %2 calls', kept, written),
      body: { written, kept: message.tool_calls }
    }));
  }
  return message;
}

function tellRetry(
  run: Run,
  attempt: number,
  isOpen: boolean,
  writer: Writer
): void {
  const { trans } = run.options;
  run.emit(
    {
      type: 'model-retry',
      messageId: run.messageId,
      attempt,
      wait: 0,
      error: isOpen
        ? {
            code: 'left-open',
            title: trans.__('The model stopped before its list was done.'),
            text: trans.__('It is asked to go on.'),
            retryable: false
          }
        : explainModelError(new ModelFault('empty-answer', ''), trans)
    },
    writer
  );
}

/** @param options `voids`: what streamed as text is none of the answer's. */
function tell(
  run: Run,
  message: AIMessage,
  writer: Writer,
  { reasoning, voids }: { reasoning: string; voids: boolean }
): void {
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '' || reasoning.trim() !== '' || voids) {
    run.emit(
      {
        type: 'model-message',
        messageId,
        text,
        ...(reasoning.trim() !== '' && { reasoning })
      },
      writer
    );
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
