import { useStore } from 'zustand';

import type { IReasoningItem, ISummaryItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { FoldingLine } from '../common/folding-line';
import { usePanel } from '../common/panel-context';

/** The model's reasoning, on a folded line so that the thread stays calm. */
export function Reasoning({ item }: { item: IReasoningItem }) {
  const { trans } = usePanel();
  return (
    <FoldingLine
      glyph="thought"
      names={[trans.__('Show its reasoning'), trans.__('Hide its reasoning')]}
      text={
        item.text === null
          ? trans.__('Thinking…')
          : trans.__('Thought for a moment')
      }
      details={() =>
        item.text === null ? <Streaming /> : <Plain text={item.text} />
      }
    />
  );
}

function Streaming() {
  const { store } = usePanel();
  return <Plain text={useStore(store.live, state => state.reasoning)} />;
}

/** Marks where older messages were replaced by a summary for the model. */
export function Summary({ item }: { item: ISummaryItem }) {
  const { trans } = usePanel();
  return (
    <FoldingLine
      glyph="summary"
      names={[trans.__('Show the summary'), trans.__('Hide the summary')]}
      text={trans.__('Earlier messages were summarised')}
      details={() => (
        <>
          <p>
            {trans._n(
              'The model is sent this in place of %1 message. You still see all of them.',
              'The model is sent this in place of %1 messages. You still see all of them.',
              item.messages
            )}
          </p>
          <Plain text={item.text} />
        </>
      )}
    />
  );
}

function Plain({ text }: { text: string }) {
  return <pre tabIndex={0}>{visibleProse(text)}</pre>;
}
