import type { AgentEvent, IReviewCard } from '../../contract';

import {
  newCall,
  type ICallItem,
  type ICallReview,
  type IInterruptItem
} from '../state/thread-items';
import {
  NOTHING_LIVE,
  type ILiveState,
  type ISettledState,
  type IThreadViewState
} from '../state/thread-view-state';
import { foldPlan, withStepCell } from './fold-plan';
import { foldReport } from './fold-report';
import { ThreadDraft } from './thread-draft';

/** The tool that ends a run. */
const FINAL_ANSWER = 'final_answer';

/** Most characters kept of a running command's output. */
const OUTPUT_KEPT = 20_000;

/** The live state between two messages. */
const NO_MESSAGE = {
  messageId: null,
  text: '',
  reasoning: '',
  draft: null
} satisfies Partial<ILiveState>;

/**
 * Folds a batch of events into the state of a thread; a history is one large
 * batch. What none of them touches keeps its identity; a token changes only
 * `live`.
 *
 * @param onFolded called after each event, with the state as it is by then.
 */
export function foldEvents(
  before: IThreadViewState,
  events: readonly AgentEvent[],
  onFolded?: (event: AgentEvent, settled: ISettledState) => void
): IThreadViewState {
  const thread = new ThreadDraft(before);
  for (const event of events) {
    foldEvent(thread, event);
    onFolded?.(event, thread.settled);
  }
  return {
    settled: sameOr(before.settled, thread.settled),
    live: sameOr(before.live, thread.live)
  };
}

