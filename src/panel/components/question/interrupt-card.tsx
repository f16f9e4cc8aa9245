import { memo, type SyntheticEvent, useMemo } from 'react';

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
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { CustomCard } from './custom-card';
import { InterruptClosed } from './interrupt-closed';
import { visibleProse, visibleText } from '../../render/visible-text';
import type { OpenQuestion } from '../../../contract';
import { formPlan } from '../../render/form-plan';
import { SchemaForm } from '../common/schema-form';
import { NO_ANSWER } from '../../actions/decisions';
import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';

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

/**
 * If a server asks: which server gets the answer, and which page it wants
 * opened.
 */
function InterruptAsker({
  server,
  host,
  url
}: {
  server: string;
  host: string;
  url?: string;
}) {
  const { trans } = usePanel().services;
  return (
    <>
      {url === undefined ? null : (
        <p className="jp-Cellwright-elsewhere">
          <code>{visibleText(url)}</code>
        </p>
      )}
      <p className="jp-Cellwright-asker">
        {url === undefined
          ? trans.__(
              'Your answer goes to the server “%1” (%2). Do not enter passwords.',
              visibleText(server),
              visibleText(host)
            )
          : trans.__(
              'The server “%1” (%2) wants you to open this page. It opens in a new tab.',
              visibleText(server),
              visibleText(host)
            )}
      </p>
    </>
  );
}

/** The fields of a question. */
function InterruptForm({
  interrupt,
  disabled
}: {
  interrupt: OpenQuestion & { kind: 'form' };
  disabled: boolean;
}) {
  const store = usePanel();
  const { services } = store;
  const answers = answersOf(store);
  const { interrupt_id: id, schema, values, asker } = interrupt;
  const filled = usePanelState(state => state.forms[id]) ?? values;
  // A server's form is built only from known parts of its schema, and only if
  // the schema has no hidden characters.
  const plan = useMemo(
    () =>
      asker && visibleProse(JSON.stringify(schema)) === JSON.stringify(schema)
        ? formPlan(schema, values)
        : null,
    [asker, schema, values]
  );
  return (
    <SchemaForm
      id={id}
      schema={asker ? (plan?.schema ?? null) : schema}
      looks={plan?.looks}
      values={filled}
      disabled={disabled}
      onChange={typed => answers.setForm(id, typed)}
      instead={
        <p className="jp-Cellwright-refused" role="alert">
          {services.trans.__(
            'This form could not be drawn: its description is not valid. You can skip the question.'
          )}
        </p>
      }
    />
  );
}

/** The buttons of a question. */
function InterruptActions({
  interrupt,
  sent,
  onAnswer,
  onSend
}: {
  interrupt: OpenQuestion;
  /** Whether an answer is on its way. */
  sent: boolean;
  onAnswer(act: () => boolean): void;
  /**
   * Sends what is chosen or filled in, or yes if there is nothing to fill in.
   */
  onSend(event: SyntheticEvent): void;
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const id = interrupt.interrupt_id;
  const { chosen, other } =
    usePanelState(state => state.answers[id]) ?? NO_ANSWER;
  const confirms = interrupt.kind === 'confirm';
  const asker = 'asker' in interrupt ? interrupt.asker : undefined;
  const empty =
    interrupt.kind === 'option' && chosen.length === 0 && !other?.trim();
  return (
    <div className="jp-Cellwright-actions jp-mod-wrap">
      <Button
        {...DECIDES}
        look="primary"
        disabled={sent || empty}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title={trans.__('Ctrl/Cmd+Enter')}
        onClick={onSend}
      >
        {confirms
          ? visibleProse(interrupt.yes ?? trans.__('Yes'))
          : trans.__('Answer')}
      </Button>
      {confirms || asker ? (
        <Button
          {...DECIDES}
          disabled={sent}
          onClick={({ nativeEvent }) =>
            onAnswer(() =>
              confirms
                ? answers.confirm(id, false, nativeEvent)
                : answers.decline(id, nativeEvent)
            )
          }
        >
          {confirms
            ? visibleProse(interrupt.no ?? trans.__('No'))
            : trans.__('Decline')}
        </Button>
      ) : null}
      {confirms && !asker ? null : (
        <Button
          {...DECIDES}
          disabled={sent}
          onClick={({ nativeEvent }) =>
            onAnswer(() => answers.cancel(id, nativeEvent))
          }
        >
          {trans.__('Skip')}
        </Button>
      )}
    </div>
  );
}
