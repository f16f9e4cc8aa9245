import { caretDownIcon } from '@jupyterlab/ui-components';

import { usePanel, usePanelState } from '../common/panel-context';

/** The current model, and the button to its settings. */
export function ModelLine() {
  const store = usePanel();
  const { trans, models } = store.services;
  usePanelState(state => state.modelRevision);
  const run = usePanelState(state => state.thread.run);
  const open = usePanelState(state => state.modelForm);
  const retrying = usePanelState(state => state.thread.retry !== null);
  const waiting = usePanelState(state => state.thread.pending.length > 0);
  const state = retrying
    ? trans.__('trying again')
    : waiting
      ? trans.__('waiting for your decision')
      : run
        ? trans.__('working')
        : trans.__('ready');
  const name = models.isDemo
    ? trans.__('Demo (scripted, not an AI)')
    : models.label;
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-modelName"
        aria-expanded={open}
        aria-label={trans.__('Model: %1', name)}
        title={trans.__('%1: %2. Choose another model', name, state)}
        onClick={() => (open ? store.closeModelForm() : store.openModelForm())}
      >
        <span>{name}</span>
        <caretDownIcon.react tag="span" />
      </button>
      {retrying ? (
        <span className="jp-Cellwright-modelState">{state}</span>
      ) : null}
    </>
  );
}
