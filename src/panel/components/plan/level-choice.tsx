import type { ITranslator, ReviewLevel } from '../../../contract';
import { usePanel } from '../common/panel-context';

const LEVELS: readonly ReviewLevel[] = ['cell', 'step', 'outside'];

/** How often to ask while a plan runs. */
export function LevelChoice({
  of,
  level,
  disabled,
  onChange
}: {
  /** Id of the card that it is on. */
  of: string;
  level: ReviewLevel;
  disabled: boolean;
  onChange(level: ReviewLevel): void;
}) {
  const { trans } = usePanel().services;
  return (
    <fieldset className="jp-Cellwright-answers" disabled={disabled}>
      <legend>{trans.__('While it runs, ask me')}</legend>
      {LEVELS.map(each => (
        <label key={each}>
          <input
            type="radio"
            name={`level-${of}`}
            checked={level === each}
            onChange={() => onChange(each)}
          />
          <span>{levelText(each, trans)}</span>
        </label>
      ))}
      {level === 'cell' ? null : (
        <p className="jp-Cellwright-hint">
          {trans.__(
            'For this plan only, until it ends. You can take it back at any time. Shell commands, tools that use the network, and files outside the notebook’s folder always ask. Code in a cell can reach the network without asking.'
          )}
        </p>
      )}
    </fieldset>
  );
}

function levelText(level: ReviewLevel, trans: ITranslator): string {
  switch (level) {
    case 'cell':
      return trans.__('at each cell');
    case 'step':
      return trans.__('at each step');
    case 'outside':
      return trans.__(
        'only for shell commands, network tools and files outside the notebook’s folder'
      );
  }
}
