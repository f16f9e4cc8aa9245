import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { Field, SelectField } from '../common/field';
import { focusComposer } from '../common/focus';
import { Hint, Notice } from '../common/notice';
import { usePanel, usePanelNow, usePanelState } from '../common/panel-context';
import { SideView, useQuery } from './page';
import { ReportDocument } from '../report/report-document';
import { isBusy } from '../../state/panel-state';
import { CheckReport } from './check-report';
import { fileName } from '../../../contract/text/path-from-root';

/**
 * The form of a new report, or a report that cannot be shown beside its
 * notebook.
 */
export function ReportView() {
  const { trans } = usePanel();
  const shown = usePanelState(state => state.shownReport);
  const checks = usePanelState(
    ({ newReport }) => (newReport.check ?? null) !== null
  );
  return shown === null && checks ? (
    <SideView key="check" title={trans.__('Check a report')}>
      <CheckReport />
    </SideView>
  ) : shown === null ? (
    <SideView title={trans.__('Write a report')}>
      <NewReport />
    </SideView>
  ) : (
    <SideView title={trans.__('Report')}>
      <ReportDocument key={shown} report={shown} />
    </SideView>
  );
}

function NewReport() {
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
    <div className="jp-Cellwright-newReport">
      <Hint>
        {path === null
          ? trans.__('A report is written from what a notebook shows.')
          : trans.__(
              'A report is written from what %1 shows. You agree to its plan first, then to its evidence, and look it over before anything is saved.',
              visibleName(fileName(path))
            )}
      </Hint>
      <Field label={trans.__('What it is for (optional)')}>
        {ids => (
          <textarea
            {...ids}
            className="jp-Cellwright-input"
            rows={4}
            placeholder={trans.__('Who reads it, and what it should answer')}
            value={prompt}
            onChange={event => set({ prompt: event.target.value })}
          />
        )}
      </Field>
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
                view: 'thread',
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
            store.main.setState({
              newReport: { prompt, template, notebook, check: '' }
            })
          }
        >
          {trans.__('Check an earlier report…')}
        </Button>
      </div>
    </div>
  );
}
