import type { ReactNode, SyntheticEvent } from 'react';

import type { IReportPlan, ITranslator } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import {
  reportPlanDraft,
  planTrouble,
  type IReportPlanDraft,
  type PlanAsked,
  type PlanTrouble
} from '../../../report/report-plan-draft';
import type { IInterruptItem } from '../../../state/thread-items';
import { DECIDES } from '../../../trust/is-persons-event';
import { Button } from '../../common/button';
import { Field } from '../../common/field';
import { usePanel, usePanelState } from '../../common/panel-context';
import { answersOf } from '../../../actions/interrupt-answers';
import { PartFields } from './part-fields';
import { PlanFiles } from './plan-files';
import { RemarkField } from '../remark-field';
import { CardFrame } from '../../card/interrupt-frame';
import { SectionList } from './section-list';
import { useAnswering } from '../../card/use-answering';

/** Most search words of a section, and most characters of each. */
const MOST_SEARCHES = 20;
const MOST_SEARCHED = 80;

/** A report before any evidence is gathered: what it will contain. */
export function ReportPlanCard({
  item,
  asked
}: {
  item: IInterruptItem;
  asked: PlanAsked;
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const draft = reportPlanDraft(
    asked,
    usePanelState(state => state.forms[id])
  );
  const answering = useAnswering(item);
  const { sent, answer } = answering;
  const { plan, doing } = draft;
  const trouble = planTrouble(plan);
  const set = (change: Partial<IReportPlanDraft>) =>
    answers.setForm(id, { ...draft, ...change });
  const setPlan = (change: Partial<IReportPlan>) =>
    set({ plan: { ...plan, ...change } });
  const start = (event: SyntheticEvent) => {
    if (!sent && trouble === null) {
      const { hash } = asked;
      answer({ action: 'accept', hash, plan: trimmed(plan) }, event);
    }
  };
  const back = () => {
    set({ doing: null, words: '' });
    answering.root.current?.focus();
  };
  return (
    <CardFrame
      item={item}
      answering={answering}
      onConfirm={start}
      actions={
        doing === 'change' ? (
          <RemarkField
            label={trans.__('What should be different?')}
            send={trans.__('Plan again')}
            text={draft.words}
            disabled={sent}
            onChange={words => set({ words })}
            onSend={event =>
              answer(
                { action: 'change', hash: asked.hash, words: draft.words },
                event
              )
            }
            onBack={back}
          />
        ) : doing === 'reject' ? (
          <RemarkField
            label={trans.__('Why not? (optional)')}
            send={trans.__('Don’t write it')}
            text={draft.words}
            optional={true}
            disabled={sent}
            onChange={words => set({ words })}
            onSend={event =>
              answer({ action: 'reject', reason: draft.words.trim() }, event)
            }
            onBack={back}
          />
        ) : (
          <div className="jp-Cellwright-actions jp-mod-wrap">
            <Button
              {...DECIDES}
              look="primary"
              disabled={sent || trouble !== null}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={trans.__('Start (Ctrl/Cmd+Enter)')}
              onClick={start}
            >
              {trans.__('Start')}
            </Button>
            <Button disabled={sent} onClick={() => set({ doing: 'change' })}>
              {trans.__('Change')}
            </Button>
            <Button disabled={sent} onClick={() => set({ doing: 'reject' })}>
              {trans.__('Reject')}
            </Button>
          </div>
        )
      }
    >
      {asked.by === 'default' ? (
        <Note>
          {trans.__(
            'The model could not plan this, so here is a plain outline.'
          )}
        </Note>
      ) : asked.by === 'template' ? (
        <Note>
          {trans.__(
            'This comes from the template. No model has been asked yet.'
          )}
        </Note>
      ) : null}
      {asked.missing.length > 0 ? (
        <>
          <Note>{trans.__('Good to know before it starts:')}</Note>
          <ul className="jp-Cellwright-reportNotes">
            {asked.missing.map((sentence, index) => (
              <li key={index}>{visibleText(sentence)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="jp-Cellwright-reportFields">
        <Line
          label={trans.__('Title')}
          value={plan.title}
          most={200}
          disabled={sent}
          wide={true}
          onChange={title => setPlan({ title })}
        />
        {asked.templates.length > 0 ? (
          <div className="jp-Cellwright-reportField jp-mod-wide">
            <Field
              label={trans.__('Template')}
              hint={trans.__('Choosing another template replaces this plan.')}
            >
              {ids => (
                <select
                  {...ids}
                  className="jp-Cellwright-input"
                  disabled={sent}
                  value={draft.template ?? ''}
                  onChange={event =>
                    set({ template: event.target.value || null })
                  }
                >
                  <option value="">{trans.__('No template')}</option>
                  {asked.templates.map(template => (
                    <option key={template.id} value={template.id}>
                      {visibleText(template.title)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {draft.template === asked.template ? null : (
              <Button
                {...DECIDES}
                disabled={sent}
                onClick={event =>
                  answer(
                    {
                      action: 'change',
                      hash: asked.hash,
                      words: '',
                      template: draft.template
                    },
                    event
                  )
                }
              >
                {draft.template === null
                  ? trans.__('Plan without a template')
                  : trans.__('Use this template')}
              </Button>
            )}
          </div>
        ) : null}
        <Line
          label={trans.__('Kind')}
          value={plan.kind}
          most={60}
          disabled={sent}
          onChange={kind => setPlan({ kind })}
        />
        <Line
          label={trans.__('Language')}
          value={plan.language}
          most={35}
          disabled={sent}
          onChange={language => setPlan({ language })}
        />
        <Line
          label={trans.__('Readers')}
          value={plan.audience}
          most={400}
          disabled={sent}
          onChange={audience => setPlan({ audience })}
        />
        <Line
          label={trans.__('Maximum number of words')}
          type="number"
          value={plan.length === null ? '' : String(plan.length)}
          most={5}
          disabled={sent}
          onChange={typed =>
            setPlan({ length: typed.trim() === '' ? null : Number(typed) })
          }
        />
      </div>
      <PartFields
        parts={asked.parts}
        values={plan.parts}
        disabled={sent}
        onChange={parts => setPlan({ parts })}
      />
      <SectionList
        sections={plan.sections}
        searches={plan.searches}
        disabled={sent}
        onChange={sections => setPlan({ sections })}
      />
      <label className="jp-Cellwright-check jp-Cellwright-reportCheck">
        <input
          type="checkbox"
          checked={plan.searches}
          disabled={sent}
          onChange={event => setPlan({ searches: event.target.checked })}
        />
        <span>{trans.__('Look for evidence in the notebook')}</span>
      </label>
      <PlanFiles
        files={plan.files}
        typed={draft.file}
        disabled={sent}
        onChange={(files, file) => set({ file, plan: { ...plan, files } })}
      />
      {trouble ? (
        <p className="jp-Cellwright-refused" role="status">
          {troubleText(trouble, trans)}
        </p>
      ) : null}
    </CardFrame>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="jp-Cellwright-place">{children}</p>;
}

function Line({
  label,
  value,
  type = 'text',
  most,
  wide = false,
  disabled,
  onChange
}: {
  label: string;
  value: string;
  type?: 'text' | 'number';
  most: number;
  wide?: boolean;
  disabled: boolean;
  onChange(value: string): void;
}) {
  return (
    <div className={'jp-Cellwright-reportField' + (wide ? ' jp-mod-wide' : '')}>
      <Field label={label}>
        {ids => (
          <input
            {...ids}
            type={type}
            className="jp-Cellwright-input"
            maxLength={most}
            value={value}
            disabled={disabled}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function troubleText(trouble: PlanTrouble, trans: ITranslator): string {
  switch (trouble) {
    case 'no-title':
      return trans.__('The report needs a title.');
    case 'no-section':
      return trans.__('The report has no sections. Keep at least one.');
    case 'untitled':
      return trans.__('Every section needs a title.');
    case 'language':
      return trans.__('Write the language as a code, such as en or pt-BR.');
    case 'length':
      return trans.__('The length is a number from 50 to 20000 words.');
  }
}

function trimmed(plan: IReportPlan): IReportPlan {
  return {
    ...plan,
    title: plan.title.trim(),
    kind: plan.kind.trim() || 'general',
    sections: plan.sections.map(section => ({
      ...section,
      title: section.title.trim(),
      search: section.search
        .map(words => words.trim().slice(0, MOST_SEARCHED))
        .filter(Boolean)
        .slice(0, MOST_SEARCHES)
    }))
  };
}
