import { useEffect, useRef, type RefObject, type SyntheticEvent } from 'react';

import type { InterruptAnswer } from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { focusBeyond } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../stores/answers';

/** What a card of a report needs to answer, wherever it is shown. */
export interface IAnswering {
  root: RefObject<HTMLDivElement>;
  /** Whether an answer is on its way, or none can be given now. */
  sent: boolean;
  /** Answers; focus then moves to what comes next. */
  answer(given: InterruptAnswer, event: SyntheticEvent): void;
}

export function useAnswering(item: IInterruptItem): IAnswering {
  const answers = answersOf(usePanel());
  const root = useRef<HTMLDivElement>(null);
  const sent = usePanelState(
    state => item.id in state.sent || state.opening !== null
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
  return {
    root,
    sent,
    answer: (given, { nativeEvent }) => {
      const element = root.current;
      const held = element?.contains(document.activeElement) ?? false;
      if (answers.answer(item.id, given, nativeEvent) && held && element) {
        wentOn.current = true;
        focusBeyond(element);
      }
    }
  };
}
