import { useEffect, useRef, type SyntheticEvent } from 'react';

import type { ITranslator, ReportForm } from '../../../contract';
import {
  isFileName,
  isFolder,
  type IReviewDraft,
  type ReviewAsked
} from '../../report/review-draft';
import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import { sendOrBack } from './send-or-back';
import { visibleName } from '../../render/visible-text';

/** The formats in which a report is saved, and where. */
export function SaveForm({
  asked,
  draft,
  disabled,
  onChange,
  onSave,
  onBack
}: {
  asked: ReviewAsked;
  draft: IReviewDraft;
  disabled: boolean;
  onChange(change: Partial<IReviewDraft>): void;
  onSave(event: SyntheticEvent): void;
  onBack(): void;
}) {
  const { trans } = usePanel().services;
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => first.current?.querySelector('input')?.focus(), []);
  const { forms, baseName, folder, record, download, markdown } = draft;
  const trouble = troubleOf(draft, trans);
  const canSave = !disabled && trouble === null;
  const box = (
    label: string,
    checked: boolean,
    change: Partial<IReviewDraft>
  ) => (
    <label className="jp-Cellwright-check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(change)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <div
      className="jp-Cellwright-remark"
      onKeyDown={sendOrBack(canSave, onSave, onBack)}
    >
      <fieldset ref={first} className="jp-Cellwright-reportForms">
        <legend>{trans.__('Save as')}</legend>
        {asked.forms.map(form => (
          <label key={form} className="jp-Cellwright-check">
            <input
              type="checkbox"
              checked={forms.includes(form)}
              disabled={disabled}
              onChange={event =>
                onChange({
                  forms: event.target.checked
                    ? asked.forms.filter(
                        each => each === form || forms.includes(each)
                      )
                    : forms.filter(each => each !== form)
                })
              }
            />
            <span>{formText(form, trans)}</span>
          </label>
        ))}
      </fieldset>
      {asked.docxTemplate === null ? null : (
        <p className="jp-Cellwright-hint">
          {trans.__(
            'The Word file is made from your template %1.',
            visibleName(asked.docxTemplate)
          )}
        </p>
      )}
      <Field label={trans.__('Name')}>
        {ids => (
          <input
            {...ids}
            type="text"
            className="jp-Cellwright-input"
            value={baseName}
            maxLength={120}
            disabled={disabled}
            onChange={event => onChange({ baseName: event.target.value })}
          />
        )}
      </Field>
      {download ? null : (
        <Field
          label={trans.__('Folder')}
          hint={trans.__('Relative to the folder that Jupyter serves.')}
        >
          {ids => (
            <input
              {...ids}
              type="text"
              className="jp-Cellwright-input"
              value={folder}
              disabled={disabled}
              onChange={event => onChange({ folder: event.target.value })}
            />
          )}
        </Field>
      )}
      {box(
        trans.__('Include an evidence file, to check the report later'),
        record,
        {
          record: !record
        }
      )}
      {box(trans.__('Download it instead'), download, { download: !download })}
      {trouble ? (
        <p className="jp-Cellwright-refused" role="status">
          {trouble}
        </p>
      ) : null}
      <p className="jp-Cellwright-hint">
        {download
          ? trans.__('Your browser saves the files.')
          : trans.__('You see each file before it is written.')}
      </p>
      <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
        <Button
          {...DECIDES}
          look="primary"
          disabled={!canSave}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={trans.__('Ctrl/Cmd+Enter')}
          onClick={onSave}
        >
          {trans.__('Approve and save')}
        </Button>
        <Button onClick={onBack}>{trans.__('Back')}</Button>
      </div>
    </div>
  );

  function troubleOf(of: IReviewDraft, words: ITranslator): string | null {
    return markdown.trim() === ''
      ? words.__('The report is empty.')
      : of.forms.length === 0
        ? words.__('Choose at least one kind of file.')
        : !isFileName(of.baseName)
          ? words.__('The name can’t be empty or contain a slash.')
          : !of.download && !isFolder(of.folder)
            ? words.__('The folder can’t contain “..” or an empty part.')
            : null;
  }
}

function formText(form: ReportForm, trans: ITranslator): string {
  switch (form) {
    case 'md':
      return trans.__('Markdown (.md)');
    case 'html':
      return trans.__('HTML, one file (.html)');
    case 'docx':
      return trans.__('Word (.docx)');
    case 'ipynb':
      return trans.__('Notebook (.ipynb)');
    case 'pdf':
      return trans.__('PDF (.pdf, or the browser’s print dialog)');
  }
}
