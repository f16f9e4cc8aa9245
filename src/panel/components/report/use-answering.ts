import { useEffect, useRef, type RefObject, type SyntheticEvent } from 'react';

import type { InterruptAnswer } from '../../../contract';
import { answersOf } from '../../actions/interrupt-answers';
import { useCardBox } from '../../card/asked-card';
import type { IInterruptItem } from '../../state/thread-items';
import { focusBeyond } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';

/** Sends an answer; the function returns whether it was sent. */
export type Answering = (act: () => boolean) => void;

/** What a card that asks a question needs to be answered, wherever it is. */
export interface IAnswering {
  root: RefObject<HTMLDivElement>;
  /** What its element has. */
  box: ReturnType<typeof useCardBox>;
  /** Whether an answer is on its way, or none can be given now. */
  sent: boolean;
  /** After any answer, focus moves to what comes next. */
  act: Answering;
  answer(given: InterruptAnswer, event: SyntheticEvent): void;
}

export function useAnswering(item: IInterruptItem): IAnswering {
  const answers = answersOf(usePanel());
  const root = useRef<HTMLDivElement>(null);
  const { id, interrupt } = item;
  const sent = usePanelState(
    state => id in state.sent || state.opening !== null
  );
  /** Whether the last answer moved focus away from here. */
  const wentOn = useRef(false);
  // A refused answer has to be given again, so focus comes back.
  useEffect(() => {
    if (item.problem && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item]);
  const act: Answering = send => {
    const element = root.current;
    const held = element?.contains(document.activeElement) ?? false;
    if (send() && held && element) {
      wentOn.current = true;
      focusBeyond(element);
    }
  };
  return {
    root,
    box: useCardBox(root, id, sent, interrupt),
    sent,
    act,
    answer: (given, { nativeEvent }) =>
      act(() => answers.answer(id, given, nativeEvent))
  };
}
