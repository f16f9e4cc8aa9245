import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent
} from 'react';

import { DECIDES } from '../../trust/is-persons-event';
import { claim } from './focus';
import { useFieldId } from './use-field-id';

export interface IMenuItem {
  label: string;
  /** The heading that it stands under, with those next to it that have the same. */
  group?: string;
  /** Shown under the label, as an explanation. */
  hint?: string;
  onSelect(event: SyntheticEvent): void;
}

/**
 * A button that opens a menu: the arrow keys, Home and End move through it;
 * Esc, or leaving it, closes it and returns focus.
 */
export function MenuButton({
  label,
  className,
  disabled = false,
  items,
  children
}: {
  label: string;
  className: string;
  disabled?: boolean;
  items: readonly IMenuItem[];
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const open = isOpen && !disabled;
  const menuId = useFieldId();
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (open) {
      // The menu of the last card extends below the end of the thread.
      menu.current?.scrollIntoView?.({ block: 'nearest' });
      entries(root.current)[0]?.focus();
    }
  }, [open]);

  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries(root.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      claim(event);
      all[(index + all.length) % all.length]?.focus();
    };
    if (!open) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        claim(event);
        setOpen(true);
      }
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
        return go(at + 1);
      case 'ArrowUp':
        return go(at < 0 ? -1 : at - 1);
      case 'Home':
        return go(0);
      case 'End':
        return go(-1);
      case 'Escape':
        claim(event);
        return close();
    }
  };

  return (
    <span
      ref={root}
      className="jp-Cellwright-menu"
      onKeyDown={onKeyDown}
      onBlur={event => {
        const next = event.relatedTarget as Node | null;
        if (open && next && !root.current?.contains(next)) {
          setOpen(false);
        }
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        aria-label={label}
        title={label}
        onClick={event => {
          event.stopPropagation();
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {open ? (
        <span
          ref={menu}
          id={menuId}
          role="menu"
          aria-label={label}
          className="jp-Cellwright-menuItems"
        >
          {items.map(({ label: name, group, hint, onSelect }, index) => (
            <Fragment key={name}>
              {group && group !== items[index - 1]?.group ? (
                <span
                  role="separator"
                  aria-label={group}
                  className="jp-Cellwright-menuHeading"
                >
                  {group}
                </span>
              ) : null}
              <button
                {...DECIDES}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className="jp-Cellwright-menuItem"
                onClick={event => {
                  event.stopPropagation();
                  close();
                  onSelect(event);
                }}
              >
                {name}
                {hint ? (
                  <span className="jp-Cellwright-menuHint">{hint}</span>
                ) : null}
              </button>
            </Fragment>
          ))}
        </span>
      ) : null}
    </span>
  );
}

function entries(root: HTMLElement | null): HTMLElement[] {
  return Array.from(
    root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []
  );
}
