import { useState } from 'react';

import type {
  ICheckpointDifference,
  ICheckpointInfo,
  ICheckpointView,
  ITranslator
} from '../../../contract';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { Button } from '../common/button';
import { useQuery } from './use-query';

/** Messages shown at first; the others appear on request. */
const MESSAGES_SHOWN = 12;

/** The content of a conversation at a checkpoint. */
export function Checkpoint({ id: checkpointId }: { id: string }) {
  const { trans, agent } = usePanel().services;
  const threadId = usePanelState(state => state.threadId);
  const path = usePanelState(state => state.thread.path);
  const [all, setAll] = useState(false);
  const { data: view, failed } = useQuery(
    () => agent.past.checkpoint(threadId, checkpointId),
    [threadId, checkpointId]
  );
  if (!view) {
    return (
      <p className="jp-Cellwright-hint" role="status">
        {failed
          ? trans.__('This point could not be read.')
          : trans.__('Loading')}
      </p>
    );
  }
  const { conversation, todos, cells } = view;
  const hidden = all ? 0 : Math.max(0, conversation.length - MESSAGES_SHOWN);
  return (
    <>
      {hidden > 0 ? (
        <Button look="link" onClick={() => setAll(true)}>
          {trans.__('Show all %1 messages', conversation.length)}
        </Button>
      ) : null}
      <ol
        className="jp-Cellwright-moment"
        aria-label={trans.__('Messages up to that point')}
      >
        {conversation.slice(hidden).map(({ id, role, text }, index) => (
          <li key={`${index} ${id}`}>
            <strong>{roleName(role, trans)}</strong>{' '}
            <Sentence text={text} path={path} />
          </li>
        ))}
      </ol>
      {todos.length > 0 ? (
        <>
          <div className="jp-Cellwright-detailsName">
            {trans.__('To-do list')}
          </div>
          <ul className="jp-Cellwright-moment">
            {todos.map(({ content, status }, index) => (
              <li key={index}>
                {visibleProse(content)}{' '}
                <span className="jp-Cellwright-hint">
                  {todoStatus(status, trans)}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="jp-Cellwright-hint">
        {trans._n(
          'The agent knew %1 cell.',
          'The agent knew %1 cells.',
          Object.keys(cells).length
        )}
      </p>
    </>
  );
}

/** Only what differs between two checkpoints. */
export function Differences({
  points
}: {
  points: readonly ICheckpointInfo[];
}) {
  const { trans, agent } = usePanel().services;
  const threadId = usePanelState(state => state.threadId);
  const path = usePanelState(state => state.thread.path);
  const [from, to] = points
    .toSorted((a, b) => a.time - b.time)
    .map(({ id }) => id);
  const { data: differences, failed } = useQuery(
    () => agent.past.compare(threadId, from, to),
    [threadId, from, to]
  );
  if (differences === null || differences.length === 0) {
    return (
      <p className="jp-Cellwright-hint" role="status">
        {failed
          ? trans.__('The two points could not be compared.')
          : differences === null
            ? trans.__('Loading')
            : trans.__('There is no difference.')}
      </p>
    );
  }
  return (
    <>
      {differences.map(({ field, lines }) => (
        <div key={field}>
          <div className="jp-Cellwright-detailsName">
            {fieldName(field, trans)}
          </div>
          <ul className="jp-Cellwright-moment">
            {lines.map(({ change, text }, index) => (
              <li key={index} className={`jp-mod-${change}`}>
                <span aria-hidden="true">{CHANGE_SIGNS[change]} </span>
                <span className="jp-Cellwright-hidden">
                  {changeName(change, trans)}{' '}
                </span>
                <Sentence text={text} path={path} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

type Change = ICheckpointDifference['lines'][number]['change'];

const CHANGE_SIGNS: Record<Change, string> = {
  added: '+',
  removed: '−',
  changed: '≠'
};

function changeName(change: Change, trans: ITranslator): string {
  switch (change) {
    case 'added':
      return trans.__('Added:');
    case 'removed':
      return trans.__('Removed:');
    case 'changed':
      return trans.__('Changed:');
  }
}

function fieldName(
  field: ICheckpointDifference['field'],
  trans: ITranslator
): string {
  switch (field) {
    case 'conversation':
      return trans.__('Messages');
    case 'todos':
      return trans.__('To-do list');
    case 'cells':
      return trans.__('Cells');
  }
}

function roleName(
  role: ICheckpointView['conversation'][number]['role'],
  trans: ITranslator
): string {
  switch (role) {
    case 'person':
      return trans.__('You:');
    case 'model':
      return trans.__('Model:');
    case 'tool':
      return trans.__('Result:');
  }
}

function todoStatus(status: string, trans: ITranslator): string {
  switch (status) {
    case 'completed':
      return trans.__('done');
    case 'in_progress':
      return trans.__('in progress');
    default:
      return trans.__('to do');
  }
}