function foldEvent(thread: ThreadDraft, event: AgentEvent): void {
  const { settled, live } = thread;
  const { path } = settled;
  switch (event.type) {
    case 'run-started':
      Object.assign(settled, {
        run: {
          runId: event.runId,
          notebook: event.notebook,
          model: event.model
        },
        begun: settled.run ? settled.begun : settled.order.length,
        path: event.notebook.path,
        retry: null,
        retryable: null,
        restartable: null,
        todos: settled.answered ? [] : settled.todos,
        report: settled.report?.result ? null : settled.report,
        answered: false
      } satisfies Partial<ISettledState>);
      return;
    case 'user-message':
      // The message that begins a run replaces what was planned before.
      if (!settled.run) {
        settled.plan = null;
      }
      thread.add({
        kind: 'user',
        id: event.messageId,
        path,
        text: event.text,
        attachments: event.attachments ?? []
      });
      settled.title ||= event.text;
      settled.queued = settled.queued.filter(
        ({ messageId }) => messageId !== event.messageId
      );
      settled.retryable = null;
      return;
    case 'queued': {
      const { messageId, text } = event;
      const others = settled.queued.filter(
        each => each.messageId !== messageId
      );
      const at = settled.queued.findIndex(each => each.messageId === messageId);
      settled.queued =
        text === null
          ? others
          : others.toSpliced(at < 0 ? others.length : at, 0, {
              messageId,
              text
            });
      return;
    }
    case 'model-started':
      settled.retry = null;
      Object.assign(live, NO_MESSAGE, { messageId: event.messageId });
      return;
    case 'reasoning-delta':
    case 'text-delta':
      settled.retry = null;
      foldDelta(thread, event);
      return;
    case 'call-drafted':
      settled.retry = null;
      live.draft = { tool: event.tool, characters: event.characters };
      return;
    case 'model-retry': {
      // The text so far is void, because the call to the model is repeated.
      const { messageId, attempt, wait, error } = event;
      dropUnfinished(thread, messageId);
      dropUnfinished(thread, reasoningId(messageId));
      settled.retry = { attempt, wait, error };
      Object.assign(live, NO_MESSAGE);
      return;
    }
    case 'model-message': {
      const { messageId: id, text, numbers } = event;
      settleReasoning(thread, event);
      settled.retry = null;
      if (text.trim() === '') {
        thread.remove(id);
      } else {
        thread.put({
          kind: 'model',
          id,
          path,
          text,
          ...(numbers && { numbers })
        });
      }
      Object.assign(live, NO_MESSAGE);
      return;
    }
    case 'cells-named': {
      const { names } = event;
      // They are sent again after a reload.
      if (names.some(({ name, id }) => settled.cellNames.get(name) !== id)) {
        settled.cellNames = new Map([
          ...settled.cellNames,
          ...names.map(({ name, id }) => [name, id] as const)
        ]);
      }
      return;
    }
    case 'summary':
      thread.append({
        kind: 'summary',
        text: event.text,
        messages: event.messages
      });
      return;
    case 'usage': {
      const { input, output, estimated, cached = 0, cost } = event;
      const { usage } = settled;
      settled.usage = {
        input,
        output,
        total: usage.total + input + output,
        cached: usage.cached + cached,
        cost: cost === undefined ? usage.cost : (usage.cost ?? 0) + cost,
        estimated: usage.estimated || estimated
      };
      return;
    }
    case 'call-proposed': {
      const { callId: id, tool, args, text } = event;
      thread.add(newCall({ id, path, tool, args, text }));
      live.draft = null;
      return;
    }
    case 'call-started': {
      const call = thread.item(event.callId, 'call');
      if (call) {
        thread.put({ ...call, state: 'running', startedAt: event.time });
      }
      return;
    }
    case 'call-progress': {
      const { callId, text, done, cellId, output } = event;
      const before = live.progress[callId];
      live.progress = {
        ...live.progress,
        [callId]: {
          ...before,
          ...(text !== undefined && { text }),
          ...(done !== undefined && { done }),
          ...(cellId !== undefined && { cellId }),
          ...(output !== undefined && {
            output: appendOutput(before?.output ?? '', output)
          })
        }
      };
      return;
    }
    case 'call-finished':
      finishCall(thread, event);
      return;
    case 'todos':
      settled.todos = event.todos;
      settled.answered = false;
      return;
    case 'review-opened':
      for (const card of event.cards) {
        openCard(thread, event.interruptId, card, event.limit ?? null);
      }
      settled.review = {
        interruptId: event.interruptId,
        callIds: event.cards.map(card => card.callId),
        following: event.following ?? []
      };
      return;
    case 'review-voided': {
      const { interruptId, card } = event;
      openCard(thread, interruptId, card);
      const known =
        settled.review?.interruptId === interruptId ? settled.review : null;
      settled.review = {
        interruptId,
        callIds: union(known?.callIds ?? [], card.callId),
        following: known?.following ?? []
      };
      return;
    }
    case 'review-decided': {
      const { callId, decision, by } = event;
      const call = thread.item(callId, 'call');
      if (call?.review) {
        changeReview(thread, call, { status: 'decided', decision, by });
        noLongerPending(settled, callId);
      }
      return;
    }
    case 'review-limited':
      for (const call of pendingCalls(thread, event.interruptId)) {
        changeReview(thread, call, { limit: event.limit });
      }
      return;
    case 'review-closed':
      for (const call of pendingCalls(thread, event.interruptId)) {
        changeReview(thread, call, { status: 'closed' });
        noLongerPending(settled, call.id);
      }
      if (settled.review?.interruptId === event.interruptId) {
        settled.review = null;
      }
      return;
    case 'interrupt-opened': {
      const { interrupt } = event;
      const id = interrupt.interrupt_id;
      if (interrupt.kind === 'review') {
        nameReport(settled, interrupt.heading);
      }
      thread.put({
        kind: 'interrupt',
        id,
        path,
        interrupt,
        status: 'pending',
        answer: null,
        by: null,
        problem: null
      });
      settled.pending = union(settled.pending, id);
      return;
    }
    case 'interrupt-refused': {
      const item = thread.item(event.interruptId, 'interrupt');
      if (item) {
        thread.put({ ...item, problem: event.problem });
      }
      return;
    }
    case 'interrupt-closed':
      closeInterrupt(thread, event.interruptId, event.answer, event.by);
      return;
    case 'turn-rule':
      settled.turnRule = event.on
        ? { effects: event.effects, tools: event.tools ?? [] }
        : null;
      return;
    case 'final-answer': {
      const { callId: id, answer, summary, nextItems, numbers } = event;
      thread.put({
        kind: 'final',
        id,
        path,
        answer,
        ...(summary && { summary }),
        nextItems,
        ...(numbers && { numbers })
      });
      noLongerPending(settled, id);
      return;
    }
    case 'notice': {
      const { code, text } = event;
      if (
        code === 'plots-unseen' &&
        Object.values(settled.items).some(
          each => each.kind === 'notice' && each.text === text
        )
      ) {
        // Each page says it to the log.
        return;
      }
      const id = thread.append({ kind: 'notice', code, text });
      if (code === 'kernel-stuck') {
        settled.restartable = id;
      } else if (code === 'kernel-restarted') {
        settled.restartable = null;
      }
      return;
    }
    case 'undone': {
      // A turn can be undone once.
      const id = `turn-${event.runId}`;
      thread.put({
        kind: 'turn',
        id,
        path: settled.items[id]?.path ?? path,
        runId: event.runId,
        undone: event.text
      });
      return;
    }
    case 'driver':
      settled.isElsewhere = !event.here;
      return;
    case 'run-finished':
      finishRun(thread, event);
      return;
    // `debug` has a log of its own; after `branch`, the history of the branch
    // replaces everything shown. Other events come from a newer version.
    default:
      if ('plan' in event) {
        foldPlan(thread, event);
      } else if ('report' in event) {
        foldReport(thread, event);
      }
  }
}

