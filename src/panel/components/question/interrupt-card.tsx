import { memo } from 'react';

import type { IInterruptItem } from '../../state/thread-items';
import { AnswerOptions } from '../card/answer-options';
import { EvidenceCard } from '../report/evidence/evidence-card';
import { ReportPlanCard } from '../report/plan/report-plan-card';
import { ReviewCard } from '../report/review-card';
import { InterruptFrame } from '../card/interrupt-frame';
import { ClarificationCard } from '../plan/clarification-card';
import { FailureCard } from '../plan/failure-card';
import { PlanCard } from '../plan/plan-card';
import { StepCard } from '../plan/step-card';
import { usePanel } from '../common/panel-context';
import { answersOf } from '../../stores/answers';
import { CustomCard } from './custom-card';
import { InterruptActions } from './interrupt-actions';
import { InterruptAsker } from './interrupt-asker';
import { InterruptClosed } from './interrupt-closed';
import { InterruptForm } from './interrupt-form';

/** A question of the graph: a card while it waits, then one line. */
export const InterruptCard = memo(function InterruptCard({
  item
}: {
  item: IInterruptItem;
}) {
  if (item.status !== 'pending') {
    return <InterruptClosed item={item} />;
  }
  const { interrupt } = item;
  switch (interrupt.kind) {
    case 'clarification':
      return <ClarificationCard item={item} interrupt={interrupt} />;
    case 'plan':
      return <PlanCard item={item} interrupt={interrupt} />;
    case 'step':
      return <StepCard item={item} interrupt={interrupt} />;
    case 'failure':
      return <FailureCard item={item} interrupt={interrupt} />;
    case 'report-plan':
      return <ReportPlanCard item={item} asked={interrupt} />;
    case 'evidence':
      return <EvidenceCard item={item} asked={interrupt} />;
    case 'review':
      return <ReviewCard item={item} asked={interrupt} />;
    case 'custom':
      return <CustomCard item={item} interrupt={interrupt} />;
    default:
      return <Waiting item={item} />;
  }
});

function Waiting({ item }: { item: IInterruptItem }) {
  const answers = answersOf(usePanel());
  const { id, interrupt } = item;
  const send = (event: Event): boolean => {
    switch (interrupt.kind) {
      case 'confirm':
        return interrupt.asker?.url === undefined
          ? answers.confirm(id, true, event)
          : answers.openPage(id, interrupt.asker.url, event);
      case 'option':
        return answers.choose(id, event);
      case 'form':
        return answers.submit(id, event);
      default:
        // Questions of plans have cards of their own.
        return false;
    }
  };
  return (
    <InterruptFrame
      item={item}
      onConfirm={send}
      actions={(sent, answer) => (
        <InterruptActions
          interrupt={interrupt}
          sent={sent}
          onAnswer={answer}
          onSend={({ nativeEvent }) => answer(() => send(nativeEvent))}
        />
      )}
    >
      {sent => (
        <>
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
        </>
      )}
    </InterruptFrame>
  );
}
