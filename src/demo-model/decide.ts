import type { BaseMessage } from '@langchain/core/messages';

import { fillForm } from './forms';
import { findScenario } from './scenarios';
import {
  type IDemoAnswer,
  type Script,
  errorOf,
  finalAnswer,
  short
} from './script';
import { type IPastCall, type Item, readTranscript } from './transcript';
import { wantsMore } from './wishes';

/**
 * What the demo says next. Like a real model it only knows what it is sent; the
 * same messages always give the same answer.
 *
 * @param offered names of the tools it may call.
 */
export function decide(
  messages: readonly BaseMessage[],
  offered: readonly string[] = []
): IDemoAnswer {
  const form = fillForm(messages, offered);
  if (form) {
    return form;
  }
  const items = readTranscript(messages);
  const start = Math.max(0, jobStart(items));
  const job = items.slice(start);
  const texts = wordsBefore(job);
  const kernels = messages.flatMap(message =>
    message.type === 'human'
      ? (/(?<=<context>\nKernel: ).*\)(?=, [a-z]+\.)/.exec(message.text) ?? [])
      : []
  );
  const kernel = kernels.at(-1) ?? '';
  return play(
    findScenario(texts[0] ?? '').script({ texts, kernel, offered }),
    job,
    texts
  );
}

/** The last message that is a new request, rather than a remark on the last one. */
function jobStart(items: readonly Item[]): number {
  return items.findLastIndex((item, at) => {
    const before = items[at - 1];
    if (item.kind !== 'person' || (before && wantsMore(item.text))) {
      return false;
    }
    const isOver =
      before?.kind === 'step' &&
      (before.calls.length === 0 ||
        before.calls.some(
          ({ name, outcome }) =>
            name === 'final_answer' || outcome === 'stopped'
        ));
    return !before || isOver || !findScenario(item.text).isFollowUp;
  });
}

/**
 * The step of a script that has not been made yet.
 *
 * @param items since the request.
 * @param texts what the person said; gets what they say to a step.
 */
function play(
  script: Script,
  items: readonly Item[],
  texts: string[]
): IDemoAnswer {
  let step = script.next();
  let replies: string[] = [];
  for (const [at, item] of items.entries()) {
    const name = step.value.calls.at(-1)?.name;
    const result =
      item.kind === 'step' && item.calls.find(call => call.name === name);
    if (!result || step.done) {
      continue;
    }
    const remarks = wordsBefore(items.slice(at + 1));
    const { outcome, text, reason } = result;
    texts.push(...(reason ? [reason] : []), ...remarks);
    replies = replyTo(result, remarks);
    if (outcome === 'stopped' && at === items.length - 1) {
      return finalAnswer(`I had to stop here. ${text.split('\n', 1)[0]}`, [
        'Continue'
      ]);
    }
    // What was stopped or did not run is proposed again.
    if (outcome !== 'stopped' && outcome !== 'not-run') {
      step = script.next(result);
    }
  }
  const { text, calls } = step.value;
  return { text: [...replies, text].filter(Boolean).join(' '), calls };
}

/** What the demo says to how its last call went. */
function replyTo(
  { outcome, edited, reason, text }: IPastCall,
  remarks: string[]
): string[] {
  const words = reason ? [reason, ...remarks] : remarks;
  return [
    ...(outcome === 'failed' ? [`That failed with ${errorOf(text)}.`] : []),
    ...(outcome === 'rejected' && !reason ? ['All right, not that.'] : []),
    ...(edited && outcome === 'done'
      ? ['You changed that before it ran; I go on with what really ran.']
      : []),
    ...words.map(each =>
      wantsMore(each)
        ? 'I go on where we were.'
        : `You said “${short(each)}”: I take that up where a script can.`
    )
  ];
}

/** What the person said before the first step. */
function wordsBefore(items: readonly Item[]): string[] {
  const end = items.findIndex(({ kind }) => kind === 'step');
  return items
    .slice(0, end < 0 ? undefined : end)
    .flatMap(item => (item.kind === 'person' ? [item.text] : []));
}
