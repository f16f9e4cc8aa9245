import { ellipsesIcon } from '@jupyterlab/ui-components';
import { UUID } from '@lumino/coreutils';
import {
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent
} from 'react';

import { Button } from '../components/common/button';
import { Select } from '../components/common/field';
import { claim } from '../components/common/focus';
import { type IMenuItem, MenuButton } from '../components/common/menu-button';
import { usePanel } from '../components/common/panel-context';
import { Unfolding } from '../components/common/folding-line';
import { visibleProse } from '../render/visible-text';
import { CardContext } from './action-button';
import { Blocks } from './blocks';
import { compact, type Field, type Row, type RowValue } from './card';

/** The row being dragged: one at a time, and never from another page. */
let dragged: string | null = null;

/** In several groups there may be one of the same id. */
const keyOf = ({ group = '', id }: RowValue): string => `${group} ${id}`;

/**
 * A list that can be changed: ticked, written in, moved by its handle (dragged,
 * or with the arrow keys) or with Alt and an arrow key, added to. One line a
 * row; the row that was last used shows its details.
 */
export function RowsField({
  label,
  rows,
  groups,
  add,
  full,
  onChange
}: Omit<Field & { kind: 'rows' }, 'kind' | 'name'> & {
  onChange(rows: RowValue[]): void;
}) {
  const { store, trans } = usePanel();
  const { disabled } = useContext(CardContext);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  /** Those without texts to write whose details were shown or hidden. */
  const [shown, setShown] = useState<Record<string, boolean>>({});
  const [over, setOver] = useState<string | null>(null);
  const isPressed = useRef(false);
  /** The row that takes focus once it is drawn, and where. */
  const focus = useRef<[key: string, control: string] | null | undefined>(null);
  useLayoutEffect(() => {
    if (focus.current) {
      const [key, control] = focus.current;
      list.current
        ?.querySelector<HTMLElement>(
          `[data-row="${CSS.escape(key)}"] [data-control="${control}"]`
        )
        ?.focus();
      focus.current = null;
    }
  });
  const values = rows.map(({ value }) => value);
  const inGroup = (group: string | undefined) =>
    rows.filter(({ value }) => value.group === group);

  /** Puts a row at a place in a group. */
  const place = (value: RowValue, group: string | undefined, at: number) => {
    const rest = values.filter(
      each => each !== value && (each.id !== value.id || each.group !== group)
    );
    const peers = rest.filter(each => each.group === group);
    const next = peers[at];
    const to = next ? rest.indexOf(next) : rest.length;
    onChange(rest.toSpliced(to, 0, { ...value, group }));
  };
  const move = (row: Row, by: number) => {
    const peers = inGroup(row.value.group);
    const to = peers.indexOf(row) + by;
    if (to >= 0 && to < peers.length && !disabled) {
      focus.current = [keyOf(row.value), 'grip'];
      store.announce(
        trans.__('“%1” is now %2 of %3.', row.name, to + 1, peers.length)
      );
      place(row.value, row.value.group, to);
    }
  };
  const remove = (row: Row) => {
    const at = rows.indexOf(row);
    const next = rows[at + 1] ?? rows[at - 1];
    focus.current = next ? [keyOf(next.value), 'grip'] : null;
    store.announce(trans.__('Deleted: “%1”', row.name));
    onChange(values.toSpliced(at, 1));
  };
  const append = (at: number) => {
    const id = UUID.uuid4();
    focus.current = [keyOf({ id, on: true }), 'title'];
    onChange(values.toSpliced(at, 0, { id, on: true }));
  };
  const row = (of: Row, at: number, peers: readonly Row[]) => {
    const { value, name, tag, tick, grip, columns, place: placeLabel } = of;
    const key = keyOf(value);
    const [title, ...texts] = columns;
    const isShown = title ? open === key : (shown[key] ?? of.isOpen ?? false);
    const change = (part: Partial<RowValue>) =>
      onChange(
        values.map(each => (each === value ? { ...each, ...part } : each))
      );
    const onUse = ({ type }: SyntheticEvent) => {
      // Nothing moves between a press and its click.
      if (type === 'click' || !isPressed.current) {
        setOpen(key);
      }
    };
    const onPlace = (group: string) => {
      const target = groups?.find(({ id }) => id === group);
      store.announce(
        trans.__('“%1” is now in “%2”.', name, target?.label ?? '')
      );
      const next = peers[at + 1] ?? peers[at - 1];
      // What is put aside stands behind a line.
      focus.current = target?.folded
        ? next && [keyOf(next.value), 'tick']
        : [keyOf({ ...value, group }), 'tick'];
      place(value, group, Infinity);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isOnGrip =
        (event.target as Element).closest('[data-control="grip"]') !== null;
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (
        grip !== undefined &&
        by !== undefined &&
        (event.altKey || isOnGrip)
      ) {
        claim(event);
        move(of, by);
      } else if (event.key === 'Delete' && isOnGrip && add !== undefined) {
        claim(event);
        remove(of);
      }
    };
    /** Whether what is dragged can be dropped here. */
    const takes = (event: DragEvent): boolean => {
      const can =
        dragged !== null &&
        dragged !== key &&
        values.some(each => keyOf(each) === dragged);
      if (can) {
        claim(event);
      }
      return can;
    };
    const items = compact<IMenuItem>([
      grip !== undefined &&
        at > 0 && { label: trans.__('Move up'), onSelect: () => move(of, -1) },
      grip !== undefined &&
        at < peers.length - 1 && {
          label: trans.__('Move down'),
          onSelect: () => move(of, 1)
        },
      ...(of.more ?? []).map(({ set, ...more }) => ({
        ...more,
        onSelect: () => change(set)
      })),
      add && {
        label: trans.__('Add one below'),
        onSelect: () => append(rows.indexOf(of) + 1)
      },
      add !== undefined && {
        label: trans.__('Delete'),
        onSelect: () => remove(of)
      }
    ]);
    const tickBox =
      tick === undefined ? null : (
        <input
          type="checkbox"
          data-control="tick"
          aria-label={tick}
          title={tick}
          checked={value.on}
          disabled={disabled}
          onChange={({ target }) => change({ on: target.checked })}
        />
      );
    return (
      <li
        key={key}
        data-row={key}
        className={
          (value.on ? '' : 'jp-mod-off ') +
          (tag ? 'jp-mod-changed ' : '') +
          (over === key ? 'jp-mod-over' : '')
        }
        onFocus={onUse}
        onClick={onUse}
        onKeyDown={onKeyDown}
        onDragOver={event => setOver(takes(event) ? key : null)}
        onDragLeave={() => setOver(null)}
        onDrop={event => {
          setOver(null);
          const dropped = values.find(each => keyOf(each) === dragged);
          if (takes(event) && dropped) {
            place(dropped, value.group, at);
          }
        }}
      >
        <div className="jp-Cellwright-rowLine">
          {grip === undefined ? null : (
            <Button
              className="jp-Cellwright-rowGrip"
              data-control="grip"
              aria-label={grip}
              title={trans.__('Drag, or move with the arrow keys')}
              draggable={!disabled}
              disabled={disabled}
              onDragStart={event => {
                dragged = key;
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', name);
              }}
              onDragEnd={() => {
                dragged = null;
              }}
            >
              <span aria-hidden="true">⋮⋮</span>
            </Button>
          )}
          {title ? tickBox : null}
          {title ? (
            <Text
              {...title}
              isTitle={true}
              onChange={typed =>
                // It may wrap in a narrow panel, but stays a single line.
                change({ [title.name]: typed.replace(/\n\s*/g, ' ') })
              }
            />
          ) : (
            <label className="jp-Cellwright-rowName">
              {tickBox}
              <strong>{visibleProse(name)}</strong>
              {of.hint ? (
                <span className="jp-Cellwright-hint">
                  {visibleProse(of.hint)}
                </span>
              ) : null}
            </label>
          )}
          {tag ? <span className="jp-Cellwright-tag">{tag}</span> : null}
          {items.length > 0 ? (
            <MenuButton
              label={of.menu}
              className="jp-Cellwright-iconButton"
              disabled={disabled}
              items={items}
            >
              <ellipsesIcon.react tag="span" />
            </MenuButton>
          ) : null}
        </div>
        <Blocks blocks={of.notes} />
        {title || of.isOpen ? null : (
          <Button
            look="link"
            aria-expanded={isShown}
            aria-label={trans.__('Details: %1', name)}
            onClick={() => setShown({ ...shown, [key]: !isShown })}
          >
            {trans.__('Details')}
          </Button>
        )}
        {isShown ? (
          <>
            {texts.map(column => (
              <Text
                key={column.name}
                {...column}
                onChange={typed => change({ [column.name]: typed })}
              />
            ))}
            <Blocks blocks={of.details} />
            {placeLabel === undefined ? null : (
              <Select
                data-control="place"
                aria-label={placeLabel}
                disabled={disabled}
                value={value.group}
                options={(groups ?? []).map(({ id, label }) => ({
                  value: id,
                  label: visibleProse(label)
                }))}
                onChange={onPlace}
              />
            )}
          </>
        ) : null}
      </li>
    );
  };
  const lines = (some: readonly Row[]) => (
    <ol className="jp-Cellwright-rows" aria-label={label || undefined}>
      {some.map(row)}
    </ol>
  );
  return (
    <div
      ref={list}
      onPointerDown={() => (isPressed.current = true)}
      onPointerUp={() => (isPressed.current = false)}
      onPointerCancel={() => (isPressed.current = false)}
      onKeyDown={() => (isPressed.current = false)}
    >
      {groups
        ? groups.map(({ id, label: title, blocks, folded }) => {
            const own = inGroup(id);
            const content = (
              <>
                <Blocks blocks={blocks} />
                {lines(own)}
              </>
            );
            return folded && own.length === 0 ? null : (
              <section
                key={id}
                className="jp-Cellwright-rowsGroup"
                aria-label={visibleProse(title)}
              >
                {folded ? (
                  <Unfolding label={`${title} (${own.length})`}>
                    {content}
                  </Unfolding>
                ) : (
                  <>
                    <h4>{visibleProse(title)}</h4>
                    {content}
                  </>
                )}
              </section>
            );
          })
        : lines(rows)}
      {add === undefined ? null : (
        <Button
          look="link"
          disabled={disabled || add === null}
          onClick={() => append(rows.length)}
        >
          {add ?? full}
        </Button>
      )}
    </div>
  );
}

/** A text of a row. */
function Text({
  label,
  placeholder,
  text,
  max,
  isTitle = false,
  onChange
}: Row['columns'][number] & {
  isTitle?: boolean;
  onChange(text: string): void;
}) {
  const { disabled } = useContext(CardContext);
  return (
    <textarea
      className={`jp-Cellwright-input ${isTitle ? 'jp-mod-title' : ''}`}
      data-control={isTitle ? 'title' : undefined}
      // For browsers that cannot size a field by its content.
      rows={isTitle ? 1 : Math.min(6, Math.ceil(text.length / 45) || 1)}
      aria-label={label}
      placeholder={placeholder}
      maxLength={max}
      disabled={disabled}
      value={text}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        if (
          isTitle &&
          event.key === 'Enter' &&
          !event.ctrlKey &&
          !event.metaKey
        ) {
          event.preventDefault();
        }
      }}
    />
  );
}
