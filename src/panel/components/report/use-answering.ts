import { useEffect, useRef, type RefObject, type SyntheticEvent } from 'react';

import type { InterruptAnswer } from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { focusBeyond } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../stores/answers';

/** What a card of a report answers with, wherever it is drawn. */
export interface IAnswering {
  root: RefObject<HTMLDivElement>;
  /** An answer is on its way, or none can be given now. */
  sent: boolean;
  /** Whatever is answered, focus goes on to what comes next. */
  answer(given: InterruptAnswer, event: SyntheticEvent): void;
}

export function useAnswering(item: IInterruptItem): IAnswering {
  const answers = answersOf(usePanel());
  const root = useRef<HTMLDivElement>(null);
  const sent = usePanelState(
    state => item.id in state.sent || state.opening !== null
  );
  /** Whether focus went on from here with the last answer. */
  const wentOn = useRef(false);
  // What was refused has to be answered anew.
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
