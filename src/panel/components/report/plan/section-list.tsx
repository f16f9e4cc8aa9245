import { UUID } from '@lumino/coreutils';
import { useEffect, useRef } from 'react';

import type { IReportSection } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import { Button } from '../../common/button';
import { usePanel } from '../../common/panel-context';
import { ControlButton } from '../control-button';

/** Sections of a report at most. */
const MOST = 20;

/** Sections of a report: what each must answer, what is looked for, and in which order they stand. */
export function SectionList({
  sections,
  searches,
  disabled,
  onChange
}: {
  sections: readonly IReportSection[];
  /** Whether evidence is looked for. */
  searches: boolean;
  disabled: boolean;
  onChange(sections: IReportSection[]): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const list = useRef<HTMLOListElement>(null);
  /** What focus goes to once it is drawn: a control of a section. */
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
  const move = (at: number, by: -1 | 1) => {
    const section = sections[at];
    const to = at + by;
    // At the end of the list its button can't be pressed any more.
    const still = to + by >= 0 && to + by < sections.length ? by : -by;
    next.current = control(section.id, still < 0 ? 'up' : 'down');
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
        {sections.map((section, at) => {
          const { id, title, answers, search, on } = section;
          const named = visibleText(title) || trans.__('section %1', at + 1);
          return (
            <li key={id} data-section={id} className={on ? '' : 'jp-mod-off'}>
              <div className="jp-Cellwright-sectionHead">
                <input
                  type="checkbox"
                  aria-label={trans.__('Write “%1”', named)}
                  title={trans.__('Write this section')}
                  checked={on}
                  disabled={disabled}
                  onChange={event => change(id, { on: event.target.checked })}
                />
                <input
                  type="text"
                  data-control="title"
                  className="jp-Cellwright-input"
                  aria-label={trans.__('Title of section %1', at + 1)}
                  placeholder={trans.__('Title')}
                  maxLength={200}
                  value={title}
                  disabled={disabled}
                  onChange={event => change(id, { title: event.target.value })}
                />
                <ControlButton
                  control="up"
                  sign="↑"
                  label={trans.__('Move “%1” up', named)}
                  disabled={disabled || at === 0}
                  onPress={() => move(at, -1)}
                />
                <ControlButton
                  control="down"
                  sign="↓"
                  label={trans.__('Move “%1” down', named)}
                  disabled={disabled || at === sections.length - 1}
                  onPress={() => move(at, 1)}
                />
                <ControlButton
                  control="remove"
                  sign="×"
                  label={trans.__('Remove “%1”', named)}
                  disabled={disabled}
                  onPress={() => remove(at)}
                />
              </div>
              <textarea
                className="jp-Cellwright-input"
                aria-label={trans.__('What “%1” must answer', named)}
                placeholder={trans.__('What it must answer')}
                rows={2}
                maxLength={2000}
                value={answers}
                disabled={disabled}
                onChange={event => change(id, { answers: event.target.value })}
              />
              {searches ? (
                <input
                  type="text"
                  className="jp-Cellwright-input"
                  aria-label={trans.__('Words to look for “%1” with', named)}
                  placeholder={trans.__('Words to look for, with commas')}
                  maxLength={1600}
                  // As it is typed; what is empty is left out when it is sent.
                  value={search.join(',')}
                  disabled={disabled}
                  onChange={event =>
                    change(id, { search: event.target.value.split(',') })
                  }
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      <Button
        data-control="add"
        disabled={disabled || sections.length >= MOST}
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
