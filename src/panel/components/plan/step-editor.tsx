import { ellipsesIcon } from '@jupyterlab/ui-components';
import { useLayoutEffect, useRef } from 'react';
import { UUID } from '@lumino/coreutils';

import { type IPlanStep, MOST_STEPS } from '../../../contract';
import { addedStep, changedStep, movedStep } from '../../state/plan-draft';
import {
  visibleName,
  visibleProse,
  visibleText
} from '../../render/visible-text';
import { type IMenuItem, MenuButton } from '../common/menu-button';
import { usePanel } from '../common/panel-context';
import { RowGrip } from './row-grip';
import { useMovableRow } from './use-movable-row';

/**
 * Steps that were moved by keyboard, added or left, and take focus once they
 * are rendered.
 */
const FOCUS = new Set<string>();

/** A step of the plan card, editable in place. */
export function StepEditor({
  steps,
  proposed,
  at,
  disabled,
  onChange
}: {
  steps: readonly IPlanStep[];
  proposed: readonly IPlanStep[];
  at: number;
  disabled: boolean;
  onChange(steps: IPlanStep[]): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const step = steps[at];
  const { id } = step;
  const root = useRef<HTMLLIElement>(null);
  const name = visibleText(step.title) || trans.__('without a title');
  useLayoutEffect(() => {
    if (FOCUS.delete(id)) {
      root.current
        ?.querySelector<HTMLElement>(
          step.title === ''
            ? '.jp-Cellwright-stepTitle'
            : '.jp-Cellwright-stepGrip'
        )
        ?.focus();
    }
  });

  const set = (change: Partial<IPlanStep>) =>
    onChange(changedStep(steps, id, change, proposed));
  const remove = () => {
    const next = steps[at + 1] ?? steps[at - 1];
    if (next) {
      FOCUS.add(next.id);
    }
    onChange(steps.filter(other => other.id !== id));
    store.announce(trans.__('Deleted: “%1”', name));
  };
  const { over, move, row, grip } = useMovableRow({
    ids: steps.map(each => each.id),
    at,
    name: step.title,
    disabled,
    onMove: to => {
      FOCUS.add(id);
      onChange(movedStep(steps, id, to));
      store.announce(
        trans.__('“%1” is now step %2 of %3.', name, to + 1, steps.length)
      );
    },
    onDrop: other => onChange(movedStep(steps, other, at)),
    onRemove: remove
  });

  const items: (IMenuItem | null)[] = [
    at > 0
      ? { label: trans.__('Move up'), onSelect: () => move(at - 1) }
      : null,
    at < steps.length - 1
      ? { label: trans.__('Move down'), onSelect: () => move(at + 1) }
      : null,
    step.reads
      ? {
          label: step.beside
            ? trans.__('Run it on its own')
            : trans.__('Run it side by side'),
          hint: trans.__('With the steps next to it that only read'),
          onSelect: () => set({ beside: !step.beside })
        }
      : null,
    steps.length < MOST_STEPS
      ? {
          label: trans.__('Add a step below'),
          onSelect: () => {
            const added = UUID.uuid4();
            FOCUS.add(added);
            onChange(addedStep(steps, added, id));
          }
        }
      : null,
    { label: trans.__('Delete'), onSelect: remove }
  ];
  return (
    <li
      ref={root}
      className={
        'jp-Cellwright-planStep' +
        (step.on ? '' : ' jp-mod-off') +
        (over ? ' jp-mod-over' : '')
      }
      {...row}
    >
      <div className="jp-Cellwright-stepLine">
        <RowGrip
          grip={grip}
          label={trans.__(
            'Move step %1, “%2”, with the arrow keys',
            at + 1,
            name
          )}
        />
        <input
          type="checkbox"
          aria-label={trans.__('Run step %1', at + 1)}
          title={trans.__('Run this step')}
          disabled={disabled}
          checked={step.on}
          onChange={event => set({ on: event.target.checked })}
        />
        <span className="jp-Cellwright-stepNumber" aria-hidden="true">
          {at + 1}
        </span>
        <textarea
          className="jp-Cellwright-input jp-Cellwright-stepTitle"
          rows={1}
          aria-label={trans.__('Title of step %1', at + 1)}
          placeholder={trans.__('What to do')}
          maxLength={200}
          disabled={disabled}
          value={step.title}
          // The title may wrap in a narrow panel, but must stay a single line
          // of text.
          onChange={event =>
            set({ title: event.target.value.replace(/\n\s*/g, ' ') })
          }
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
            }
          }}
        />
        <MenuButton
          label={trans.__('More actions for step %1', at + 1)}
          className="jp-Cellwright-iconButton"
          disabled={disabled}
          items={items}
        >
          <ellipsesIcon.react tag="span" />
        </MenuButton>
      </div>
      <textarea
        className="jp-Cellwright-input jp-Cellwright-stepText"
        aria-label={trans.__('What step %1 does', at + 1)}
        placeholder={trans.__('More detail (optional)')}
        rows={rowsFor(step.does)}
        maxLength={2000}
        disabled={disabled}
        value={step.does}
        onChange={event => set({ does: event.target.value })}
      />
      <textarea
        className="jp-Cellwright-input jp-Cellwright-stepText"
        aria-label={trans.__('What shows that step %1 worked', at + 1)}
        placeholder={trans.__('What shows that it worked (optional)')}
        rows={rowsFor(step.worked)}
        maxLength={1000}
        disabled={disabled}
        value={step.worked}
        onChange={event => set({ worked: event.target.value })}
      />
      <StepFacts steps={steps} at={at} />
    </li>
  );
}

/** For browsers that cannot size a field by its content. */
function rowsFor(text: string): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + 1 + Math.floor(line.length / 45), 0);
  return Math.min(lines, 6);
}

/** Facts about a step besides its text: the steps it builds on, its tools. */
function StepFacts({ steps, at }: { steps: readonly IPlanStep[]; at: number }) {
  const { trans } = usePanel().services;
  const { title, does, needs, tools, worked, reads, beside } = steps[at];
  const hidden = [title, does, worked].filter(
    text => visibleProse(text) !== text
  );
  const places = needs
    .map(id => steps.findIndex(step => step.id === id))
    .filter(place => place >= 0);
  const before = places.filter(place => place < at);
  const later = places.filter(place => place >= at);
  const off = before.filter(place => !steps[place].on);
  const facts = [
    ...(beside
      ? [trans.__('Runs side by side with the steps next to it')]
      : reads
        ? [trans.__('Only reads')]
        : []),
    ...(before.length > 0
      ? [trans.__('Builds on step %1', numbers(before))]
      : []),
    ...(tools.length > 0
      ? [trans.__('Likely to use %1', tools.map(visibleName).join(', '))]
      : [])
  ];
  return (
    <div className="jp-Cellwright-stepFacts">
      {facts.length > 0 ? <div>{facts.join(' · ')}</div> : null}
      {hidden.map((text, index) => (
        <div key={index} className="jp-mod-warning">
          {trans.__(
            'This contains characters that cannot be seen: “%1”',
            visibleProse(text)
          )}
        </div>
      ))}
      {later.length > 0 ? (
        <div className="jp-mod-warning">
          {trans.__(
            'It can no longer build on step %1, which now comes later.',
            numbers(later)
          )}
        </div>
      ) : null}
      {off.length > 0 ? (
        <div className="jp-mod-warning">
          {trans.__(
            'It builds on step %1, which is switched off.',
            numbers(off)
          )}
        </div>
      ) : null}
    </div>
  );

  function numbers(places: readonly number[]): string {
    return places.map(place => place + 1).join(', ');
  }
}
