import type { ICardBlock, OpenQuestion } from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse, visibleText } from '../../render/visible-text';
import { InterruptFrame } from '../card/interrupt-frame';
import { usePanel, usePanelState } from '../common/panel-context';
import { SchemaForm } from '../common/schema-form';
import { AnswerButton } from '../plan/answer-button';
import { answersOf } from '../../actions/interrupt-answers';

/**
 * A card of another extension: its content is shown as text, and none of it
 * runs.
 */
export function CustomCard({
  item,
  interrupt
}: {
  item: IInterruptItem;
  interrupt: OpenQuestion & { kind: 'custom' };
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const { blocks, schema, buttons } = interrupt;
  const values = usePanelState(state => state.forms[id]) ?? interrupt.values;
  const press = (
    { name, fills }: (typeof buttons)[number],
    event: Event
  ): boolean =>
    answers.answer(id, { button: name, values: fills ? values : {} }, event);
  return (
    <InterruptFrame
      item={item}
      onConfirm={event => press(buttons[0], event)}
      actions={(sent, answer) => (
        <div className="jp-Cellwright-actions jp-mod-wrap">
          {buttons.map((button, at) => (
            <AnswerButton
              key={button.name}
              label={visibleProse(button.label)}
              first={at === 0}
              disabled={sent}
              onPress={event => answer(() => press(button, event))}
            />
          ))}
          <AnswerButton
            label={trans.__('Skip')}
            disabled={sent}
            onPress={event => answer(() => answers.cancel(id, event))}
          />
        </div>
      )}
    >
      {sent => (
        <>
          {blocks.map((block, at) => (
            <Block key={at} block={block} />
          ))}
          {schema ? (
            <SchemaForm
              id={id}
              schema={schema}
              values={values}
              disabled={sent}
              onChange={typed => answers.setForm(id, typed)}
              instead={
                <p className="jp-Cellwright-refused" role="alert">
                  {trans.__(
                    'This form could not be drawn: its description is not valid. You can skip the question.'
                  )}
                </p>
              }
            />
          ) : null}
        </>
      )}
    </InterruptFrame>
  );
}

function Block({ block }: { block: ICardBlock }) {
  switch (block.kind) {
    case 'text':
      return <p>{visibleProse(block.text)}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item, at) => (
            <li key={at}>{visibleProse(item)}</li>
          ))}
        </ul>
      );
    case 'code':
      return <pre tabIndex={0}>{visibleText(block.text)}</pre>;
    case 'table':
      return (
        <div className="jp-Cellwright-tableHead" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    {visibleProse(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place}>{visibleProse(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}
