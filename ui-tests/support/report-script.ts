import type { Locator, Page } from '@playwright/test';

import type { Panel } from './panel';
import { call, type Step } from './scripted-model';

/** A plan of a report, by titles of its sections. */
export const reportPlan = (
  title: string,
  sections: string[],
  search: string[] = ['mean']
): Step =>
  call('report_plan', {
    kind: 'report',
    title,
    audience: '',
    language: 'en',
    searches: true,
    sections: sections.map(each => ({
      title: each,
      answers: `What there is about ${each}.`,
      search
    })),
    missing: []
  });

/** The pieces of evidence in each section, in order. */
export const grouped = (
  sections: string[][],
  name = 'group_evidence',
  rest: Step = {}
): Step =>
  call(
    name,
    {
      sections: sections.map((pieces, at) => ({
        number: at + 1,
        pieces,
        summary: ''
      }))
    },
    rest
  );

export const reportCard = ({ root }: Panel, title: string): Locator =>
  root.getByRole('group', { name: `Report: ${title}` });

/** The report beside its notebook. */
export const openReport = (page: Page): Locator =>
  page.locator('#jp-main-dock-panel .jp-Cellwright-report');

/** Fills in the form and goes on to the report that is ready to be saved. */
export async function writeReport(panel: Panel): Promise<Locator> {
  await panel.button('Write the report').click();
  await panel.button('Start').click();
  await panel.button('Approve').click();
  await panel.button('Open the report').click();
  return openReport(panel.root.page());
}

/** Approves it, to be saved in exactly these formats. */
export async function saveReport(
  report: Locator,
  forms: RegExp[],
  name?: string
): Promise<void> {
  await report.getByRole('button', { name: 'Save', exact: true }).click();
  for (const box of await report
    .getByRole('group', { name: 'Save as' })
    .getByRole('checkbox')
    .all()) {
    await box.uncheck();
  }
  for (const form of forms) {
    await report.getByRole('checkbox', { name: form }).check();
  }
  if (name !== undefined) {
    await report.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  }
  await report.getByRole('button', { name: 'Approve and save' }).click();
}
