import type { BaseMessage } from '@langchain/core/messages';

import { fillForm } from './forms';
import { type IDemoAnswer, play, wordsIn } from './script';
import { findScenario } from './scenarios';
import { wantsMore } from './wishes';
import { type Item, readTranscript } from './transcript';

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
  const since = items.slice(start);
  const begun = since.findIndex(({ kind }) => kind === 'step');
  const texts = wordsIn(since, begun);
  const { script } = findScenario(texts[0] ?? '');
  const kernels = messages.flatMap(message =>
    message.type === 'human'
      ? (/(?<=<context>\nKernel: ).*\)(?=, [a-z]+\.)/.exec(message.text) ?? [])
      : []
  );
  const earlier = items
    .slice(0, start)
    .flatMap(item => (item.kind === 'step' ? item.calls : []));
  return play(
    script({
      texts: texts.length > 0 ? texts : [''],
      kernel: kernels.at(-1) ?? '',
      offered,
      earlier
    }),
    since
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