/** Reasoning is placed before its message, folded. */
function foldDelta(
  thread: ThreadDraft,
  {
    type,
    messageId,
    delta
  }: AgentEvent & { type: 'text-delta' | 'reasoning-delta' }
): void {
  const { settled, live } = thread;
  const { path } = settled;
  const isText = type === 'text-delta';
  const id = isText ? messageId : reasoningId(messageId);
  if (!settled.items[id]) {
    thread.put({ kind: isText ? 'model' : 'reasoning', id, path, text: null });
  }
  if (live.messageId !== messageId) {
    Object.assign(live, NO_MESSAGE, { messageId });
  }
  if (isText) {
    live.text += delta;
    live.draft = null;
  } else {
    live.reasoning += delta;
  }
}

/**
 * Finishes reasoning: with the text in the whole message, else with the text
 * that was streamed.
 *
 * @param event null when the message was cut short.
 */
function settleReasoning(
  thread: ThreadDraft,
  event: { messageId: string; reasoning?: string } | null
): void {
  const { settled, live } = thread;
  const messageId = event?.messageId ?? live.messageId;
  if (messageId === null) {
    return;
  }
  const id = reasoningId(messageId);
  const streamed = live.messageId === messageId ? live.reasoning : '';
  const text = (event?.reasoning ?? streamed).trim();
  if (text) {
    // Even if it arrives only at the end, it is placed before its message.
    thread.put(
      { kind: 'reasoning', id, path: settled.path, text },
      settled.items[messageId] && messageId
    );
  } else {
    dropUnfinished(thread, id);
  }
}

/** Removes what would still stream. */
function dropUnfinished(thread: ThreadDraft, id: string): void {
  const item = thread.settled.items[id];
  if (
    (item?.kind === 'model' || item?.kind === 'reasoning') &&
    item.text === null
  ) {
    thread.remove(id);
  }
}

function finishCall(
  thread: ThreadDraft,
  event: AgentEvent & { type: 'call-finished' }
): void {
  const { settled, live } = thread;
  const item = thread.item(event.callId, 'call');
  if (!item) {
    return;
  }
  noLongerPending(settled, item.id);
  // An answer that could not be given is the model's affair: it tries again.
  if (item.tool === FINAL_ANSWER && event.state === 'failed') {
    thread.remove(item.id);
    return;
  }
  const { [item.id]: last, ...progress } = live.progress;
  if (last) {
    live.progress = progress;
  }
  const cellId = event.cellId ?? last?.cellId ?? null;
  withStepCell(thread, cellId);
  thread.put({
    ...item,
    state: event.state,
    text: event.text,
    result: event.result,
    cellId,
    ms: event.ms ?? null,
    images: event.images,
    things: event.things,
    review: closedReview(item.review)
  });
}

