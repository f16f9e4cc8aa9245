import {
  cellMark,
  type ICheckpointDifference,
  type ICheckpointView,
  type ITranslator
} from '../../contract';
import { shorten } from './timeline';

type Line = ICheckpointDifference['lines'][number];

/**
 * Only what differs between two moments of a conversation.
 *
 * @param callText describes a call; empty if the call is not known.
 */
export function compareCheckpoints(
  from: ICheckpointView,
  to: ICheckpointView,
  callText: (callId: string) => string,
  trans: ITranslator
): ICheckpointDifference[] {
  const [was, is] = [from, to].map(
    ({ conversation }) =>
      new Map(
        conversation.map(({ id, role, text }) => [
          id,
          `${roleName(role, trans)}: ${shorten(text)}`
        ])
      )
  );
  const todos = ({ todos: each }: ICheckpointView): Map<string, string> =>
    new Map(each.map(({ content, status }) => [content, status]));
  const fields: ICheckpointDifference[] = [
    {
      field: 'conversation',
      // Compares the whole texts; the lines that are shown are shortened.
      lines: changes(
        new Map(from.conversation.map(({ id, text }) => [id, text])),
        new Map(to.conversation.map(({ id, text }) => [id, text])),
        id => (is.get(id) ?? was.get(id)) as string
      )
    },
    {
      field: 'todos',
      lines: changes(todos(from), todos(to), (content, before, after) =>
        [content, stepOf([before, after], trans)].join(': ')
      )
    },
    {
      field: 'decisions',
      lines: changes(
        new Map(Object.entries(from.decisions)),
        new Map(Object.entries(to.decisions)),
        (callId, before, after) =>
          `${callText(callId) || trans.__('A call')}: ${[before, after].filter(Boolean).join(' → ')}`
      )
    },
    {
      field: 'cells',
      lines: changes(
        new Map(Object.entries(from.cells)),
        new Map(Object.entries(to.cells)),
        cellId => cellMark(cellId)
      )
    },
    {
      field: 'state',
      lines: changes(
        new Map(Object.entries(from.state)),
        new Map(Object.entries(to.state)),
        (name, before, after) =>
          `${name}: ${[before, after]
            .filter(value => value !== undefined)
            .map(shorten)
            .join(' → ')}`
      )
    }
  ];
  return fields.filter(({ lines }) => lines.length > 0);
}

/** In the order of the later moment; what was removed comes last. */
function changes(
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
  text: (key: string, was: string | undefined, is: string | undefined) => string
): Line[] {
  return [...new Set([...to.keys(), ...from.keys()])].flatMap(key => {
    const was = from.get(key);
    const is = to.get(key);
    if (was === is) {
      return [];
    }
    const change =
      was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ change, text: text(key, was, is) }];
  });
}

function roleName(
  role: ICheckpointView['conversation'][number]['role'],
  trans: ITranslator
): string {
  switch (role) {
    case 'person':
      return trans.__('You');
    case 'model':
      return trans.__('Cellwright');
    case 'tool':
      return trans.__('Result');
  }
}

function stepOf(states: (string | undefined)[], trans: ITranslator): string {
  return states
    .filter(state => state !== undefined)
    .map(state => todoState(state, trans))
    .join(' → ');
}

function todoState(status: string, trans: ITranslator): string {
  switch (status) {
    case 'pending':
      return trans.__('to do');
    case 'in_progress':
      return trans.__('in progress');
    case 'completed':
      return trans.__('done');
    default:
      return status;
  }
}
