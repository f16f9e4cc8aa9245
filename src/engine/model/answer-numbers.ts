import {
  AIMessage,
  HumanMessage,
  type BaseMessage
} from '@langchain/core/messages';

import type { AgentEvent, CellOutput, IAnswerNumber } from '../../contract';
import { nextTask } from '../../contract/util/next-task';
import { AnswerCheck, ownValues, type INumberSource } from '../../numbers';
import { isSummary, SUMMARY_PREFIX } from '../middleware/summarise';
import type { IRunContext } from '../run/run-context';
import { FINAL_ANSWER } from '../calls/review-call';
import { WRITE_TODOS } from '../tool-set/tool-set';

/**
 * The most characters of results that are searched, the newest first: some
 * hundred long ones. A number that is in none of them may be in an older one,
 * so it is not marked then.
 */
const MAX_SEARCHED = 1_500_000;

/** How long the page waits for a part of the search, in ms. */
const MAX_WAIT = 12;

/** Tools whose results are nothing but what the model or we said. */
const SAYS_NOTHING = new Set([
  FINAL_ANSWER,
  WRITE_TODOS,
  'find_tools',
  'write_report'
]);

/** Arguments that are code, of tools that run it. */
const CODE = ['code', 'command', 'query', 'sql'];

/**
 * Looks for the numbers of an answer in the outputs of the notebook and in what
 * the conversation has read. What the model said or wrote is no evidence. All
 * of it stays in the page.
 *
 * @param answer Markdown.
 * @param messages the conversation as it is stored.
 * @param instructions what the person and the folder told the model.
 */
export async function answerNumbers(
  run: IRunContext,
  answer: string,
  messages: readonly BaseMessage[],
  instructions: readonly string[]
): Promise<IAnswerNumber[]> {
  const check = new AnswerCheck(answer);
  if (!check.isOpen) {
    return [];
  }
  const { journal, at } = run.options;
  const read = readLog(run, await journal.shown(at));
  let searched = 0;
  let begin = performance.now();
  for (const source of sources()) {
    if (!check.isOpen) {
      break;
    }
    if ((searched += source.text.length) > MAX_SEARCHED) {
      return check.numbers.filter(({ cellId }) => cellId !== null);
    }
    if (performance.now() - begin > MAX_WAIT) {
      await nextTask();
      begin = performance.now();
    }
    check.look(source);
  }
  return check.numbers;

  function* sources(): Generator<INumberSource> {
    yield* outputs(run, answer, read.cells);
    yield* read.results;
    yield* reported(messages, read);
    yield* instructions.map(text => ({ text }));
  }
}

/** What a model is asked whose answer has these numbers. */
export function numbersHint(numbers: readonly IAnswerNumber[]): string | null {
  const missing = numbers
    .filter(({ cellId }) => cellId === null)
    .map(({ text }) => text);
  return missing.length > 0
    ? `These numbers of your answer stand in no text of a result: ${missing.slice(0, 20).join('; ')}. Correct them, compute them with code first, or say how you got them. Then give the whole answer again, without mentioning this.`
    : null;
}

/** What the display log says about numbers. */
interface IReadLog {
  /** Results, the newest first. */
  results: INumberSource[];
  /** Words of the person, and code that ran. */
  known: string[];
  /** Cells of the conversation, the newest first. */
  cells: string[];
  /** When a call was proposed, in the order of the log. */
  timeOf(callId: string): number | undefined;
  /** Whether the model had written a number into a cell or a file by then. */
  isOwn(value: number, time: number): boolean;
}