function finishRun(
  thread: ThreadDraft,
  { runId, outcome, error, changed }: AgentEvent & { type: 'run-finished' }
): void {
  const { settled, live } = thread;
  const { path } = settled;
  // Reasoning and text before the cut stay readable.
  settleReasoning(thread, null);
  const message = thread.item(live.messageId, 'model');
  if (message?.text === null && live.text.trim()) {
    thread.put({ ...message, text: live.text });
  } else if (message) {
    dropUnfinished(thread, message.id);
  }
  for (const id of settled.order.slice(settled.begun)) {
    const call = thread.item(id, 'call');
    if (call?.state === 'waiting' || call?.state === 'running') {
      thread.put({
        ...call,
        state: 'stopped',
        review: closedReview(call.review)
      });
    } else if (thread.item(id, 'interrupt')?.status === 'pending') {
      closeInterrupt(thread, id, null, 'stop');
    }
  }
  if (changed) {
    thread.add({
      kind: 'turn',
      id: `turn-${runId}`,
      path,
      runId,
      undone: null
    });
  }
  // The run goes on from the newest item, whatever comes after it.
  if (outcome === 'limit' || outcome === 'interrupted') {
    const text = error ? `${error.title} ${error.text}` : '';
    settled.retryable = thread.append({ kind: 'notice', code: outcome, text });
  } else if (error) {
    settled.retryable = thread.append({ kind: 'error', error });
  } else if (outcome === 'stopped') {
    thread.append({ kind: 'notice', code: outcome, text: '' });
  }
  Object.assign(settled, {
    run: null,
    retry: null,
    review: null,
    pending: [],
    turnRule: null,
    answered: outcome === 'answered'
  } satisfies Partial<ISettledState>);
  Object.assign(live, NOTHING_LIVE);
}

function openCard(
  thread: ThreadDraft,
  interruptId: string,
  card: IReviewCard,
  /** The limit of a card that is shown again; a new card has its own. */
  limit?: ICallReview['limit']
): void {
  const { settled } = thread;
  const { callId: id, tool, args, title: text } = card;
  const item =
    thread.item(id, 'call') ??
    newCall({ id, path: settled.path, tool, args, text });
  thread.put({
    ...item,
    state: 'waiting',
    startedAt: null,
    review: {
      interruptId,
      card,
      status: 'pending',
      limit: limit === undefined ? (item.review?.limit ?? null) : limit,
      decision: null,
      by: null
    }
  });
  settled.pending = union(settled.pending, id);
}

function pendingCalls(thread: ThreadDraft, interruptId: string): ICallItem[] {
  return thread.settled.pending.flatMap(id => {
    const call = thread.item(id, 'call');
    return call?.review?.interruptId === interruptId ? [call] : [];
  });
}

function changeReview(
  thread: ThreadDraft,
  call: ICallItem,
  change: Partial<ICallReview>
): void {
  thread.put({ ...call, review: { ...call.review!, ...change } });
}

function closedReview(review: ICallReview | null): ICallReview | null {
  return review?.status === 'pending'
    ? { ...review, status: 'closed' }
    : review;
}

/** The question is answered, or has ended without an answer. */
function closeInterrupt(
  thread: ThreadDraft,
  id: string,
  answer: IInterruptItem['answer'],
  by: IInterruptItem['by']
): void {
  const item = thread.item(id, 'interrupt');
  if (item) {
    thread.put({ ...item, status: 'closed', problem: null, answer, by });
  }
  if (answer && 'plan' in answer) {
    nameReport(thread.settled, answer.plan.title);
  }
  noLongerPending(thread.settled, id);
}

/** A report has the title of its template until its plan is agreed on. */
function nameReport(settled: ISettledState, title: string): void {
  settled.report = settled.report && { ...settled.report, title };
}

function noLongerPending(settled: ISettledState, id: string): void {
  settled.pending = settled.pending.filter(each => each !== id);
}

function union(list: string[], id: string): string[] {
  return list.includes(id) ? list : [...list, id];
}

/** The state before, if nothing in it has changed. */
function sameOr<T extends object>(before: T, after: T): T {
  const keys = Object.keys(after) as (keyof T)[];
  return keys.every(key => Object.is(before[key], after[key])) ? before : after;
}

function reasoningId(messageId: string): string {
  return `thought-${messageId}`;
}

/** Appends to an output and keeps its end; cut at a line break if possible. */
export function appendOutput(before: string, more: string): string {
  const whole = before + more;
  if (whole.length <= OUTPUT_KEPT) {
    return whole;
  }
  const end = whole.slice(-OUTPUT_KEPT);
  const line = end.indexOf('\n');
  return line >= 0 && line < 1_000 ? end.slice(line + 1) : end;
}
