import {
  memo,
  useEffect,
  useRef,
  type KeyboardEvent,
  type SyntheticEvent
} from 'react';

import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleText } from '../../render/visible-text';
import { AnswerOptions } from '../card/answer-options';
import { focusBeyond, focusComposer } from '../common/focus-beyond';
import { EvidenceCard } from '../report/evidence-card';
import { ReportPlanCard } from '../report/report-plan-card';
import { ReviewCard } from '../report/review-card';
import { InterruptActions } from './interrupt-actions';
import { InterruptAsker } from './interrupt-asker';
import { InterruptClosed } from './interrupt-closed';
import { InterruptForm } from './interrupt-form';
import { usePanel, usePanelState } from '../common/panel-context';
import { TimeLeft } from '../card/time-left';

/** What a node of the graph asks: its card while it waits, then one line. */
export const InterruptCard = memo(function InterruptCard({
  item
}: {
  item: IInterruptItem;
}) {
  const { interrupt } = item;
  if (item.status !== 'pending') {
    return <InterruptClosed item={item} />;
  }
  switch (interrupt.kind) {
    case 'report-plan':
      return <ReportPlanCard item={item} asked={interrupt} />;
    case 'evidence':
      return <EvidenceCard item={item} asked={interrupt} />;
    case 'review':
      return <ReviewCard item={item} asked={interrupt} />;
    default:
      return <Waiting item={item} />;
  }
});

/**
 * A field in which Enter sends the form. The browser's own way to send one does
 * not count: any code in the page can set it off.
 */
function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form') !== null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
}

function Waiting({ item }: { item: IInterruptItem }) {
  const { answers, services } = usePanel();
  const { trans } = services;
  const { id, interrupt, problem } = item;
  const root = useRef<HTMLDivElement>(null);
  const sent = usePanelState(
    state => id in state.sent || state.opening !== null
  );

  /** Whether focus went on from here with the last answer. */
  const wentOn = useRef(false);

  /** Whatever is answered here, focus goes on to what comes next. */
  const answer = (act: () => boolean) => {
    const element = root.current;
    const held = element?.contains(document.activeElement) ?? false;
    if (act() && held && element) {
      wentOn.current = true;
      focusBeyond(element);
    }
  };
  // What was refused has to be answered anew.
  useEffect(() => {
    if (item.problem && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item]);
  const send = ({ nativeEvent }: SyntheticEvent) =>
    answer(() => {
      switch (interrupt.kind) {
        case 'confirm':
          return interrupt.asker?.url === undefined
            ? answers.confirm(id, true, nativeEvent)
            : answers.openPage(id, interrupt.asker.url, nativeEvent);
        case 'option':
          return answers.choose(id, nativeEvent);
        case 'form':
          return answers.submit(id, nativeEvent);
        default:
          // Those of a plan have cards of their own.
          return false;
      }
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    const accel = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && (accel || isFormField(event.target))) {
      event.preventDefault();
      event.stopPropagation();
      send(event);
    } else if (event.key === 'Escape' && root.current) {
      event.preventDefault();
      event.stopPropagation();
      focusComposer(root.current);
    }
  };

  const where = { [CARD_ATTRIBUTE]: id };
  return (
    <div
      ref={root}
      {...where}
      {...(sent ? { 'data-sent': '' } : {})}
      className="jp-Cellwright-card"
      role="group"
      tabIndex={-1}
      aria-label={trans.__('Question: %1', visibleText(interrupt.title))}
      aria-busy={sent}
      onKeyDown={onKeyDown}
    >
      <div className="jp-Cellwright-cardHead">
        <strong>{visibleText(interrupt.title)}</strong>
      </div>
      {interrupt.text ? (
        <p className="jp-Cellwright-question">{visibleText(interrupt.text)}</p>
      ) : null}
      {'asker' in interrupt && interrupt.asker ? (
        <InterruptAsker {...interrupt.asker} />
      ) : null}
      {interrupt.kind === 'option' ? (
        <AnswerOptions
          id={id}
          label={interrupt.title}
          options={interrupt.options}
          multiple={interrupt.multiple}
          other={interrupt.other}
          disabled={sent}
          onAnswer={given => answers.setAnswer(id, given)}
        />
      ) : interrupt.kind === 'form' ? (
        <InterruptForm interrupt={interrupt} disabled={sent} />
      ) : null}
      {problem ? (
        <p className="jp-Cellwright-refused" role="alert">
          {visibleText(problem)}
        </p>
      ) : null}
      {interrupt.until === undefined ? null : (
        <TimeLeft until={interrupt.until} then={interrupt.on_timeout} />
      )}
      <InterruptActions
        interrupt={interrupt}
        sent={sent}
        onAnswer={answer}
        onSend={send}
      />
    </div>
  );
}
