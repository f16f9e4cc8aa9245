import type { ReactNode } from 'react';

import type { IReviewDraft, ReviewAsked } from '../../report/review-draft';
import { visibleText } from '../../render/visible-text';
import type { IInterruptItem } from '../../state/thread-items';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { RemarkField } from './remark-field';
import { SaveForm } from './save-form';
import type { IAnswering } from './use-answering';

/**
 * Save, write again, discard; shown under the card and under the report itself.
 */
export function ReviewActions({
  item,
  asked,
  draft,
  answering,
  children
}: {
  item: IInterruptItem;
  asked: ReviewAsked;
  draft: IReviewDraft;
  answering: IAnswering;
  /** Buttons placed before these. */
  children?: ReactNode;
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { sent, answer, root } = answering;
  const { hash } = asked;
  const set = (change: Partial<IReviewDraft>) =>
    answers.setForm(item.id, { ...draft, ...change });
  const back = () => {
    set({ doing: null, words: '' });
    root.current?.focus();
  };
  switch (draft.doing) {
    case 'save':
      return (
        <SaveForm
          asked={asked}
          draft={draft}
          disabled={sent}
          onChange={set}
          onBack={back}
          onSave={event => {
            const { markdown, forms, baseName, folder, record, download } =
              draft;
            answer(
              {
                action: 'save',
                hash,
                markdown,
                forms,
                baseName: baseName.trim(),
                folder: folder.trim().replace(/^\/+|(?<!\/)\/+$/g, ''),
                record,
                download
              },
              event
            );
          }}
        />
      );
    case 'back':
      return (
        <>
          {asked.sections.length > 1 ? (
            <fieldset className="jp-Cellwright-answers">
              <legend>
                {trans.__('Sections to write again (all if none is ticked)')}
              </legend>
              {asked.sections.map(({ id, title }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={draft.sections.includes(id)}
                    disabled={sent}
                    onChange={event =>
                      set({
                        sections: event.target.checked
                          ? [...draft.sections, id]
                          : draft.sections.filter(each => each !== id)
                      })
                    }
                  />
                  <span>{visibleText(title)}</span>
                </label>
              ))}
            </fieldset>
          ) : null}
          <RemarkField
            label={trans.__('What should be written differently?')}
            send={trans.__('Write it again')}
            text={draft.words}
            disabled={sent}
            onChange={words => set({ words })}
            onSend={event => {
              const { markdown, sections, words } = draft;
              answer(
                {
                  action: 'back',
                  hash,
                  words: words.trim(),
                  sections,
                  ...(markdown.trim() !== '' &&
                    markdown !== asked.markdown && { markdown })
                },
                event
              );
            }}
            onBack={back}
          />
        </>
      );
    case 'discard':
      return (
        <RemarkField
          label={trans.__('Why? (optional)')}
          send={trans.__('Discard the report')}
          text={draft.words}
          optional={true}
          disabled={sent}
          onChange={words => set({ words })}
          onSend={event =>
            answer({ action: 'discard', reason: draft.words.trim() }, event)
          }
          onBack={back}
        />
      );
    case null:
      return (
        <div className="jp-Cellwright-actions jp-mod-wrap">
          {children}
          <Button
            {...(children ? {} : { look: 'primary' as const })}
            disabled={sent}
            onClick={() => set({ doing: 'save' })}
          >
            {trans.__('Save')}
          </Button>
          <Button disabled={sent} onClick={() => set({ doing: 'back' })}>
            {trans.__('Send back')}
          </Button>
          <Button disabled={sent} onClick={() => set({ doing: 'discard' })}>
            {trans.__('Discard')}
          </Button>
        </div>
      );
  }
}
