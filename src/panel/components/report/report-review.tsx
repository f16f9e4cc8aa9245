import { useEffect, useRef, useLayoutEffect, type ReactNode } from 'react';

import type {
  IReportFinding,
  IRoundedNumber,
  IUntracedNumber
} from '../../../contract';
import { Actions } from '../../card/actions';
import { setDraft, useAsked, useCardBox } from '../../card/answer';
import { askedBy } from '../../card/asked';
import { flagIn } from '../../card/card';
import type { ReviewAsked } from '../../card/review-card';
import {
  visibleName,
  visibleProse,
  visibleText
} from '../../render/visible-text';
import { withInserted } from '../../report/with-inserted';
import type { IInterruptItem } from '../../state/thread-items';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { Hint, Refused } from '../common/notice';
import { REFERENCE, REFERRED, reportBody } from '../../render/report-body';
import type { ReportPages } from './use-report-page';

/** A finished report: its text, the findings, and what to do with it. */
export function ReportReview({
  item: { id },
  item,
  asked,
  markdown,
  pages
}: {
  item: IInterruptItem;
  asked: ReviewAsked;
  /** Its text as the person has left it. */
  markdown: string;
  pages: ReportPages;
}) {
  const { store, trans } = usePanel();
  const { page, problem } = pages;
  const root = useRef<HTMLDivElement>(null);
  const state = useAsked(id, askedBy(item), root);
  const box = useCardBox(root, id, state?.disabled ?? false, asked);
  const isChanged = markdown !== asked.markdown;
  const untraced = page?.untraced.length;
  useEffect(() => {
    if (isChanged && untraced !== undefined) {
      // Its card says how many there are in the person's version.
      setDraft(store, id, id, ({ values }) => ({
        values: { ...values, untraced }
      }));
    }
  }, [store, id, isChanged, untraced]);
  if (!state) {
    return null;
  }
  const { typed, disabled, press, onChange } = state;
  const isEditing = flagIn(typed, 'editing');
  const actions = state.card.actions.filter(({ shows }) => !shows);
  return (
    <div
      ref={root}
      {...box}
      className="jp-Cellwright-report"
      aria-label={trans.__('Report: %1', visibleName(asked.heading))}
      onKeyDownCapture={event => state.onKeyDown(event, actions[0], press)}
    >
      <div className="jp-Cellwright-reportHead">
        <h2>{visibleText(asked.heading)}</h2>
        <Button
          aria-pressed={isEditing}
          disabled={disabled}
          onClick={() => onChange('editing', !isEditing)}
        >
          {trans.__('Edit')}
        </Button>
        {isChanged ? (
          <Button
            disabled={disabled}
            onClick={() => onChange('markdown', asked.markdown)}
          >
            {trans.__('Discard edit')}
          </Button>
        ) : null}
        <Button disabled={page === null} onClick={() => void pages.print()}>
          {trans.__('Print')}
        </Button>
      </div>
      <p className="jp-Cellwright-hidden" role="status">
        {pages.loading
          ? trans.__('Loading')
          : page
            ? trans._n(
                '%1 number is not in the evidence.',
                '%1 numbers are not in the evidence.',
                page.untraced.length
              )
            : ''}
      </p>
      <div className="jp-Cellwright-reportBody">
        {isEditing ? (
          <textarea
            className="jp-Cellwright-input jp-Cellwright-reportText"
            aria-label={trans.__('Text of the report, as Markdown')}
            value={markdown}
            disabled={disabled}
            onChange={event => onChange('markdown', event.target.value)}
          />
        ) : null}
        {problem ? (
          <div className="jp-Cellwright-reportPage">
            <p className="jp-Cellwright-refused" role="alert">
              {visibleText(problem)}{' '}
              <Button look="link" onClick={pages.again}>
                {trans.__('Try again')}
              </Button>
            </p>
            <pre tabIndex={0} aria-label={trans.__('The report')}>
              {visibleText(markdown)}
            </pre>
          </div>
        ) : page ? (
          <ReportPage html={page.html} {...pages} />
        ) : (
          <p className="jp-Cellwright-lazy">{trans.__('Loading')}</p>
        )}
        <ReportFindings
          findings={asked.findings}
          untraced={asked.untraced}
          rounded={[]}
          unknown={[]}
          {...page}
          disabled={disabled}
          reveal={pages.reveal}
          onInsert={({ insert, section }) =>
            onChange('markdown', withInserted(markdown, section, insert ?? ''))
          }
        />
      </div>
      <Refused text={state.refused} />
      <Actions {...state} actions={actions} first={actions[0]} />
    </div>
  );
}

