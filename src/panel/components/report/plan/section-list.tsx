import { UUID } from '@lumino/coreutils';
import { useEffect, useRef } from 'react';

import type { IReportSection } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import { Button } from '../../common/button';
import { usePanel } from '../../common/panel-context';
import { SectionRow } from './section-row';

/** Most sections of a report. */
const MAX_COUNT = 20;

/**
 * The sections of a report: what each must answer, what to search for, and
 * their order.
 */
export function SectionList({
  sections,
  searches,
  disabled,
  onChange
}: {
  sections: readonly IReportSection[];
  /** Whether evidence is searched for. */
  searches: boolean;
  disabled: boolean;
  onChange(sections: IReportSection[]): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const list = useRef<HTMLOListElement>(null);
  /** Selector of a section's control that gets focus once it is rendered. */
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current !== null) {
      list.current?.parentElement
        ?.querySelector<HTMLElement>(next.current)
        ?.focus();
      next.current = null;
    }
  }, [sections]);

  const change = (id: string, part: Partial<IReportSection>) =>
    onChange(
      sections.map(each => (each.id === id ? { ...each, ...part } : each))
    );
  /** @param focus name of the control that moved it; null if it was dragged. */
  const move = (id: string, to: number, focus: string | null) => {
    const at = sections.findIndex(each => each.id === id);
    if (at < 0) {
      return;
    }
    const section = sections[at];
    next.current = focus === null ? null : control(id, focus);
    store.announce(
      trans.__(
        '“%1” is now section %2 of %3.',
        visibleText(section.title),
        to + 1,
        sections.length
      )
    );
    onChange(sections.toSpliced(at, 1).toSpliced(to, 0, section));
  };
  const remove = (at: number) => {
    const after = sections[at + 1] ?? sections[at - 1];
    next.current = after ? control(after.id, 'title') : '[data-control="add"]';
    store.announce(
      trans.__('“%1” was removed.', visibleText(sections[at].title))
    );
    onChange(sections.toSpliced(at, 1));
  };
  const add = () => {
    const id = `s-${UUID.uuid4().slice(0, 8)}`;
    next.current = control(id, 'title');
    onChange([
      ...sections,
      { id, title: '', answers: '', search: [], required: false, on: true }
    ]);
  };

  return (
    <div className="jp-Cellwright-sections">
      <h4>{trans.__('Sections')}</h4>
      <ol ref={list}>
        {sections.map(({ id }, at) => (
          <SectionRow
            key={id}
            sections={sections}
            at={at}
            searches={searches}
            disabled={disabled}
            onChange={part => change(id, part)}
            onMove={move}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <Button
        data-control="add"
        disabled={disabled || sections.length >= MAX_COUNT}
        onClick={add}
      >
        {trans.__('Add a section')}
      </Button>
    </div>
  );
}

function control(id: string, name: string): string {
  return `[data-section="${CSS.escape(id)}"] [data-control="${name}"]`;
}
