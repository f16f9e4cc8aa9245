import type { JupyterFrontEnd } from '@jupyterlab/application';

import type {
  IAgentSettings,
  IReports,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { IWorkflow } from '../../engine/run-context/workflow';
import type { loadReports } from '../../workflows';
import { pageTypesetter } from '../util/page-typesetter';

export interface IPageReportingOptions {
  app: JupyterFrontEnd;
  workspace: IWorkspace;
  trans: ITranslator;
  settings(): IAgentSettings;
  load: typeof loadReports;
}

/** Reports for this page, loaded when somebody asks for one. */
export async function pageReporting({
  app,
  workspace,
  trans,
  settings,
  load
}: IPageReportingOptions): Promise<{
  workflow: IWorkflow;
  reports(
    stateOf: (threadId: string, report: string) => Promise<unknown>
  ): IReports;
}> {
  const [{ pageReports, reportWorkflow }, { PageReportSite }] =
    await Promise.all([load(), import('../../jupyter/lazy-chunk')]);
  const { contents, user } = app.serviceManager;
  const site = new PageReportSite({
    contents,
    files: workspace.files,
    typesetter: () => pageTypesetter.get(app) ?? null,
    trans
  });
  const person = (): string | null => {
    const { username = '', display_name } = user.identity ?? {};
    // A server without users makes up a name for whoever opens it.
    return /^[\da-f]{32}$/.test(username)
      ? null
      : display_name || username || null;
  };
  const language = (): string =>
    document.documentElement.lang || navigator.language;
  return {
    workflow: reportWorkflow({ site, person, language }),
    reports: stateOf =>
      pageReports({
        site,
        workspace,
        settings,
        trans,
        person,
        language,
        stateOf
      })
  };
}
