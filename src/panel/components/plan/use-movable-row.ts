import { useState, type DragEvent, type KeyboardEvent } from 'react';

/** The row being dragged: one at a time, and never from another page. */
let dragged: string | null = null;

/**
 * The event handlers of a row and of its grip, and whether another row is over
 * it.
 */
export interface IMovableRow {
  over: boolean;
  /** Position from 0; does nothing if there is no such position. */
  move(to: number): void;
  row: {
    onKeyDown(event: KeyboardEvent): void;
    onDragOver(event: DragEvent): void;
    onDragLeave(): void;
    onDrop(event: DragEvent): void;
  };
  grip: {
    draggable: boolean;
    disabled: boolean;
    onDragStart(event: DragEvent): void;
    onDragEnd(): void;
  };
}

/**
 * A row that is dragged by its grip, and moved or deleted by keyboard: with the
 * arrow keys and Delete on the grip, and with Alt and an arrow key anywhere in
 * it.
 */
export function useMovableRow({
  ids,
  at,
  name,
  disabled,
  onMove,
  onDrop,
  onRemove
}: {
  /** Ids of all rows, in order. */
  ids: readonly string[];
  at: number;
  /** The data that is dragged. */
  name: string;
  disabled: boolean;
  /** Called when this row was moved by keyboard or by a button. */
  onMove(to: number): void;
  /** Called when another row was dropped here. */
  onDrop(id: string): void;
  onRemove(): void;
}): IMovableRow {
  const [over, setOver] = useState(false);
  const id = ids[at];
  const move = (to: number) => {
    if (to >= 0 && to < ids.length && !disabled) {
      onMove(to);
    }
  };
  const isTarget = (event: DragEvent): boolean => {
    const can = dragged !== null && dragged !== id && ids.includes(dragged);
    if (can) {
      event.preventDefault();
      event.stopPropagation();
    }
    return can;
  };
  return {
    over,
    move,
    row: {
      onKeyDown: event => {
        const onGrip = (event.target as Element).closest(
          '.jp-Cellwright-stepGrip'
        );
        const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (way !== undefined && (event.altKey || onGrip)) {
          event.preventDefault();
          event.stopPropagation();
          move(at + way);
        } else if (event.key === 'Delete' && onGrip) {
          event.preventDefault();
          event.stopPropagation();
          onRemove();
        }
      },
      onDragOver: event => setOver(isTarget(event)),
      onDragLeave: () => setOver(false),
      onDrop: event => {
        setOver(false);
        if (isTarget(event) && dragged !== null) {
          onDrop(dragged);
        }
      }
    },
    grip: {
      draggable: !disabled,
      disabled,
      onDragStart: event => {
        dragged = id;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      },
      onDragEnd: () => {
        dragged = null;
      }
    }
  };
}
