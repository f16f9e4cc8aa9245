import { useEffect, useRef } from 'react';

import { visibleName, visibleText } from '../../../render/visible-text';
import { Button } from '../../common/button';
import { Field } from '../../common/field';
import { usePanel, usePanelState } from '../../common/panel-context';

/** Most files that a report reads. */
const MOST = 20;

/** Other files to write the report from, each named by the person. */
export function PlanFiles({
  files,
  typed,
  disabled,
  onChange
}: {
  files: readonly string[];
  /** The path being typed. */
  typed: string;
  disabled: boolean;
  onChange(files: string[], typed: string): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const notebook = usePanelState(state => state.thread.path);
  const field = useRef<HTMLInputElement>(null);
  /** Whether focus returns to the field once the focused element is gone. */
  const refocus = useRef(false);
  useEffect(() => {
    if (refocus.current) {
      refocus.current = false;
      field.current?.focus();
    }
  }, [files]);
  const path = typed.trim().replace(/^\/+/, '');
  const canAdd = !disabled && path !== '' && files.length < MOST;
  const add = () => {
    refocus.current = true;
    store.announce(trans.__('%1 will be read.', visibleName(path)));
    onChange([...files.filter(each => each !== path), path], '');
  };
  return (
    <div className="jp-Cellwright-reportFiles">
      <Field
        label={trans.__('Also read a file (optional)')}
        hint={trans.__('Its path, relative to the folder that Jupyter serves.')}
      >
        {ids => (
          <div className="jp-Cellwright-sectionHead">
            <input
              {...ids}
              ref={field}
              type="text"
              className="jp-Cellwright-input"
              placeholder={`${notebook.slice(0, notebook.lastIndexOf('/') + 1)}notes.md`}
              value={typed}
              disabled={disabled}
              onChange={event => onChange([...files], event.target.value)}
              onKeyDown={event => {
                if (
                  event.key === 'Enter' &&
                  !event.ctrlKey &&
                  !event.metaKey &&
                  !event.nativeEvent.isComposing &&
                  canAdd
                ) {
                  event.preventDefault();
                  add();
                }
              }}
            />
            <Button disabled={!canAdd} onClick={add}>
              {trans.__('Add')}
            </Button>
          </div>
        )}
      </Field>
      {files.length > 0 ? (
        <ul className="jp-Cellwright-reportNotes">
          {files.map(each => (
            <li key={each}>
              <code>{visibleText(each)}</code>{' '}
              <Button
                look="link"
                disabled={disabled}
                aria-label={trans.__('Leave out %1', visibleName(each))}
                onClick={() => {
                  refocus.current = true;
                  onChange(
                    files.filter(other => other !== each),
                    typed
                  );
                }}
              >
                {trans.__('Leave out')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