/** A harmless preview of a report; pressing a reference shows its cell. */
export function ReportPage({
  html,
  last,
  reveal
}: { html: string } & Pick<ReportPages, 'last' | 'reveal'>) {
  const { trans } = usePanel();
  const node = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const held = node.current?.contains(document.activeElement) ?? false;
    node.current?.replaceChildren(reportBody(html));
    for (const each of references(node.current)) {
      each.title = trans.__('Show the cell in the notebook');
      each.setAttribute(
        'aria-label',
        trans.__('Evidence %1, show its cell', each.textContent ?? '')
      );
    }
    if (held) {
      node.current?.focus();
    }
  }, [html, trans]);
  useLayoutEffect(() => {
    for (const each of references(node.current)) {
      if (each.getAttribute(REFERENCE) === last) {
        each.setAttribute('aria-current', 'true');
      } else {
        each.removeAttribute('aria-current');
      }
    }
  }, [html, last]);
  return (
    <div
      ref={node}
      className="jp-Cellwright-reportPage"
      role="document"
      aria-label={trans.__('The report')}
      tabIndex={0}
      onClick={event => {
        const target = event.target as Element;
        const pressed = target.closest(`[${REFERENCE}]`);
        const id = pressed?.getAttribute(REFERENCE);
        if (id) {
          unfold(node.current, id);
          reveal(id);
        }
      }}
    />
  );
}

function references(node: HTMLElement | null): HTMLElement[] {
  return [...(node?.querySelectorAll<HTMLElement>(`[${REFERENCE}]`) ?? [])];
}

/** Opens the entry for this evidence at the end of the report. */
function unfold(node: HTMLElement | null, id: string): void {
  const referred = node?.querySelector(`[${REFERRED}="${CSS.escape(id)}"]`);
  const fold = referred?.closest('details');
  if (fold) {
    fold.open = true;
  }
}

/** What the checks found in a report, and its numbers that have no source. */
function ReportFindings({
  findings,
  untraced,
  rounded,
  unknown,
  disabled,
  reveal,
  onInsert
}: {
  findings: readonly IReportFinding[];
  untraced: readonly IUntracedNumber[];
  /** Numbers that the evidence has with more digits. */
  rounded: readonly IRoundedNumber[];
  /** References to evidence that does not exist. */
  unknown: readonly string[];
  disabled: boolean;
  reveal: ReportPages['reveal'];
  onInsert(finding: IReportFinding): void;
}) {
  const { trans } = usePanel();
  // Numbers without a source have a list of their own.
  const others = findings.filter(
    ({ check, state }) => check !== 'numbers' || state !== 'failed'
  );
  const states = {
    failed: trans.__('Not met:'),
    mended: trans.__('Fixed:'),
    met: trans.__('Met:')
  };
  return (
    <aside
      className="jp-Cellwright-reportAside"
      aria-label={trans.__('What was checked')}
      tabIndex={0}
    >
      <List
        title={trans.__('Numbers not in the evidence')}
        none={trans.__('None.')}
      >
        {untraced.map(({ text, context, section, closest }, index) => (
          <li key={index} className="jp-mod-failed">
            <strong className="jp-Cellwright-untraced">
              {visibleProse(text)}
            </strong>{' '}
            {visibleProse(context)}
            <Place section={section} />{' '}
            {closest ? (
              <Button look="link" onClick={() => reveal(closest.id)}>
                {trans.__(
                  'Closest: %1 (%2)',
                  visibleProse(closest.text),
                  closest.id
                )}
              </Button>
            ) : null}
          </li>
        ))}
      </List>
      <List title={trans.__('References to missing evidence')}>
        {unknown.map((text, index) => (
          <li key={index} className="jp-mod-failed">
            <code>{visibleText(text)}</code>
          </li>
        ))}
      </List>
      <List
        title={trans.__('Checks')}
        none={untraced.length > 0 ? undefined : trans.__('Nothing was found.')}
      >
        {(['failed', 'mended', 'met'] as const)
          .flatMap(state => others.filter(each => each.state === state))
          .map(finding => (
            <li key={finding.id} className={`jp-mod-${finding.state}`}>
              <strong>{states[finding.state]}</strong>{' '}
              {visibleProse(finding.text)}
              <Place section={finding.section} />
              {finding.insert === null ? null : (
                <>
                  <pre tabIndex={0} aria-label={trans.__('Missing text')}>
                    {visibleText(finding.insert)}
                  </pre>
                  <Button
                    look="link"
                    disabled={disabled}
                    onClick={() => onInsert(finding)}
                  >
                    {trans.__('Insert')}
                  </Button>
                </>
              )}
            </li>
          ))}
      </List>
      <List title={trans.__('Rounded numbers')}>
        {rounded.map(({ text, section, from, id }, index) => (
          <li key={index}>
            <strong>{visibleProse(text)}</strong>{' '}
            <Button look="link" onClick={() => reveal(id)}>
              {trans.__(
                '%1 in the notebook (%2)',
                visibleProse(from),
                visibleText(id)
              )}
            </Button>
            <Place section={section} />
          </li>
        ))}
      </List>
    </aside>
  );
}

/** A list with its heading; if it is empty, `none` or nothing at all. */
function List({
  title,
  none,
  children
}: {
  title: string;
  none?: string;
  children: ReactNode[];
}) {
  return children.length === 0 && !none ? null : (
    <>
      <h3>{title}</h3>
      {children.length > 0 ? <ul>{children}</ul> : <Hint>{none}</Hint>}
    </>
  );
}

/** The section that something stands in; nothing for the whole report. */
function Place({ section }: { section: string }) {
  const { trans } = usePanel();
  return section ? (
    <span className="jp-Cellwright-hint">
      {' '}
      {trans.__('in “%1”', visibleText(section))}
    </span>
  ) : null;
}
