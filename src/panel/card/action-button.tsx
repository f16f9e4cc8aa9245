import { caretDownIcon } from '@jupyterlab/ui-components';
import { createContext } from 'react';

import { Button, type IButtonProps } from '../components/common/button';
import { MenuButton } from '../components/common/menu-button';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { visibleProse } from '../render/visible-text';
import { DECIDES } from '../trust/is-persons-event';
import type { Action } from './card';

export type Press = (action: Action, event: Event) => void;

/** What all parts of a card share; without `press` nothing on it can be pressed. */
export const CardContext = createContext<{
  /** Whether an answer is on its way. */
  disabled: boolean;
  press?: Press;
}>({ disabled: false });

/** Whether a press sends an answer. */
export function decides({ asks, sets, resets, shows }: Action): boolean {
  return !asks && !sets && !resets && !shows;
}

export function ActionButton({
  action,
  look,
  disabled,
  press
}: {
  action: Action;
  look?: IButtonProps['look'];
  disabled: boolean;
  press: Press;
}) {
  const { trans } = usePanel();
  const isOnly = usePanelState(({ thread }) => thread.pending.length === 1);
  const isFirst = look === 'primary';
  const { more } = action;
  const button = (
    <Button
      {...(decides(action) ? DECIDES : {})}
      {...(isFirst
        ? {
            'aria-keyshortcuts': 'Control+Enter Meta+Enter',
            title: trans.__('Ctrl/Cmd+Enter')
          }
        : action.refuses && {
            'aria-keyshortcuts': 'Control+Shift+Backspace Meta+Shift+Backspace',
            title: trans.__('Ctrl/Cmd+Shift+Backspace')
          })}
      {...(action.hint && { title: action.hint })}
      look={look}
      aria-label={action.says && visibleProse(action.says)}
      aria-pressed={action.isOn}
      disabled={disabled}
      onClick={({ nativeEvent }) => press(action, nativeEvent)}
    >
      {visibleProse(action.label)}
      {isFirst && more ? (
        <kbd className={isOnly ? 'jp-mod-only' : ''} aria-hidden="true">
          {/mac/i.test(navigator.platform) ? '⌘ ⏎' : trans.__('Ctrl ⏎')}
        </kbd>
      ) : null}
    </Button>
  );
  return more ? (
    <span className="jp-Cellwright-approve">
      {button}
      {more.actions.length > 0 ? (
        <MenuButton
          label={more.label}
          className="jp-Cellwright-button jp-mod-primary"
          disabled={disabled}
          items={more.actions.map(({ label, group, hint, ...rest }) => ({
            label: visibleProse(label),
            group: group && visibleProse(group),
            hint,
            onSelect: ({ nativeEvent }) =>
              press({ label, ...rest }, nativeEvent)
          }))}
        >
          <caretDownIcon.react tag="span" />
        </MenuButton>
      ) : null}
    </span>
  ) : (
    button
  );
}
