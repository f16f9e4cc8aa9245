import { Fragment } from 'react';

import type { IPreparedTool, OpenQuestion } from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { formPlan } from '../../render/form-plan';
import { visibleName, visibleText } from '../../render/visible-text';
import { InterruptFrame } from '../card/interrupt-frame';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { SchemaForm } from '../common/schema-form';
import { Unfolding } from '../common/unfolding';
import { AnswerButton } from './answer-button';
import { WordsField } from './words-field';

/** Leaves only the arguments as they are. */
const NO_FORM = { schema: null };

/**
 * A step before it is carried out: its tools, with forms for their arguments,
 * and the JSON that they make.
 */
export function StepCard({
  item,
  interrupt
}: {
  item: IInterruptItem;
  interrupt: OpenQuestion & { kind: 'step' };
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const { tools, step } = interrupt;
  const draft = stepDraftOf(usePanelState(state => state.forms[id]));
  const words = draft.words.trim();
  const edited = editedArguments(tools, draft);
  const isEdited = Object.keys(edited).length > 0;
  const set = (change: Partial<IStepDraft>) => {
    // Reads the state again, because a form may report late and must not
    // overwrite a newer change.
    const now = stepDraftOf(store.main.getState().forms[id]);
    answers.setForm(id, { ...now, ...change });
  };
  const run = (event: Event): boolean =>
    answers.answer(
      id,
      isEdited ? { action: 'edit', arguments: edited } : { action: 'approve' },
      event
    );
  const change = (event: Event): boolean =>
    words !== '' && answers.answer(id, { action: 'change', words }, event);
  return (
    <InterruptFrame
      item={item}
      tag={isEdited ? trans.__('changed') : trans.__('step')}
      // What the person has written is what they mean to send.
      onConfirm={words === '' ? run : change}
      actions={(sent, answer) => (
        <div className="jp-Cellwright-actions jp-mod-wrap">
          <AnswerButton
            label={trans.__('Run this step')}
            first={words === ''}
            disabled={sent}
            onPress={event => answer(() => run(event))}
          />
          {words === '' ? null : (
            <AnswerButton
              label={trans.__('Prepare it again')}
              first
              disabled={sent}
              onPress={event => answer(() => change(event))}
            />
          )}
          <AnswerButton
            label={trans.__('Skip this step')}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'skip' }, event))
            }
          />
          {isEdited ? (
            <Button disabled={sent} onClick={() => set({ arguments: {} })}>
              {trans.__('Discard edit')}
            </Button>
          ) : null}
        </div>
      )}
    >
      {sent => (
        <>
          {step.worked ? (
            <p className="jp-Cellwright-why">
              {trans.__(
                'It worked if: “%1”',
                visibleText(step.worked).replace(/[“”]/g, '"')
              )}
            </p>
          ) : null}
          <div className="jp-Cellwright-stepTools">
            {tools.map((tool, index) => (
              <Fragment key={tool.name}>
                <Unfolding open={index === 0} label={toolText(tool)}>
                  <SchemaForm
                    id={`${id}-${index}`}
                    {...(formPlan(tool.schema, tool.arguments) ?? NO_FORM)}
                    values={draft.arguments[tool.name] ?? tool.arguments}
                    disabled={sent}
                    onChange={values =>
                      set({
                        arguments: {
                          ...stepDraftOf(store.main.getState().forms[id])
                            .arguments,
                          [tool.name]: values
                        }
                      })
                    }
                    instead={null}
                  />
                </Unfolding>
                {/* What is approved does not fold. */}
                <pre tabIndex={0}>
                  {visibleText(
                    JSON.stringify(
                      draft.arguments[tool.name] ?? tool.arguments,
                      null,
                      2
                    )
                  )}
                </pre>
              </Fragment>
            ))}
          </div>
          {tools.length === 0 ? (
            <p className="jp-Cellwright-why">
              {trans.__('It chooses its tools as it goes.')}
            </p>
          ) : null}
          <WordsField
            label={trans.__('What to change in this step')}
            text={draft.words}
            disabled={sent}
            onChange={text => set({ words: text })}
          />
        </>
      )}
    </InterruptFrame>
  );

  /** "read_file · ready", "read_file · missing: path" */
  function toolText(tool: IPreparedTool): string {
    const name = visibleName(tool.name);
    const missing = missingArguments(
      tool,
      draft.arguments[tool.name] ?? tool.arguments
    );
    return missing.length === 0
      ? trans.__('%1 · ready', name)
      : trans.__(
          '%1 · still missing: %2',
          name,
          missing.map(visibleName).join(', ')
        );
  }
}

/** Arguments by name of the tool. */
type Arguments = Record<string, Record<string, unknown>>;

/** The person's changes to a prepared step. */
interface IStepDraft {
  arguments: Arguments;
  words: string;
}

/** @param kept the changes so far, as they were read from storage. */
function stepDraftOf(kept: Record<string, unknown> | undefined): IStepDraft {
  const draft = (kept ?? {}) as Partial<IStepDraft>;
  return {
    arguments:
      draft.arguments && typeof draft.arguments === 'object'
        ? draft.arguments
        : {},
    words: typeof draft.words === 'string' ? draft.words : ''
  };
}

/** The arguments that differ from those proposed. */
function editedArguments(
  tools: readonly IPreparedTool[],
  draft: IStepDraft
): Arguments {
  return Object.fromEntries(
    tools
      .filter(
        tool =>
          tool.name in draft.arguments &&
          textOf(tool, draft.arguments[tool.name]) !==
            textOf(tool, tool.arguments)
      )
      .map(({ name }) => [
        name,
        Object.fromEntries(
          Object.entries(draft.arguments[name]).filter(
            ([, value]) => !isEmpty(value)
          )
        )
      ])
  );
}

/** Names of required arguments that have no value. */
function missingArguments(
  { schema }: IPreparedTool,
  values: Record<string, unknown>
): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.map(String).filter(name => isEmpty(values[name]));
}

/**
 * Whether it is no value, or a list or object without values, which a form
 * creates by itself.
 */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}

/**
 * The same text for equal arguments, in any order. Values that are not set are
 * left out, and so are defaults from the schema, since a form fills those in by
 * itself.
 */
function textOf(
  { schema }: IPreparedTool,
  values: Record<string, unknown>
): string {
  const properties = (schema.properties ?? {}) as Record<
    string,
    { default?: unknown } | undefined
  >;
  return JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, JSON.stringify(value)] as const)
      .filter(
        ([name, text]) => text !== JSON.stringify(properties[name]?.default)
      )
      .sort(([one], [other]) => one.localeCompare(other))
  );
}
