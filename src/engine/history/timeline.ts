import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { CheckpointTuple } from '@langchain/langgraph/web';
import {
  type AgentEvent,
  type IBranch,
  type ICheckpointInfo,
  type ITranslator,
  cellMark,
  reportStepText
} from '../../contract';
import { nextTask } from '../../contract/util/next-task';
import type { ICheckpointOutline, IndexedDBSaver } from '../../storage';
import { textOf } from '../model/message-parts';
import { FINAL_ANSWER } from '../calls/review-call';
import { WRITE_TODOS } from '../tool-set/tool-set';
import { spoken } from '../../contract/text/spoken';
import { firstLine } from '../../contract/text/truncate-text';
import { planEventText } from './decision-text';

/**
 * What the timeline needs of a checkpoint; its values are not kept in memory.
 */
export interface ICheckpointSummary {
  id: string;
  parentId: string | null;
  time: number;
  /** Number of messages in the conversation. */
  messages: number;
  /** Id of the last message; empty if there is none. */
  lastId: string;
  last: Last;
  /** Whether the graph has something to do next: a node, or calls. */
  goesOn: boolean;
}

type Last =
  | { kind: 'person'; text: string; messageId: string }
  | { kind: 'model'; text: string; calls: ICall[] }
  | { kind: 'results'; calls: ICall[] }
  /** A final answer; the run ends after it. */
  | { kind: 'answer'; text: string }
  | { kind: 'none' };

interface ICall {
  id: string;
  tool: string;
}

/** After this many checkpoints the page may do something else. */
const PIECE = 50;

/**
 * The checkpoints of one branch, oldest first. Only those newer than the ones
 * already known are read.
 */
export async function momentsOf(
  saver: IndexedDBSaver,
  at: IBranch,
  before: readonly ICheckpointSummary[] = []
): Promise<ICheckpointSummary[]> {
  const last = before.at(-1)?.id;
  const newer: ICheckpointSummary[] = [];
  for await (const outline of saver.outlines(at, last)) {
    // Newest first, so all that follow are known.
    if (outline.id === last) {
      return [...before, ...newer.reverse()];
    }
    newer.push(momentOf(outline));
    if (newer.length % PIECE === 0) {
      await nextTask();
    }
  }
  // The known ones no longer exist, so everything is read again.
  return last === undefined ? newer.reverse() : momentsOf(saver, at);
}

/**
 * The moments that mean something to a person: their message, an answer of the
 * model, the results of a step. Of several checkpoints with the same
 * conversation, the first one counts: the work that follows it is still to be
 * done. Steps of plans and reports stand between them: their checkpoints are
 * their own.
 */
export function timelineOf(
  moments: readonly (ICheckpointSummary & { branch: string })[],
  events: readonly AgentEvent[],
  trans: ITranslator
): ICheckpointInfo[] {
  const words = wordsOf(events);
  const infos: ICheckpointInfo[] = [];
  let lastId = '';
  for (const moment of moments) {
    const { id, branch, parentId, time, messages, last, goesOn } = moment;
    if (moment.lastId === lastId || last.kind === 'none' || isPlan(last)) {
      continue;
    }
    lastId = moment.lastId;
    if (last.kind === 'answer') {
      // The moment before, in which the model called `final_answer`, is not
      // listed separately.
      infos.pop();
    }
    infos.push({
      id,
      branch,
      parentId,
      time,
      title: titleOf(last, words, trans),
      messages,
      // After an answer without calls, nothing follows but the end of the run.
      forkable: goesOn && !(last.kind === 'model' && last.calls.length === 0),
      ...(last.kind === 'person' && { messageId: last.messageId })
    });
  }
  return [...infos, ...endedSteps(events, trans)].sort(
    (one, other) => one.time - other.time
  );
}

/** The steps of plans and reports, each as it ended last. */
function endedSteps(
  events: readonly AgentEvent[],
  trans: ITranslator
): ICheckpointInfo[] {
  const titles = new Map<string, string>();
  const ended = new Map<string, ICheckpointInfo>();
  const end = (id: string, title: string, time: number): void => {
    ended.set(id, {
      id,
      branch: '',
      parentId: null,
      time,
      title,
      messages: 0,
      forkable: false,
      isStep: true
    });
  };
  for (const event of events) {
    if (event.type === 'plan-proposed') {
      for (const { id, title } of event.steps) {
        titles.set(`${event.plan} ${id}`, title);
      }
    } else if (event.type === 'plan-step') {
      const id = `${event.plan} ${event.step}`;
      const title = planEventText(event, () => titles.get(id) ?? '', trans);
      // One that is done again has not ended.
      ended.delete(id);
      if (title !== null) {
        end(id, title, event.endedAt ?? event.time);
      }
    } else if (event.type === 'report-progress') {
      for (const { step, status } of event.steps) {
        const id = `${event.report} ${step}`;
        if (status !== 'completed') {
          ended.delete(id);
        } else if (!ended.has(id)) {
          const name = reportStepText(step, trans);
          end(id, trans.__('Step done: “%1”', name), event.time);
        }
      }
    }
  }
  return [...ended.values()];
}