function readLog(run: IRunContext, events: readonly AgentEvent[]): IReadLog {
  const { tools } = run.options;
  const calls = new Map<string, AgentEvent & { type: 'call-proposed' }>();
  /** Numbers that the model wrote, and since when. */
  const written = new Map<number, number>();
  /** When each call was proposed. */
  const times = new Map<string, number>();
  const results: INumberSource[] = [];
  const known: string[] = [];
  const cells: string[] = [];
  events.forEach((event, time) => {
    switch (event.type) {
      case 'user-message':
        known.push(event.text);
        break;
      case 'interrupt-closed':
        known.push(JSON.stringify(event.answer));
        break;
      case 'call-proposed':
        calls.set(event.callId, event);
        times.set(event.callId, time);
        break;
      case 'call-finished': {
        const call = calls.get(event.callId);
        if (!call || SAYS_NOTHING.has(call.tool)) {
          break;
        }
        const effects = tools.get(call.tool)?.effects ?? ['read'];
        const runs = effects.some(each => RUNS.has(each));
        const args = event.ranArgs ?? call.args;
        const texts = Object.entries(args).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string'
        );
        const isCode = (name: string): boolean =>
          runs && CODE.includes(name) && args.run !== false;
        for (const [name, text] of texts) {
          if (isCode(name) && (call.tool !== 'edit_cell' || args.run)) {
            known.push(text);
          } else if (
            effects.some(each => WRITES.has(each)) &&
            event.ranArgs === undefined
          ) {
            ownValues(text).forEach(value =>
              written.set(value, written.get(value) ?? time)
            );
          }
        }
        if (event.cellId) {
          cells.push(event.cellId);
        }
        results.push({
          text: event.result,
          // What a kernel says is computed, whoever else has said it.
          ...(!effects.some(each => each === 'execute' || each === 'shell') &&
            call.tool !== 'inspect_variables' && {
              isOwn: value => (written.get(value) ?? Infinity) < time
            })
        });
        break;
      }
    }
  });
  for (const { id, values } of writtenCells(run)) {
    for (const value of values) {
      const since = cells.includes(id) ? written.get(value) : undefined;
      written.set(value, since ?? -1);
    }
  }
  return {
    results: results.reverse(),
    known,
    cells: cells.reverse(),
    timeOf: callId => times.get(callId),
    isOwn: (value, time) => (written.get(value) ?? Infinity) < time
  };
}

const RUNS: ReadonlySet<string> = new Set(['execute', 'shell', 'remote']);
const WRITES: ReadonlySet<string> = new Set(['edit', 'write', 'remote']);

/** Numbers in Markdown cells that an agent made, in this conversation or before. */
function writtenCells({
  options: { notebook }
}: IRunContext): { id: string; values: number[] }[] {
  const cells = notebook.isOpen ? notebook.cells() : [];
  return cells
    .filter(({ id, type }) => type === 'markdown' && notebook.markOf(id))
    .map(({ id, source }) => ({ id, values: ownValues(source) }));
}

/**
 * The outputs of the notebook: of cells that the answer refers to, then of
 * those the conversation was about, then of the others.
 */
function* outputs(
  { options, names }: IRunContext,
  answer: string,
  recent: readonly string[]
): Generator<INumberSource> {
  const { notebook } = options;
  if (!notebook.isOpen) {
    return;
  }
  const code = notebook.cells().filter(({ type }) => type === 'code');
  const ids = new Set(code.map(({ id }) => id));
  const cited = [...answer.matchAll(/#cell=([\w-]{1,64})/g)].map(([, name]) =>
    names.whole(name)
  );
  for (const cellId of new Set([...cited, ...recent, ...ids])) {
    const text = ids.has(cellId)
      ? notebook.outputs(cellId).map(outputText).join('\n')
      : '';
    if (text !== '') {
      yield { text, cellId };
    }
  }
  for (const { source, executionCount } of code) {
    if (executionCount !== null) {
      yield { text: source };
    }
  }
}

function outputText(output: CellOutput): string {
  if (output.type === 'stream') {
    return output.text.replace(COLOUR, '');
  }
  if (output.type === 'error') {
    return `${output.name}: ${output.message}`.replace(COLOUR, '');
  }
  const { data } = output;
  const texts = ['text/plain', 'text/markdown', 'text/latex']
    .map(type => data[type])
    .filter(text => typeof text === 'string');
  const html = data['text/html'];
  return texts.length === 0 && typeof html === 'string'
    ? html.replace(/<[^<>]{0,2000}>/g, ' ')
    : texts.join('\n');
}

// A terminal's colours have numbers.
// eslint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[\d;]*m/g;

/** What was told to the model in words, without summaries, which are its own. */
function* reported(
  messages: readonly BaseMessage[],
  { known, timeOf, isOwn }: IReadLog
): Generator<INumberSource> {
  for (const text of known) {
    yield { text };
  }
  // Of the first call after a message: what it wrote is not in the message.
  let time = Infinity;
  for (const message of messages.toReversed()) {
    if (AIMessage.isInstance(message)) {
      for (const { id = '' } of message.tool_calls ?? []) {
        time = Math.min(time, timeOf(id) ?? time);
      }
    } else if (HumanMessage.isInstance(message) && !isSummary(message)) {
      const before = time;
      yield {
        text: message.text.split(SUMMARY_PREFIX)[0],
        isOwn: value => isOwn(value, before)
      };
    }
  }
}
