import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { User } from '@jupyterlab/services';

import type {
  IAgentSettings,
  IReports,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { IWorkflow } from '../../engine/run-context/workflow';
import type { loadReports } from '../../workflows';
import { isNaming } from '../threads/server-owner';
import { pageTypesetter } from '../util/page-typesetter';

export interface IPageReportingOptions {
  app: JupyterFrontEnd;
  workspace: IWorkspace;
  trans: ITranslator;
  settings(): IAgentSettings;
  load: typeof loadReports;
}

/** Who approves a report; null for a name that the server made up. */
export function approver({
  identity,
  permissions
}: Pick<User.IManager, 'identity' | 'permissions'>): string | null {
  return identity && isNaming(identity, permissions)
    ? identity.display_name || identity.username || null
    : null;
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
  const person = (): string | null => approver(user);
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
        language,
        stateOf
      })
  };
}