/** Whether the step only updated the todo list. */
function isPlan(last: Last): boolean {
  return (
    (last.kind === 'model' || last.kind === 'results') &&
    last.calls.length > 0 &&
    last.calls.every(({ tool }) => tool === WRITE_TODOS)
  );
}

/**
 * What the log says about calls, by id: what was proposed, and how it ended.
 */
export interface ICallWords {
  proposed: ReadonlyMap<string, string>;
  finished: ReadonlyMap<string, string>;
}

export function wordsOf(events: readonly AgentEvent[]): ICallWords {
  const proposed = new Map<string, string>();
  const finished = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'call-proposed') {
      proposed.set(event.callId, event.text);
    } else if (event.type === 'call-finished') {
      finished.set(event.callId, event.text);
    }
  }
  return { proposed, finished };
}

/** The person's own text, without the context that was sent with it. */
export function saidIn(message: BaseMessage): string {
  return message.text.replace(/\n\n<context>[\s\S]*<\/context>$/, '');
}

export function messagesOf({ checkpoint }: CheckpointTuple): BaseMessage[] {
  const { messages } = checkpoint.channel_values;
  return Array.isArray(messages) ? (messages as BaseMessage[]) : [];
}

function momentOf({
  id,
  parentId,
  ts,
  messages,
  channels
}: ICheckpointOutline): ICheckpointSummary {
  const sent = messages as readonly BaseMessage[];
  return {
    id,
    parentId,
    time: Date.parse(ts),
    messages: sent.length,
    lastId: sent.at(-1)?.id ?? (sent.length > 0 ? id : ''),
    last: lastOf(sent),
    goesOn: channels.some(
      name => name === '__pregel_tasks' || name.startsWith('branch:to:')
    )
  };
}

function lastOf(messages: readonly BaseMessage[]): Last {
  const last = messages.at(-1);
  if (HumanMessage.isInstance(last)) {
    return {
      kind: 'person',
      text: shorten(saidIn(last)),
      messageId: last.id ?? ''
    };
  }
  if (AIMessage.isInstance(last)) {
    return {
      kind: 'model',
      text: shorten(textOf(last)),
      calls: (last.tool_calls ?? []).map(({ id = '', name: tool }) => ({
        id,
        tool
      }))
    };
  }
  if (ToolMessage.isInstance(last)) {
    const step = messages.findLastIndex(each => !ToolMessage.isInstance(each));
    const given = isGivenAnswer(last) ? messages[step] : undefined;
    const answer = AIMessage.isInstance(given)
      ? given.tool_calls?.map(answerOf).find(each => each !== undefined)
      : undefined;
    if (answer !== undefined) {
      return { kind: 'answer', text: shorten(answer) };
    }
    const results = messages.slice(step + 1) as ToolMessage[];
    const calls = (messages[step] as AIMessage | undefined)?.tool_calls ?? [];
    return {
      kind: 'results',
      calls: results.map(({ tool_call_id: id, name = '' }) => ({
        id,
        tool: calls.find(call => call.id === id)?.name ?? name
      }))
    };
  }
  return { kind: 'none' };
}

/**
 * Whether this is the result of a final answer that was given: nothing follows
 * it.
 */
export function isGivenAnswer({ name, status }: ToolMessage): boolean {
  return name === FINAL_ANSWER && status !== 'error';
}

/** The text of a final answer; undefined for any other call. */
export function answerOf({
  name,
  args
}: {
  name: string;
  args: Record<string, unknown>;
}): string | undefined {
  const { answer } = args;
  return name === FINAL_ANSWER && typeof answer === 'string'
    ? answer
    : undefined;
}

function titleOf(
  last: Last,
  { proposed, finished }: ICallWords,
  trans: ITranslator
): string {
  switch (last.kind) {
    case 'person':
      return trans.__('You: “%1”', last.text);
    case 'model':
    case 'results': {
      // An update of the todo list is left out if there are others.
      const [first, ...more] = last.calls
        .filter(({ tool }) => tool !== WRITE_TODOS)
        .map(({ id, tool }) =>
          last.kind === 'model'
            ? proposed.get(id) || spoken(tool)
            : finished.get(id) || proposed.get(id) || trans.__('Results')
        );
      if (first !== undefined) {
        return more.length === 0
          ? first
          : trans._n('%2, and %1 more', '%2, and %1 more', more.length, first);
      }
      return last.kind === 'model' && last.text
        ? trans.__('Answered: “%1”', last.text)
        : trans.__('An empty answer');
    }
    case 'answer':
      return trans.__('Answered: “%1”', last.text);
    case 'none':
      return '';
  }
}

/** Most characters of a text in a title. */
const TITLE = 80;

/** The first line of a text; links to cells become cell marks, none of them cut. */
export function shorten(text: string): string {
  const plain = text
    .slice(0, BEGINNING)
    .replace(/\[[^[\]\n]*\]\(#cell=([^()\s]*)\)/g, (_, id: string) =>
      cellMark(id)
    )
    .replace(/\*\*|`|^#+ /g, '');
  return firstLine(plain, TITLE).replace(/⟦[^⟦⟧]*…$/, '…');
}

/** Characters from which the few that are shown are taken. */
const BEGINNING = 4_000;
