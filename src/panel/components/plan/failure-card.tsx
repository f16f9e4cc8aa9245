import type { OpenQuestion } from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { InterruptFrame } from '../card/interrupt-frame';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { AnswerButton } from './answer-button';
import { WordsField } from './words-field';

/**
 * A failed step of a plan: retry it, do it another way, count it as done, skip
 * it, or end the plan.
 */
export function FailureCard({
  item,
  interrupt
}: {
  item: IInterruptItem;
  interrupt: OpenQuestion & { kind: 'failure' };
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const kept = usePanelState(state => state.forms[id]?.words);
  const written = typeof kept === 'string' ? kept : '';
  const words = written.trim();
  // What the person has written is what they mean to send.
  const confirm = (event: Event) =>
    answers.answer(
      id,
      words ? { action: 'change', words } : { action: 'again' },
      event
    );
  return (
    <InterruptFrame
      item={item}
      tag={trans.__('%1% complete', Math.round(interrupt.percent))}
      onConfirm={confirm}
      actions={(sent, answer) => (
        <div className="jp-Cellwright-actions jp-mod-wrap">
          <AnswerButton
            label={trans.__('Try again')}
            first={words === ''}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'again' }, event))
            }
          />
          {words === '' ? null : (
            <AnswerButton
              label={trans.__('Change the rest')}
              first
              disabled={sent}
              onPress={event =>
                answer(() =>
                  answers.answer(id, { action: 'change', words }, event)
                )
              }
            />
          )}
          <AnswerButton
            label={trans.__('Count it as done')}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'done' }, event))
            }
          />
          <AnswerButton
            label={trans.__('Skip this step')}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'skip' }, event))
            }
          />
          <AnswerButton
            label={trans.__('Stop the plan')}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'stop' }, event))
            }
          />
        </div>
      )}
    >
      {sent => (
        <>
          <p className="jp-Cellwright-planTitle">
            {trans.__('“%1”', visibleProse(interrupt.step.title))}
          </p>
          {interrupt.reason ? (
            <p className="jp-Cellwright-why">
              {trans.__(
                'It failed because: “%1”',
                visibleProse(interrupt.reason)
              )}
            </p>
          ) : null}
          <WordsField
            label={trans.__('What to change in the rest of the plan')}
            text={written}
            disabled={sent}
            onChange={text => answers.setForm(id, { words: text })}
          />
        </>
      )}
    </InterruptFrame>
  );
}
