import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { SelectField, TextField } from '../common/field';
import { focusComposer } from '../common/focus';
import { Hint, Notice } from '../common/notice';
import { usePanelNow, usePanelState } from '../common/panel-context';
import { SideView, useQuery } from './page';
import { isBusy } from '../../state/panel-state';
import { fileName } from '../../../contract/text/path-from-root';

/** The form of a new report. */
export function NewReport() {
  const { store, trans, workspace, agent } = usePanelNow();
  const { prompt, template, notebook } = usePanelState(
    state => state.newReport
  );
  const path = notebook ?? workspace.status.notebook?.path ?? null;
  const busy = usePanelState(
    state => isBusy(state) || state.undisclosed !== null
  );
  const { data: templates, failed } = useQuery(
    async () => (path === null ? null : agent.reports.templates(path)),
    [path]
  );
  const chosen = templates?.find(({ id }) => id === template);
  const set = (change: { prompt?: string; template?: string }) =>
    store.main.setState(({ newReport }) => ({
      newReport: { ...newReport, ...change }
    }));
  const cannot =
    path === null
      ? trans.__('Open a notebook first: the report is written from it.')
      : busy
        ? trans.__('Wait until the current turn has ended.')
        : null;
  return (
    <SideView title={trans.__('Write a report')}>
      <div className="jp-Cellwright-newReport">
        <Hint>
          {path === null
            ? trans.__('A report is written from what a notebook shows.')
            : trans.__(
                'A report is written from what %1 shows. You agree to its plan first, then to its evidence, and look it over before anything is saved.',
                visibleName(fileName(path))
              )}
        </Hint>
        <TextField
          label={trans.__('What it is for (optional)')}
          lines={4}
          spellCheck={undefined}
          placeholder={trans.__('Who reads it, and what it should answer')}
          value={prompt}
          onChange={prompt => set({ prompt })}
        />
        <SelectField
          label={trans.__('Template')}
          hint={trans.__(
            'Put your own into the folder cellwright-templates beside the notebook.'
          )}
          disabled={templates === null && !failed}
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: trans.__('No template') },
            ...(templates ?? []).map(({ id: value, form, title }) => ({
              value,
              label:
                form === 'docx'
                  ? trans.__('%1 (Word)', visibleName(title))
                  : visibleText(title)
            }))
          ]}
          onChange={template => set({ template })}
        />
        {failed ? (
          <Notice role="status">
            {trans.__(
              'Templates could not be listed. You can write without one.'
            )}
          </Notice>
        ) : null}
        <Hint role="status">{cannot}</Hint>
        <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
          <Button
            look="primary"
            disabled={cannot !== null}
            onClick={event => {
              const words = prompt.trim();
              const said =
                words ||
                (chosen
                  ? trans.__('Write a report: “%1”', chosen.title)
                  : trans.__('Write a report'));
              const order = {
                ...(chosen && { template: chosen.id }),
                // Without any instructions, the template alone is the plan.
                ...(chosen && !words && { templateOnly: true })
              };
              if (store.sending.say(said, { notebook: path, report: order })) {
                store.main.setState({
                  page: null,
                  newReport: { prompt: '', template: '', notebook: null }
                });
                focusComposer(event.currentTarget);
              }
            }}
          >
            {trans.__('Write the report')}
          </Button>
          <Button
            onClick={() =>
              store.show({ name: 'checkReport', path: '', notebook })
            }
          >
            {trans.__('Check an earlier report…')}
          </Button>
        </div>
      </div>
    </SideView>
  );
}
