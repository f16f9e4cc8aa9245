import { UUID } from '@lumino/coreutils';

import {
  type ITranslator,
  MOST_STEPS,
  type OpenQuestion,
  type ReviewLevel
} from '../../../contract';
import {
  addedStep,
  type IPlanDraft,
  isPlanEdited,
  planDraftOf,
  stepsToSend
} from '../../state/plan-draft';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { InterruptFrame } from '../card/interrupt-frame';
import { Button } from '../common/button';
import { Field } from '../common/field';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { AnswerButton } from './answer-button';
import { StepEditor } from './step-editor';
import { WordsField } from './words-field';

/** The whole plan before any of it is carried out, to be edited and decided. */
export function PlanCard({
  item,
  interrupt
}: {
  item: IInterruptItem;
  interrupt: OpenQuestion & { kind: 'plan' };
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const draft = planDraftOf(
    interrupt,
    usePanelState(state => state.forms[id])
  );
  const { steps, level } = draft;
  const words = draft.words.trim();
  const edited = isPlanEdited(interrupt, draft);
  const set = (change: Partial<IPlanDraft>) => {
    // Reads the state again, because a field may report late and must not
    // overwrite a newer change.
    const now = planDraftOf(interrupt, store.main.getState().forms[id]);
    answers.setForm(id, { ...now, ...change });
  };
  const problem = planDraftProblem();

  const accept = (event: Event): boolean => {
    if (problem !== null) {
      store.announce(problem);
      return false;
    }
    return answers.answer(
      id,
      { action: 'accept', steps: stepsToSend(steps), level },
      event
    );
  };
  const change = (event: Event): boolean =>
    words !== '' &&
    answers.answer(
      id,
      {
        action: 'change',
        words,
        // Sends manual changes too; a step without a title does not count.
        ...(edited
          ? { steps: stepsToSend(steps.filter(({ title }) => title.trim())) }
          : {})
      },
      event
    );
  return (
    <InterruptFrame
      item={item}
      tag={trans._n('%1 step', '%1 steps', steps.length)}
      // What the person has written is what they mean to send.
      onConfirm={words === '' ? accept : change}
      actions={(sent, answer) => (
        <>
          {problem === null ? null : (
            <p className="jp-Cellwright-refused">{problem}</p>
          )}
          <div className="jp-Cellwright-actions jp-mod-wrap">
            <AnswerButton
              label={trans.__('Accept')}
              first={words === ''}
              disabled={sent || problem !== null}
              onPress={event => answer(() => accept(event))}
            />
            {words === '' ? null : (
              <AnswerButton
                label={trans.__('Plan again')}
                first
                disabled={sent}
                onPress={event => answer(() => change(event))}
              />
            )}
            <AnswerButton
              label={trans.__('Reject')}
              disabled={sent}
              onPress={event =>
                answer(() =>
                  answers.answer(id, { action: 'reject', reason: words }, event)
                )
              }
            />
          </div>
        </>
      )}
    >
      {sent => (
        <>
          <Patterns
            interrupt={interrupt}
            disabled={sent}
            onFirst={event => answers.answer(id, { action: 'first' }, event)}
          />
          <ol
            className="jp-Cellwright-planSteps"
            aria-label={trans.__('Steps of the plan')}
          >
            {steps.map((step, at) => (
              <StepEditor
                key={step.id}
                steps={steps}
                proposed={interrupt.steps}
                at={at}
                disabled={sent}
                onChange={next => set({ steps: next })}
              />
            ))}
          </ol>
          <div className="jp-Cellwright-planTools">
            <Button
              look="link"
              disabled={sent || steps.length >= MOST_STEPS}
              onClick={() => set({ steps: addedStep(steps, UUID.uuid4()) })}
            >
              {steps.length >= MOST_STEPS
                ? trans.__('A plan has at most %1 steps', MOST_STEPS)
                : trans.__('Add a step')}
            </Button>
            {edited ? (
              <Button
                look="link"
                disabled={sent}
                onClick={() => set({ steps: [...interrupt.steps] })}
              >
                {trans.__('Discard my changes')}
              </Button>
            ) : null}
          </div>
          <LevelChoice
            level={level}
            disabled={sent}
            onChange={next => set({ level: next })}
          />
          <WordsField
            label={trans.__('What to change, or why not')}
            text={draft.words}
            disabled={sent}
            onChange={text => set({ words: text })}
          />
        </>
      )}
    </InterruptFrame>
  );

  /** Why the plan cannot be accepted as it is, in a sentence. */
  function planDraftProblem(): string | null {
    if (steps.length === 0) {
      return trans.__('The plan has no steps. Add one, or reject the plan.');
    }
    const unnamed = steps.findIndex(({ title }) => title.trim() === '');
    return unnamed < 0
      ? null
      : trans.__('Step %1 has no title yet.', unnamed + 1);
  }
}

/** What this plan takes from earlier plans, and a way to go without it. */
function Patterns({
  interrupt,
  disabled,
  onFirst
}: {
  interrupt: OpenQuestion & { kind: 'plan' };
  disabled: boolean;
  onFirst(event: Event): void;
}) {
  const { trans } = usePanel().services;
  const { patterns, hasFirst } = interrupt;
  return patterns.length === 0 && !hasFirst ? null : (
    <div className="jp-Cellwright-planNote">
      {trans.__('Applied from earlier plans:')}
      <ul>
        {patterns.map(({ key, words }) => (
          <li key={key}>{visibleProse(words)}</li>
        ))}
      </ul>
      {hasFirst ? (
        <AnswerButton
          label={trans.__('Use the first plan')}
          disabled={disabled}
          onPress={onFirst}
        />
      ) : null}
    </div>
  );
}

const LEVELS: readonly ReviewLevel[] = ['cell', 'step', 'outside'];

/** How often to ask while a plan runs. */
function LevelChoice({
  level,
  disabled,
  onChange
}: {
  level: ReviewLevel;
  disabled: boolean;
  onChange(level: ReviewLevel): void;
}) {
  const { trans } = usePanel().services;
  return (
    <div className="jp-Cellwright-planWords">
      <Field
        label={trans.__('While it runs, ask me')}
        hint={
          level === 'cell'
            ? null
            : trans.__(
                'For this plan only, until it ends. You can take it back at any time. Shell commands, tools that use the network, and files outside the notebook’s folder always ask. Code in a cell can reach the network without asking.'
              )
        }
      >
        {ids => (
          <select
            {...ids}
            className="jp-Cellwright-input"
            disabled={disabled}
            value={level}
            onChange={({ target }) => onChange(target.value as ReviewLevel)}
          >
            {LEVELS.map(each => (
              <option key={each} value={each}>
                {levelText(each, trans)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function levelText(level: ReviewLevel, trans: ITranslator): string {
  switch (level) {
    case 'cell':
      return trans.__('at each cell');
    case 'step':
      return trans.__('at each step');
    case 'outside':
      return trans.__(
        'only for shell commands, network tools and files outside the notebook’s folder'
      );
  }
}
