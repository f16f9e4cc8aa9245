import { caretDownIcon, caretUpIcon } from '@jupyterlab/ui-components';
import { useState, type ReactNode } from 'react';

import { Button } from './button';
import { Took } from './elapsed';
import { usePanel } from './panel-context';

const PARTS = ['', 'jp-mod-failed', 'jp-mod-skipped'];

/** Progress: a header that opens to show the rest, and a bar below it. */
export function ProgressSection(props: {
  /** What the progress is of. */
  name: string;
  title: string;
  /** How much of it is done, at the end of the header. */
  count: ReactNode;
  isDone: boolean;
  /** Whether it is open at first. */
  open?: boolean;
  now: number;
  most: number;
  nowText?: string;
  /** Percentages for the bar: done, failed, skipped. */
  shares: readonly number[];
  children(open: boolean): ReactNode;
}) {
  const { name, title } = props;
  // The person's own choice.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? props.open ?? false;
  const Caret = (open ? caretUpIcon : caretDownIcon).react;
  return (
    <section
      className={'jp-Cellwright-todo' + (props.isDone ? ' jp-mod-done' : '')}
      aria-label={name}
    >
      <Button
        className="jp-Cellwright-todoHead"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        <strong title={title}>{title}</strong>
        <span className="jp-Cellwright-todoCount">
          {props.count}
          <Caret tag="span" />
        </span>
      </Button>
      <div
        className="jp-Cellwright-progress"
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={props.most}
        aria-valuenow={props.now}
        aria-valuetext={props.nowText}
      >
        {props.shares.map((share, index) =>
          index > 0 && share === 0 ? null : (
            <div
              key={index}
              className={PARTS[index]}
              style={{ width: `${share}%` }}
            />
          )
        )}
      </div>
      {props.children(open)}
    </section>
  );
}

/** A step of what is in progress: its state as a sign and as a word, its time. */
export function StepLine({
  state,
  since,
  ms = 0,
  children
}: {
  state: 'done' | 'failed' | 'now' | 'off' | 'skipped' | 'todo' | 'undone';
  /** When it began, if it is not over; else how long it took. */
  since?: number | null;
  ms?: number;
  children: ReactNode;
}) {
  const { trans } = usePanel();
  const [sign, text] = {
    done: ['✓', trans.__('Done:')],
    failed: ['✕', trans.__('Failed:')],
    now: ['●', trans.__('Now:')],
    off: ['–', trans.__('Switched off:')],
    skipped: ['–', trans.__('Skipped:')],
    todo: ['○', trans.__('To do:')],
    undone: ['–', trans.__('Not done:')]
  }[state];
  return (
    <li
      className={`jp-mod-${state}`}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span aria-hidden="true">{sign}</span>
      <div>
        <span className="jp-Cellwright-hidden">{text} </span>
        {children}
      </div>
      <Took since={since} ms={ms} />
    </li>
  );
}
